import { type Runner, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { identityOf, type Sender } from "./find";
import { identitiesOf, writeIdentities } from "./identities";
import { relinkChats } from "./relink-chats";

/** `$1` workspace, `$2` people as JSON. */
const insertStatement = statement()`
insert into person (workspace_id, id, channel, phone, visitor_id, channel_user_id, name, username, email, typed_phone, created_at)
select $1::uuid, p.id, p.channel::channel, p.phone, p."visitorId", p."channelUserId", p.name, p.username, p.email, p."typedPhone", p.at
from jsonb_to_recordset($2::jsonb) as p(
  id uuid, channel text, phone text, "visitorId" text, "channelUserId" text, name text, username text, email text, "typedPhone" text,
  at timestamptz
)`;

/** `seen` is what the message says about its sender; `at` is when it was sent. */
export type NewPerson = { id: string; sender: Sender; seen: ReturnType<typeof identityOf>; at: Date };

export async function insertPeople(on: Runner, workspaceId: string, people: readonly NewPerson[]): Promise<void> {
  const list = people.map(({ id, sender: { channel, name, email }, seen, at }) => ({ id, channel, name, email, ...seen, at }));
  await run(on, insertStatement)(workspaceId, JSON.stringify(list));
}

const noNames = { phone: null, channelUserId: null };

/**
 * Creates the people of senders of whom nobody is known, and who have no name in common, and links them by their phones (contract §4).
 * Needs the linking lock for `change`. Returns those who were linked.
 */
export async function createPeople(on: Runner, workspaceId: string, senders: readonly Omit<NewPerson, "seen">[]): Promise<string[]> {
  const people = senders.map((one) => ({ ...one, seen: identityOf(one.sender) }));
  await insertPeople(on, workspaceId, people);
  const named = people.map(({ id, sender: { channel }, seen, at }) => ({
    channel,
    personId: id,
    identities: identitiesOf(seen, noNames, at),
    at,
  }));
  await writeIdentities(on, workspaceId, ...named);
  return relinkChats(on, workspaceId, { phones: people.map(({ seen }) => seen.phone), people: people.map(({ id }) => id) });
}
