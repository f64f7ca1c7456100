import { randomInt } from "node:crypto";
import type { Pattern, Shot } from "../attack";
import { mixed } from "../probes";
import type { Row } from "../row";
import { fill, type Target } from "../target";
import type { World } from "../world";
import { event, perSecondOfKey, withSession } from "./shots";

const atOnce = (lanes: number, shots: Shot[]): Pattern[] => [{ kind: "lanes", lanes, shots, isWork: true }];

/** `$1` workspace, `$2` how many. */
const contacts = `
insert into contact (workspace_id, id, user_id, name, attributes, created_at, updated_at)
select $1::uuid, gen_random_uuid(), 'user_' || u, 'Ada ' || u, '{"plan": "pro"}', now(), now() from generate_series(1, $2::int) u`;

/** `$1` workspace, `$2` how many: open chats, each with a message of its customer. */
const chats = `
with people as (
  insert into person (workspace_id, id, channel, phone, name, created_at)
  select $1::uuid, gen_random_uuid(), 'whatsapp', '4476' || lpad(u::text, 8, '0'), 'Customer ' || u, now() from generate_series(1, $2::int) u
  returning id
),
chats as (
  insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
  select $1::uuid, gen_random_uuid(), id, 'open', id, 1, now(), now(), now() from people returning id
)
insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
select $1::uuid, id, 1, gen_random_uuid(), 'message', 'customer', 'Where is my order?', now() from chats`;

const [pages, lists, frames] = [60, 300, 400];
const [contactsThere, chatsThere] = [5_000, 500];

export const manyPages: Row = {
  name: "6",
  does: `one member opens ${pages} pages of the desk at once, all the time`,
  probe: mixed,
  prepare: async (world, target) => {
    await fill(world, target, [{ sql: chats, values: [chatsThere] }]);
    return { patterns: atOnce(pages, [withSession(target, `/${target.team.workspace}/chats`)]) };
  },
};

export const manyLists: Row = {
  name: "6 lists",
  does: `one member asks for ${lists} lists of contacts at once, all the time`,
  probe: mixed,
  prepare: async (world, target) => {
    await fill(world, target, [{ sql: contacts, values: [contactsThere] }]);
    return { patterns: atOnce(lists, [withSession(target, `/api/w/${target.team.workspace}/contacts`)]) };
  },
};

export const manyFramePages: Row = {
  name: "6 frames",
  does: `a stranger opens ${frames} pages of frames at once from one address, all the time`,
  probe: mixed,
  prepare: async (_, { team }) => {
    // Each attack from another one, whose pages were not counted yet.
    const headers = { "accept-encoding": "gzip", "x-forwarded-for": `198.51.${randomInt(256)}.${randomInt(256)}` };
    return { patterns: atOnce(frames, [{ method: "GET", path: `/${team.workspace}/embed`, headers, expects: 200 }]) };
  },
};

const [entries, exports] = [2_000, 40];

/** `$1` workspace, `$2` how many. */
const auditEntries = `
insert into audit_entry (workspace_id, id, actor, what, subject, details, created_at)
select $1::uuid, gen_random_uuid(), 'Olga Owner', 'reply.changed', 'Reply ' || u, '{"title": {"from": "Hello", "to": "Hi"}}',
  now() - u * interval '1 minute' from generate_series(1, $2::int) u`;

export const auditExports: Row = {
  name: "audit",
  does: `one member exports ${entries.toLocaleString("en")} entries of the audit log ${exports} times at once, all the time`,
  probe: mixed,
  prepare: async (world, target) => {
    await fill(world, target, [{ sql: auditEntries, values: [entries] }]);
    return { patterns: atOnce(exports, [withSession(target, `/api/w/${target.team.workspace}/audit/export`)]) };
  },
};

const [pastProblems, contactsWithProblems, readers] = [50_000, 500, 20];

/** `$1` workspace, `$2` and `$3` the numbers of each contact's: problems of the last 30 days. */
const history = `
insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
select $1::uuid, gen_random_uuid(), c.id, 'Failed: kind ' || n % 40, 'problem', '{"reference": "INV-1"}',
  now() - interval '30 days' * random(), now(), 0
from (select id, row_number() over () as u from contact where workspace_id = $1::uuid) c
cross join generate_series($2::int, $3::int) n`;

const dayMs = 24 * 3_600_000;

/** A range that nobody asked for before: an answer is reused for a while. */
async function overviews(world: World, target: Target): Promise<Shot[]> {
  const to = Date.now() + dayMs;
  return Array.from({ length: 1_000 }, (_, at) => {
    const range = { from: new Date(to - 30 * dayMs + at).toISOString(), to: new Date(to + world.next()).toISOString(), zone: "UTC" };
    return withSession(target, `/api/w/${target.team.workspace}/overview?${new URLSearchParams(range)}`);
  });
}

export const overview: Row = {
  name: "overview",
  does: `one member reads the overview of ${pastProblems.toLocaleString("en")} problems ${readers} times at once, all the time`,
  probe: mixed,
  prepare: async (world, target) => {
    await fill(world, target, [
      { sql: contacts, values: [contactsWithProblems] },
      { sql: history, count: pastProblems / contactsWithProblems },
    ]);
    return { patterns: atOnce(readers, await overviews(world, target)) };
  },
};

const screens = 500;

export const streams: Row = {
  name: "streams",
  does: `${screens} screens of one workspace follow ${perSecondOfKey} events a second (rate: frames received)`,
  probe: mixed,
  prepare: async (_, target) => {
    const shots = [event(target, { event: "Page seen", userId: "user_{n}", properties: { page: "{n}" } })];
    return {
      patterns: [
        { kind: "streams", count: screens, shots: [withSession(target, `/api/w/${target.team.workspace}/stream`)], isWork: true },
        { kind: "steady", perSecond: perSecondOfKey, shots, isWork: false },
      ],
    };
  },
};
