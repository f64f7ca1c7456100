import { randomUUID } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { kinds, newPhone, signatureOf, webhookWith } from "../../../support/whatsapp";
import { connect } from "../../../support/whatsapp-desk";
import type { Shot } from "../attack";
import { answers, found, messages } from "../effects";
import type { Row } from "../row";
import type { Target } from "../target";
import type { World } from "../world";

/** A count of the workspace's rows, as what was done. */
const counting =
  ({ query }: World, { id }: Target, sql: string) =>
  async () =>
    (await query<{ count: number }>(sql, [id]))[0]?.count ?? 0;

/** Fewer than a workspace may have waiting. */
const [webhooks, messagesEach] = [3, 3_000];

export const manyMessages: Row = {
  name: "3",
  does: `${webhooks} WhatsApp webhooks with ${messagesEach.toLocaleString("en")} messages each, of as many people (rate: messages processed)`,
  probe: messages,
  prepare: async (world, target) => {
    const { url, appSecret } = await connect(target.team, target.session);
    const shots = Array.from({ length: webhooks }, (_, part): Shot => {
      const sent = Array.from({ length: messagesEach }, (_, at) => {
        const phone = `4478${String(part * messagesEach + at).padStart(8, "0")}`;
        return { ...kinds.text({ phone }, "Hello", { id: `wamid.${randomUUID()}` }), contact: undefined };
      });
      const body = JSON.stringify(webhookWith(...sent));
      const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(appSecret, body) };
      return { method: "POST", path: new URL(url).pathname, headers, body, expects: 200 };
    });
    return {
      patterns: [{ kind: "lanes", lanes: webhooks, max: webhooks, shots, isWork: true }],
      progress: counting(
        world,
        target,
        "select count(*)::int as count from inbound_message where workspace_id = $1::uuid and processed_at is not null",
      ),
    };
  },
};

const [answeredChats, answersEach] = [200, 10];

/** `$1` workspace, `$2` agent, `$3` how many chats, `$4` how many messages in each: as if the agent had written them just now. */
const queuedMessages = `
with customers as (
  insert into person (workspace_id, id, channel, phone, created_at)
  select $1::uuid, gen_random_uuid(), 'whatsapp', '4477' || lpad(u::text, 8, '0'), now() from generate_series(1, $3::int) u returning id
),
chats as (
  insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, assignee_id, created_at)
  select $1::uuid, gen_random_uuid(), id, 'open', id, $4::int + 1, now(), now(), $2::uuid, now() from customers returning id
),
items as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, created_at)
  select $1::uuid, c.id, n, gen_random_uuid(), 'message', (case when n = 1 then 'customer' else 'agent' end)::author,
    case when n > 1 then $2::uuid end, case when n > 1 then 'Olga Owner' end, 'Message ' || n, now()
  from chats c cross join generate_series(1, $4::int + 1) n returning id, chat_id, author
)
insert into outbound_message (workspace_id, id, chat_id, channel, state, next_try_at, created_at, updated_at)
select $1::uuid, id, chat_id, 'whatsapp', 'queued', now(), now(), now() from items where author = 'agent'`;

export const manyAnswers: Row = {
  name: "4",
  does: `an agent sent ${(answeredChats * answersEach).toLocaleString("en")} WhatsApp messages (rate: messages sent)`,
  probe: answers,
  prepare: async (world, target) => {
    const { team, session, id } = target;
    const { query } = world;
    await connect(team, session);
    const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: newPhone() });
    const [member] = await query<{ id: string }>("select account_id as id from member where workspace_id = $1::uuid", [id]);
    return {
      patterns: [],
      begin: async () => {
        await query(queuedMessages, [id, member?.id, answeredChats, answersEach]);
        // One through the API, so that the instances look for them at once.
        await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "message", text: "Hello" });
      },
      progress: counting(
        world,
        target,
        "select count(*)::int as count from outbound_message where workspace_id = $1::uuid and state not in ('queued', 'sending')",
      ),
    };
  },
};

const indexed = 60_000;

/** `$1` workspace, `$2` chat, `$3` how many: triggers write a row for each that waits for the search's index. */
const newMessages = `
insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
select $1::uuid, $2::uuid, 1 + n, gen_random_uuid(), 'message', 'customer', 'Where is my order no ' || n || '?', now()
from generate_series(1, $3::int) n`;

export const longIndex: Row = {
  name: "5",
  does: `${indexed.toLocaleString("en")} messages wait for the search’s index (rate: messages indexed)`,
  probe: found,
  prepare: async (world, target) => {
    const { query } = world;
    const { chatId } = await target.team.sendMessage({ channel: "whatsapp", phone: newPhone() });
    return {
      patterns: [],
      begin: async () => {
        await query(newMessages, [target.id, chatId, indexed]);
        await query("update chat set last_seq = last_seq + $3::int where workspace_id = $1::uuid and id = $2::uuid", [
          target.id,
          chatId,
          indexed,
        ]);
        await target.team.api("PUT", "/contacts/last", { body: { name: "Somebody" } });
      },
      progress: counting(world, target, "select count(*)::int as count from search_message where workspace_id = $1::uuid"),
    };
  },
};
