import { test } from "@playwright/test";
import { queues as inbound } from "@/lib/channels/inbound";
import { queue as outbound } from "@/lib/channels/outbound/worker";
import { queue as scheduled } from "@/lib/channels/scheduled/sending";
import { queue as comeBack } from "@/lib/chats/come-back";
import { beginStatement } from "@/lib/chats/come-back-sql";
import { queue as contacts } from "@/lib/context/contacts";
import { queues as events } from "@/lib/context/events";
import { queue as erasure } from "@/lib/data/erasure";
import { queue as push } from "@/lib/desk/notifications/push";
import { newId } from "@/lib/kernel/ids";
import { eventMoves } from "@/lib/people/event-moves";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { breachesStatement } from "../../support/invariants";

const queues = [...inbound, outbound, scheduled, comeBack, push, contacts, erasure, ...events, eventMoves];
const names = queues.map(({ name }) => name).sort();
const [ws, account, person, chat] = [newId(), newId(), newId(), newId()];

const entry = (sender: string) => `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
  values ('${ws}', 'whatsapp', '${sender}', gen_random_uuid(), '${sender}', '{}', now())`;
const setUp = [
  `insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now())`,
  `insert into account (id, email, name, password_hash, created_at) values ('${account}', 'a@example.com', 'Ada', '', now())`,
  `insert into member (workspace_id, account_id, role, created_at) values ('${ws}', '${account}', 'agent', now())`,
  `insert into contact (workspace_id, id, user_id, created_at, updated_at) values ('${ws}', gen_random_uuid(), 'u', now(), now())`,
  `insert into person (workspace_id, id, channel, visitor_id, created_at) values ('${ws}', '${person}', 'website', 'v', now())`,
  `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    values ('${ws}', '${chat}', '${person}', 'open', '${person}', 0, now(), now(), now())`,
];

/** Work for each queue, written as the product does: whoever comes back is the only one without a trigger. */
const works: Record<string, string> = {
  inbound: entry("m:1"),
  files: entry("f:1"),
  outbound: `insert into outbound_message (workspace_id, id, chat_id, channel, state, next_try_at, created_at, updated_at)
    values ('${ws}', gen_random_uuid(), '${chat}', 'whatsapp', 'queued', now(), now(), now())`,
  scheduled: `insert into scheduled_message (workspace_id, id, chat_id, account_id, author_name, text, send_at, created_at)
    values ('${ws}', gen_random_uuid(), '${chat}', '${account}', 'Ada', 'Hello', now() + interval '1 hour', now())`,
  "come back": `update workspace set come_back = 'queue', come_back_since = now()`,
  push: `insert into push_chat (workspace_id, chat_id, due_at) values ('${ws}', '${chat}', now())`,
  "deleted contacts": "update contact set user_id = null, deleted_at = now()",
  "erased people": `insert into erased_person (workspace_id, person_id, erased_at, former_names) values ('${ws}', '${newId()}', now(), '{}')`,
  cards: `insert into pending_card (workspace_id, id, event_ids, chat_ids, created_at) values ('${ws}', '${newId()}', '{}', '{}', now())`,
  problems: `insert into problem_refresh (workspace_id, owner_id, reference, since) values ('${ws}', '${newId()}', 'r', now())`,
  moves: `insert into event_move (workspace_id, person_id, from_id) values ('${ws}', '${person}', '${newId()}')`,
};

test("work of every queue has its turn, the invariants name work that has none, and the sweep gives it one", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const broken = async () =>
    (await embedded.query<{ rule: string }>(breachesStatement((rule) => rule.startsWith("no workspace with work")))).rows;
  const turns = async () =>
    (await embedded.query<{ queue: string }>('select queue from queue_turn order by queue collate "C"')).rows.map(({ queue }) => queue);
  for (const sql of setUp) await embedded.query(sql);
  expect(Object.keys(works).sort()).toEqual(names);
  for (const { name, sweepStatement } of queues) {
    await embedded.query(works[name] ?? "");
    if (name === comeBack.name) await embedded.query(beginStatement.text, [ws]);
    expect.soft(await turns(), name).toContain(name);
    expect.soft(await broken(), name).toEqual([]);
    await embedded.query("delete from queue_turn where queue = $1", [name]);
    expect.soft(await broken(), name).toHaveLength(1);
    await embedded.query(sweepStatement.text, []);
    expect.soft(await broken(), name).toEqual([]);
  }
  expect(await turns()).toEqual(names);
});
