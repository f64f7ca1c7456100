import fc from "fast-check";
import { stored, storedSender } from "@/lib/channels/inbound/lanes";
import { enqueueStatement } from "@/lib/channels/inbound/sql";
import { serve } from "@/lib/channels/inbound/turn";
import { appendStatement } from "@/lib/channels/together/sql";
import { changed } from "@/lib/channels/whatsapp/parse/changed";
import type { Changed } from "@/lib/channels/whatsapp/parse/message";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { test } from "../../support/memory-desk";

test("stores entries with growing ids, and a digest in the place of the sender", () => {
  const entries = Array.from({ length: 200 }, (_, index) => ({ externalId: String(index), sender: "447911123456", payload: {} }));
  const rows = stored("whatsapp", entries);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(200);
  expect(new Set(rows.map(({ sender }) => sender))).toEqual(new Set([storedSender("whatsapp", "447911123456")]));
  expect(JSON.stringify(rows)).not.toContain("447911123456");
});

test("keeps senders of different channels and lanes apart", () => {
  const senders = [
    storedSender("whatsapp", "1"),
    storedSender("website", "1"),
    storedSender("whatsapp", "2"),
    storedSender("whatsapp", "1", "file"),
  ];
  expect(new Set(senders).size).toBe(4);
  expect(stored("whatsapp", [{ externalId: "1", sender: "1", payload: {}, isFile: true }])[0]?.sender).toBe(senders[3]);
});

test("messages that are added together leave out those of an entry that has ended, of somebody else's chat, and what is there already", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const list = ["plain", "ended", "elsewhere", "there"].map((entry, n) => {
    return { n, entry, id: newId(), chatId: newId(), personId: newId(), name: null, text: entry, data: {}, at: new Date() };
  });
  const [ws, given] = [newId(), `jsonb_to_recordset($2::jsonb) as g(entry text, id uuid, "chatId" uuid, "personId" uuid)`];
  await embedded.query("set session_replication_role = replica");
  for (const sql of [
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at, processed_at)
     select $1::uuid, 'whatsapp', entry, id, 'm:' || entry, '{}', now(), case when entry = 'ended' then now() end from ${given}`,
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     select $1::uuid, "chatId", "personId", 'open', case when entry = 'elsewhere' then id else "personId" end, 1, now(), now(), now() from ${given}`,
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
     select $1::uuid, "chatId", 1, id, 'message', 'customer', '', now() from ${given} where entry = 'there'`,
  ])
    await embedded.query(sql, [ws, JSON.stringify(list)]);
  await embedded.query("set session_replication_role = origin");
  const values = [ws, JSON.stringify(list), list.map(({ entry }) => entry), list.map(({ chatId }) => chatId), "whatsapp"];
  expect((await embedded.query(appendStatement.text, values)).rows).toEqual([{ id: list[0]?.id, seq: 2 }]);
  const counted = await embedded.query("select id from chat where last_seq > 1");
  expect(counted.rows).toEqual([{ id: list[0]?.chatId }]);
  const waiting = await embedded.query("select external_id as entry from inbound_message where processed_at is null order by 1");
  expect(waiting.rows).toEqual([{ entry: "elsewhere" }, { entry: "there" }]);
  await embedded.close();
});

test("a turn that lasts too long ends what it has begun, and gives back what it has not", async ({ desk }) => {
  const { workspaceId, client } = desk;
  const entries = ["a", "b"].map((name) => ({ externalId: name, sender: name, payload: {} }));
  await client.$executeRawUnsafe(enqueueStatement.text, workspaceId, "whatsapp", JSON.stringify(stored("whatsapp", entries)));
  const turn = { max: 10, until: performance.now(), signal: new AbortController().signal };
  expect(await serve("message", workspaceId, turn, () => {})).toEqual({ count: 1, isMore: true });
  const untried = { attempts: 0, nextTryAt: null, processedAt: null };
  expect(await client.inboundMessage.count({ where: { workspaceId, ...untried } })).toBe(1);
});

const target = "wamid.1";
const before: Parameters<typeof changed>[0] = { text: "Hello", content: { externalId: target, location: { latitude: 1, longitude: 2 } } };
const emojis = fc.constantFrom("👍", "❤️", null);
const changes = fc.array(
  fc.record({
    by: fc.constantFrom("customer" as const, "agent" as const),
    change: fc.oneof(
      fc.record({ kind: fc.constant("reaction" as const), target: fc.constant(target), emoji: emojis }),
      fc.record({ kind: fc.constant("edit" as const), target: fc.constant(target), text: fc.string() }),
    ),
  }),
);

type Step = { by: "customer" | "agent"; change: Changed };
/** The message after these steps, a second between each, in the order in which they arrive. */
const after = (steps: readonly Step[], arriving: readonly number[] = steps.map((_, index) => index)) =>
  arriving.reduce((message, index) => {
    const step = steps[index];
    return step ? changed(message, step.change, { by: step.by, at: new Date(1_760_000_000_000 + index * 1_000) }) : message;
  }, before);

test("a deleted message says nothing any more, whatever came before or comes after it", () => {
  fc.assert(
    fc.property(changes, changes, (earlier, later) => {
      const deletion: Changed = { kind: "deletion", target };
      const steps = [...earlier, { by: "customer" as const, change: deletion }, ...later];
      expect(after(steps)).toEqual({ text: "", content: { isDeleted: true, externalId: target } });
    }),
  );
});

test("each side has the last of its reactions, and the other content stays", () => {
  fc.assert(
    fc.property(changes, (steps) => {
      const { text, content } = after(steps);
      const last = (side: string) =>
        steps.flatMap(({ by, change }) => (by === side && change.kind === "reaction" ? [change.emoji] : [])).at(-1) ?? null;
      for (const side of ["customer", "agent"])
        expect((content.reactions ?? []).filter(({ by }) => by === side).map(({ emoji }) => emoji)).toEqual([last(side)].filter(Boolean));
      const edits = steps.flatMap(({ change }) => (change.kind === "edit" ? [change.text] : []));
      expect(text).toBe(edits.at(-1) ?? "Hello");
      expect(content.isEdited ?? false).toBe(edits.length > 0);
      expect(content).toMatchObject(before.content);
    }),
  );
});

test("changes have the same result in whatever order they arrive, and however often", () => {
  const arrivals = changes.chain((steps) => {
    const indexes = steps.map((_, index) => index);
    const shuffled = fc.shuffledSubarray([...indexes, ...indexes], { minLength: indexes.length * 2 });
    return fc.record({ steps: fc.constant(steps), arriving: shuffled });
  });
  const sorted = ({ text, content: { reactions = [], ...content } }: ReturnType<typeof changed>) => ({
    text,
    content,
    reactions: new Set(reactions.map(({ by, emoji }) => `${by} ${emoji}`)),
  });
  fc.assert(fc.property(arrivals, ({ steps, arriving }) => expect(sorted(after(steps, arriving))).toEqual(sorted(after(steps)))));
});

test("of two edits within one second, the later arrival counts", () => {
  const origin = { by: "customer", at: new Date(1_760_000_000_000) } as const;
  const once = changed(before, { kind: "edit", target, text: "First" }, origin);
  expect(changed(once, { kind: "edit", target, text: "Second" }, origin).text).toBe("Second");
});
