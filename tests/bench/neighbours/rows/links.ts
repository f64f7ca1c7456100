import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Shot } from "../attack";
import { jsonCall } from "../call";
import { events } from "../probes";
import type { Row } from "../row";
import { fill } from "../target";
import { event, newContact, perSecondOfKey } from "./shots";

const [lockedMs, freeMs] = [4_000, 1_000];

export const lockedContact: Row = {
  name: "10",
  does: `events of a contact whose row is locked for ${lockedMs / 1_000} of ${(lockedMs + freeMs) / 1_000} seconds, ${perSecondOfKey} a second`,
  probe: events,
  prepare: async ({ query, cluster }, target) => {
    const contact = await newContact(target, "locked", query);
    const shots = [event(target, { event: "Page seen", userId: "locked", properties: { page: "{n}" } })];
    return {
      patterns: [{ kind: "steady", perSecond: perSecondOfKey, shots, isWork: true }],
      meanwhile: (signal) => lock(cluster.postgres.url, [target.id, contact], signal),
    };
  },
};

/** As a long transaction of an operator, or one that moves many events, would hold it. */
async function lock(url: string, values: [workspaceId: string, contactId: string], signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    await client.query("begin");
    await client.query("select from contact where workspace_id = $1::uuid and id = $2::uuid for update", values);
    await wait(lockedMs);
    await client.query("commit");
    await wait(freeMs);
  }
  await client.end();
}

const [people, problemsEach] = [3, 20_000];

/** `$1` workspace, `$2` how many: people of WhatsApp without a contact, each in an open chat. */
const strangers = `
with strangers as (
  insert into person (workspace_id, id, channel, phone, created_at)
  select $1::uuid, gen_random_uuid(), 'whatsapp', '4470' || lpad((random() * 1e8)::int::text, 8, '0'), now() from generate_series(1, $2::int)
  returning id
)
insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
select $1::uuid, gen_random_uuid(), id, 'open', id, 0, now(), now(), now() from strangers`;

/** `$1` workspace, `$2` and `$3` the numbers of each person's. */
const theirProblems = `
insert into event (workspace_id, id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
select $1::uuid, gen_random_uuid(), p.id, 'Payment failed', 'problem', jsonb_build_object('reference', 'P-' || u),
  now() - interval '1 minute', now() - interval '1 minute', 0
from person p cross join generate_series($2::int, $3::int) u where p.workspace_id = $1::uuid`;

export const longLinks: Row = {
  name: "12",
  does: `an agent links people with ${problemsEach.toLocaleString("en")} problems each, one after the other (rate: events that moved)`,
  probe: events,
  prepare: async (world, target) => {
    const { query } = world;
    await newContact(target, "linked", query);
    await fill(world, target, [
      { sql: strangers, values: [people] },
      { sql: theirProblems, count: problemsEach },
    ]);
    const found = await query<{ id: string }>("select id from chat where workspace_id = $1::uuid", [target.id]);
    const headers = { cookie: target.session.cookie, origin: target.team.url, "content-type": "application/json" };
    const shots: Shot[] = found.map(({ id }) => ({
      ...jsonCall("POST", `/api/w/${target.team.workspace}/chats/${id}/link`, headers, { userId: "linked" }),
      expects: 200,
    }));
    const moved = "select count(*)::int as count from event where workspace_id = $1::uuid and contact_id is not null";
    return {
      patterns: [{ kind: "lanes", lanes: 1, max: people, shots, isWork: true }],
      progress: async () => (await query<{ count: number }>(moved, [target.id]))[0]?.count ?? 0,
    };
  },
};
