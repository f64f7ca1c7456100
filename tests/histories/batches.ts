import fc from "fast-check";
import type { z } from "zod";
import * as channels from "@/lib/channels";
import * as contacts from "@/lib/context/contacts";
import { putContacts } from "@/lib/context/contacts/contract";
import * as events from "@/lib/context/events";
import { recordEvents } from "@/lib/context/events/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db, open } from "@/lib/platform/db";
import { report } from "./report";

// Sends random batches to one workspace and the same items one by one to another, in a process of its own with the database that the
// environment names, and compares the answers and what is stored: batches.ts <count> <seed>.

const begun = Date.now();
const phones = ["447911000001", "447911000002", "447911000003"];
const userId = fc.constantFrom("a", "b", "c");
/** The third phone has never chatted. */
const phone = fc.constantFrom(...phones);
const minutesAgo = fc.integer({ min: 1, max: 9 });

const event = fc
  .record({
    of: fc.oneof(
      { weight: 6, arbitrary: fc.record({ userId }) },
      { weight: 1, arbitrary: fc.record({ phone }) },
      { weight: 1, arbitrary: fc.record({ userId, phone }) },
    ),
    event: fc.constantFrom("Payment failed", "Payment received"),
    reference: fc.constantFrom("", "INV-1"),
    at: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: minutesAgo }),
    key: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom("k1", "k2") }),
    isBad: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  })
  .map(({ of, event, reference, at, key, isBad }) => ({
    ...of,
    event: isBad ? "" : event,
    properties: reference === "" ? {} : { reference },
    ...(at !== undefined && { occurredAt: new Date(begun - at * 60_000).toISOString() }),
    ...(key !== undefined && { idempotencyKey: key }),
  }));
const contact = fc.record(
  {
    userId,
    name: fc.constantFrom("Ada", "Bea", null, 7),
    phone: fc.oneof({ weight: 3, arbitrary: phone }, { weight: 1, arbitrary: fc.constantFrom(null, "12") }),
    attributes: fc.constantFrom({ plan: "pro" }, { plan: null, seats: 2 }, {}),
  },
  { requiredKeys: ["userId"] },
);
const batch = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("events" as const), items: fc.array(event, { minLength: 1, maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("contacts" as const), items: fc.array(contact, { minLength: 1, maxLength: 8 }) }) },
);
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never;

/** A workspace in which two people have chatted. */
async function begin(): Promise<string> {
  const workspaceId = newId();
  await db().workspace.create({
    data: { id: workspaceId, slug: `w-${workspaceId}`, name: "World", plan: "business", createdAt: new Date() },
  });
  for (const known of phones.slice(0, 2))
    await channels.ingestMessage(workspaceId, { channel: "whatsapp", phone: known }, { id: newId(), text: "Hello" });
  return workspaceId;
}

const read = <S extends z.ZodObject>(schema: S, sent: unknown) => {
  const parsed = schema.safeParse(sent);
  return { sent, input: parsed.success ? parsed.data : new AppError("invalid_request", "It has the wrong shape.") };
};

/** An answer without ids and times. */
function seen(answer: unknown): unknown {
  if (answer instanceof AppError) return answer.code;
  if (answer instanceof Error) throw answer;
  if (answer === undefined) return "not written";
  if ("contact" in (answer as object)) {
    const { contact: saved, created, changed } = answer as Awaited<ReturnType<typeof contacts.put>>;
    const { createdAt: _, updatedAt: __, ...fields } = saved;
    return { ...fields, created, changed };
  }
  const { event: name, level, postedToConversations, replayed } = answer as Awaited<ReturnType<typeof events.record>>;
  return { name, level, postedToConversations, replayed };
}

const together = (ws: string, { kind, items }: Batch): Promise<unknown[]> =>
  kind === "events"
    ? events.recordAll(
        ws,
        items.map((one) => read(recordEvents.item, one)),
        false,
      )
    : contacts.putAll(
        ws,
        items.map((one) => read(putContacts.item, one)),
        { atomic: false, dryRun: false },
      );

async function oneByOne(ws: string, { kind, items }: Batch): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of items) answers.push(await (kind === "events" ? single(ws, one) : singlePut(ws, one)).catch((error: unknown) => error));
  return answers;
}

async function single(ws: string, one: unknown) {
  const { input } = read(recordEvents.item, one);
  if (input instanceof AppError) throw input;
  const { idempotencyKey: key, ...fields } = input;
  const { idempotencyKey: _, ...body } = one as { idempotencyKey?: string };
  return events.record(ws, fields, { key, body });
}

async function singlePut(ws: string, one: unknown) {
  const { input } = read(putContacts.item, one);
  if (input instanceof AppError) throw input;
  const { userId: id, ...fields } = input;
  return contacts.put(ws, id, fields);
}

const statements = {
  contacts: "select user_id, name, email, phone, attributes from contact where workspace_id = $1::uuid order by user_id",
  people: `select p.phone, p.linked_by::text, c.user_id from person p left join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    where p.workspace_id = $1::uuid order by p.phone`,
  events: `select c.user_id, p.phone, e.event, e.level::text, e.properties, case when e.occurred_at < e.received_at then e.occurred_at end as at,
      e.posted_to_conversations, e.idempotency_key,
      row_number() over (partition by coalesce(e.contact_id, e.person_id) order by e.received_at, e.id)::int as place
    from event e left join contact c on c.workspace_id = e.workspace_id and c.id = e.contact_id
    left join person p on p.workspace_id = e.workspace_id and p.id = e.person_id
    where e.workspace_id = $1::uuid order by 1, 2, place`,
  problems: `select c.user_id, p.phone, o.reference, o.event, o.count, o.closed_at is null as is_open
    from problem o left join contact c on c.workspace_id = o.workspace_id and c.id = o.owner_id
    left join person p on p.workspace_id = o.workspace_id and p.id = o.owner_id
    where o.workspace_id = $1::uuid order by 1, 2, 3, 4`,
  cards: `select p.phone, i.seq, i.data->>'event' as event, i.data->'properties' as properties
    from chat_item i join chat h on h.workspace_id = i.workspace_id and h.id = i.chat_id
    join person p on p.workspace_id = h.workspace_id and p.id = h.person_id
    where i.workspace_id = $1::uuid and i.kind = 'card' order by 1, 2`,
  conflicts: `select a.user_id, b.user_id as other, l.phone from link_conflict l
    join contact a on a.workspace_id = l.workspace_id and a.id = l.contact_id
    join contact b on b.workspace_id = l.workspace_id and b.id = l.other_contact_id
    where l.workspace_id = $1::uuid order by 1, 2, 3`,
};

async function stored(ws: string): Promise<string> {
  const tables: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(statements)) tables[name] = await db().$queryRawUnsafe(sql, ws);
  return JSON.stringify(tables);
}

await open();
const same = fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
  const [one, other] = [await begin(), await begin()];
  for (const sent of batches) {
    const [replies, expected] = [await together(one, sent), await oneByOne(other, sent)].map((all) => JSON.stringify(all.map(seen)));
    if (replies !== expected) throw new Error(`the batch is answered ${replies}, its items ${expected}`);
  }
  const [left, wanted] = [await stored(one), await stored(other)];
  if (left !== wanted) throw new Error(`the batches leave ${left}, their items ${wanted}`);
});
await report(same);
