import type { Shot } from "../attack";
import { jsonCall, keyHeaders } from "../call";
import { chatLists, events } from "../probes";
import type { Row } from "../row";
import { fill } from "../target";
import { event, newContact, perSecondOfKey } from "./shots";

/** `$1` workspace, `$2` contact, `$3` and `$4` their numbers: problems that are open. The triggers write the rows of the problems. */
const problemsWith = (properties: string) => `
insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
select $1::uuid, gen_random_uuid(), $2::uuid, 'Failed: no ' || u, 'problem', ${properties},
  now() - interval '1 minute', now() - interval '1 minute', 0
from generate_series($3::int, $4::int) u`;

/** `$1` workspace, `$2` contact, `$3` how many: open chats of visitors whom the website signed in as one contact. */
const openChats = `
with visitors as (
  insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
  select $1::uuid, gen_random_uuid(), 'website', 'visitor_' || gen_random_uuid(), $2::uuid, 'signed', now() from generate_series(1, $3::int)
  returning id
)
insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
select $1::uuid, gen_random_uuid(), id, 'open', id, 0, now(), now(), now() from visitors`;

const [sameReference, chats, openProblems] = [10_000, 5_000, 2_000];

export const manyOfOneReference: Row = {
  name: "1",
  does: `an event closes ${sameReference.toLocaleString("en")} problems of one contact under one reference, ${perSecondOfKey} a second`,
  probe: events,
  prepare: async (world, target) => {
    const contact = await newContact(target, "many", world.query);
    await fill(world, target, [{ sql: problemsWith(`'{"reference": "none"}'`), values: [contact], count: sameReference }]);
    const shots = [event(target, { event: "Settled", level: "info", userId: "many", properties: { reference: "none" } })];
    return { patterns: [{ kind: "steady", perSecond: perSecondOfKey, shots, isWork: true }] };
  },
};

export const manyChats: Row = {
  name: "2",
  does: `an event of a contact with ${chats.toLocaleString("en")} open chats, ${perSecondOfKey} a second`,
  probe: events,
  prepare: async (world, target) => {
    const contact = await newContact(target, "everybody", world.query);
    await fill(world, target, [{ sql: openChats, values: [contact, chats] }]);
    const shots = [event(target, { event: "Page seen", userId: "everybody", properties: { page: "{n}" } })];
    return { patterns: [{ kind: "steady", perSecond: perSecondOfKey, shots, isWork: true }] };
  },
};

export const manyOpenProblems: Row = {
  name: "11",
  does: `a contact with ${openProblems.toLocaleString("en")} open problems, read ${perSecondOfKey} times a second (PostgreSQL’s default jit)`,
  probe: chatLists,
  prepare: async (world, target) => {
    const contact = await newContact(target, "tester", world.query);
    await fill(world, target, [
      { sql: openChats, values: [contact, 1] },
      { sql: problemsWith("jsonb_build_object('reference', 'T-' || u)"), values: [contact], count: openProblems },
    ]);
    const shots: Shot[] = [{ ...jsonCall("GET", "/api/v1/contacts/tester", keyHeaders(target.team.key)), expects: 200 }];
    return { patterns: [{ kind: "steady", perSecond: perSecondOfKey, shots, isWork: true }] };
  },
};
