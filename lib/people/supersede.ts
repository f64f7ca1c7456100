import { z } from "zod";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { Channel } from "@/lib/platform/db/client/enums";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { recordConflict } from "./conflicts";
import { findPerson } from "./find";
import { type Identity, identitiesOf, phoneSince, release, writeIdentities } from "./identities";
import { chatsMerged } from "./merged";
import type { EndedChat } from "./move-chats";
import { absorb, becomePhoneOwner, isNewer, type Owner, ownerOf, ownerOfId, resolvePhoneOwner } from "./phone-owner";
import { relinkChats } from "./relink-chats";

type Names = { phone?: string | undefined; userId?: string | undefined; parentUserId?: string | undefined };

/** A customer's number or id changed. `endsPhone`: the number did, also when neither number is shown. */
export type NumberChange = { channel: Channel; previous: Names; next: Names; endsPhone: boolean; at: Date };

/**
 * The person keeps their chat under the next phone and ids. The previous ones find them for messages that arrive late, and link
 * nobody. Somebody who wrote under the next ones already is the same customer, whose chat joins; or the number had another owner, who
 * loses it. Returns the person; undefined when nobody has the previous ones.
 */
export async function supersede(workspaceId: string, change: NumberChange): Promise<string | undefined> {
  const changed = await withLinkingLock(workspaceId, "change", async (tx): Promise<Changed> => {
    const known = await previousPerson(tx, workspaceId, change);
    if (known === undefined) return { people: await endOwner(tx, workspaceId, change), ended: [] };
    const moved = await moveOn(tx, workspaceId, known.id, change);
    return { ...moved, ended: [...known.ended, ...moved.ended] };
  });
  if (changed.people.length > 0) notify(workspaceId, { people: changed.people, ...chatsMerged(changed.ended) });
  return changed.id;
}

/** Everybody whose names changed, and the chats that ended. */
type Changed = { id?: string; people: string[]; ended: EndedChat[] };

const idsOf = ({ phone, userId, parentUserId }: Names) => ({ phone, channelUserId: userId, parentUserId });

/** The person with the previous names, which one message has shown together. */
async function previousPerson(on: Runner, workspaceId: string, { channel, previous, at }: NumberChange) {
  const sender = { channel, ...idsOf(previous) };
  const known = await findPerson(on, workspaceId, sender, at);
  if (!known || known.isLate) return undefined;
  const { personId, ended = [] } = await resolvePhoneOwner(on, workspaceId, { known, sender, at });
  return personId === undefined ? undefined : { id: personId, ended };
}

const NamesRow = z.strictObject({ phone: z.string().nullable(), channelUserId: z.string().nullable() });

async function moveOn(on: Runner, workspaceId: string, id: string, change: NumberChange): Promise<Changed> {
  const { previous, next, endsPhone, at } = change;
  const [before] = await rows(on, { row: NamesRow, workspace: workspaceId })`
    select phone, channel_user_id as "channelUserId" from person where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`;
  if (!before) throw new Error(`Person ${id} is missing.`);
  const joined = await joinSame(on, workspaceId, id, change);
  const phone = next.phone ?? (endsPhone ? null : before.phone);
  const channelUserId = next.userId ?? joined.channelUserId ?? before.channelUserId;
  const losers = [
    ...(await release(on, workspaceId, { phone: next.phone, channelUserId, exceptId: id })),
    ...(endsPhone && previous.phone !== undefined ? await release(on, workspaceId, { phone: previous.phone, exceptId: id }) : []),
  ];
  await rename(on, workspaceId, { id, phone, channelUserId });
  const seen = { phone, channelUserId, parentUserId: next.parentUserId ?? null };
  const identities = identitiesOf(seen, { ...before, parentUserId: previous.parentUserId ?? null }, at);
  const former = endsPhone ? [before.phone, previous.phone] : [];
  identities.push(...endedPhones(former, { except: identities, at }));
  await writeIdentities(on, workspaceId, { channel: change.channel, personId: id, identities, at });
  await relinkChats(on, workspaceId, { phones: [before.phone, previous.phone, phone], people: [id, ...losers, ...joined.people] });
  return { id, people: [...new Set([id, ...losers, ...joined.people])], ended: joined.ended };
}

type Joined = { people: string[]; ended: EndedChat[]; channelUserId: string | null };

/** The person absorbs whoever wrote under the next names as the same customer. */
async function joinSame(on: Runner, workspaceId: string, id: string, change: NumberChange): Promise<Joined> {
  const { phone, userId } = change.next;
  const joined: Joined = { people: [], ended: [], channelUserId: null };
  const find = [() => phone && ownerOf(on, workspaceId, phone), () => userId && ownerOfId(on, workspaceId, userId)];
  for (const owner of find) {
    const other = await owner();
    if (!other || other.id === id || !(await isSameCustomer(on, workspaceId, other, change))) continue;
    const ended = await absorb(on, workspaceId, { id, other, phone: phone ?? "" });
    if (!ended) continue;
    joined.people.push(other.id);
    joined.ended.push(...ended);
    joined.channelUserId ??= other.channelUserId;
  }
  return joined;
}

/** How long before the change its customer may have begun to write under the next number: Meta may report the change later. */
const reportedWithinMs = dayMs;

/**
 * Whether somebody with the next names is the customer whose names changed. Of somebody with an id of the channel only that id says so:
 * a late message of a former owner may be from about then, too. Without one, it is whoever began to write under the number about then.
 */
async function isSameCustomer(on: Runner, workspaceId: string, other: Owner, { channel, next, at }: NumberChange): Promise<boolean> {
  if (other.channelUserId !== null) return other.channelUserId === next.userId;
  if (next.phone === undefined || other.phone !== next.phone) return false;
  const since = await phoneSince(on, workspaceId, channel, next.phone);
  return since !== undefined && since.getTime() >= at.getTime() - reportedWithinMs;
}

/** The phones as ended identities, besides those that are listed already. */
function endedPhones(phones: (string | null | undefined)[], { except, at }: { except: Identity[]; at: Date }): Identity[] {
  const listed = new Set(except.flatMap(({ kind, value }) => (kind === "phone" ? [value] : [])));
  const values = new Set(phones.filter((phone) => typeof phone === "string"));
  return [...values].filter((value) => !listed.has(value)).map((value) => ({ kind: "phone", value, supersededAt: at }));
}

/**
 * Nobody is known by the previous names: whoever had the next number has lost it to somebody who has not written yet. Whoever began to
 * write about then is that customer, also when the change is processed again.
 */
async function endOwner(on: Runner, workspaceId: string, change: NumberChange): Promise<string[]> {
  const { channel, next, at } = change;
  const { phone } = next;
  if (phone === undefined || !(await isNewer(on, workspaceId, { channel, phone, at }))) return [];
  const owner = await ownerOf(on, workspaceId, phone);
  if (!owner || (await isSameCustomer(on, workspaceId, owner, change))) return [];
  await rename(on, workspaceId, { id: owner.id, phone: null, channelUserId: owner.channelUserId });
  await writeIdentities(on, workspaceId, {
    channel,
    personId: owner.id,
    identities: [{ kind: "phone", value: phone, supersededAt: at }],
    at,
  });
  await relinkChats(on, workspaceId, { phones: [phone], people: [owner.id] });
  return [owner.id];
}

type Renamed = { id: string; phone: string | null; channelUserId: string | null };

/** A link that an event made by the former phone becomes one to recompute (`phone`). */
function rename(on: Runner, workspaceId: string, { id, phone, channelUserId }: Renamed): Promise<number> {
  return run(on, { workspace: workspaceId })`
    update person set phone = ${phone}::text, channel_user_id = ${channelUserId}::text,
      linked_by = case when linked_by = 'event' and phone is distinct from ${phone}::text then 'phone' else linked_by end
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`;
}

const KnownRow = z.strictObject({
  channel: z.enum(Channel),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  contactId: z.uuid().nullable(),
});
const ContactRow = z.strictObject({ contactId: z.uuid() });

/**
 * Gives a person who is known by an id the phone that their contact card attested. The phone of a sender with another id stays
 * theirs, because the channel itself said so; the phone of another contact becomes a conflict for an admin. Returns whether the
 * person with that phone is this sender now. @throws not_found
 */
export async function setPhone(workspaceId: string, { personId, phone, at = currentTime() }: AttestedPhone): Promise<boolean> {
  const changed = await withLinkingLock(workspaceId, "change", async (tx): Promise<Changed | undefined> => {
    const [known] = await rows(tx, { row: KnownRow, workspace: workspaceId })`
      select channel::text as channel, phone, channel_user_id as "channelUserId", contact_id as "contactId" from person
      where workspace_id = ${workspaceId}::uuid and id = ${personId}::uuid and visitor_id is null
        and not exists (select from erased_person x where x.workspace_id = ${workspaceId}::uuid and x.person_id = ${personId}::uuid)`;
    if (!known) throw new AppError("not_found", "There is no such person.");
    // The channel says more about the phone than a card.
    if (known.phone !== null) return known.phone === phone ? { people: [], ended: [] } : undefined;
    const other = await ownerOf(tx, workspaceId, phone);
    const [holder] = await rows(tx, { row: ContactRow, workspace: workspaceId })`
      select id as "contactId" from contact where workspace_id = ${workspaceId}::uuid and phone = ${phone} order by phone_since, id limit 1`;
    const otherContactId = other?.contactId ?? holder?.contactId;
    if (known.contactId && otherContactId && otherContactId !== known.contactId) {
      await recordConflict(tx, workspaceId, { contactId: known.contactId, otherContactId, phone });
      return undefined;
    }
    if (other && other.channelUserId !== null) return undefined;
    const ended = other ? await becomePhoneOwner(tx, workspaceId, { id: personId, other, phone }) : [];
    if (!ended) return undefined;
    const id = other?.id ?? personId;
    await rename(tx, workspaceId, { id, phone, channelUserId: known.channelUserId });
    const identities = identitiesOf({ phone, channelUserId: known.channelUserId }, other ? noNames : known, at);
    await writeIdentities(tx, workspaceId, { channel: known.channel, personId: id, identities, at });
    await relinkChats(tx, workspaceId, { phones: [phone], people: [id, personId] });
    return { people: [...new Set([id, personId])], ended };
  });
  if (changed?.people.length) notify(workspaceId, { people: changed.people, ...chatsMerged(changed.ended) });
  return changed !== undefined;
}

type AttestedPhone = { personId: string; phone: string; at?: Date };
const noNames = { phone: null, channelUserId: null };
