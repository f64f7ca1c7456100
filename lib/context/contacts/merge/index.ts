import type { z } from "zod";
import { maxAttributes } from "@/lib/context/contacts/contract";
import { noSuchContact } from "@/lib/context/contacts/missing";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { beginMoves, contactMoves } from "@/lib/people/contact-moves";
import { contactOf } from "@/lib/people/contact-of";
import { eventMoves } from "@/lib/people/event-moves";
import { relinkChats } from "@/lib/people/relink-chats";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { wake } from "@/lib/platform/db/turns";
import { deleteInBatches } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { MergeInput } from "./contract";
import { type Fields, type MergedFields, mergedFields, restoredFields } from "./fields";
import {
  deleteExpiredStatement,
  endConflictsStatement,
  insertStatement,
  linkPeopleStatement,
  lockFromStatement,
  lockIntoStatement,
  type MergingRow,
  mergeTagsStatement,
  moveAliasesStatement,
  moveNewestStatement,
  readStatement,
  reopenConflictsStatement,
  restorePeopleStatement,
  seenAgainStatement,
  seenStatement,
  separateTagsStatement,
  sizeStatement,
  takeStatement,
  writeStatement,
} from "./sql";

type Tx = Prisma.TransactionClient;
type Merging = z.output<typeof MergingRow>;
type Pair = { from: string; into: string };

/** The people of both whose links one transaction can change, and the aliases that a contact may have. */
const [maxPeople, maxAliases] = [20_000, 100];

const noSuchOther = () => new AppError("customer_not_found", "No contact has the userId in from. There is nothing to merge.");

/**
 * Makes the contact `from` a part of the one with `userId`, in one transaction: its userId is an alias, its people are linked to that one, and
 * so are its newest events. The others follow in steps (decision 103).
 * @throws customer_not_found, conflict, invalid_request when the merge would leave more than 100 attributes
 */
export async function merge(workspaceId: string, userId: string, { from: fromUserId, values }: MergeInput, by: Actor) {
  const { pair, people, ...merged } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const pair = await pairOf(tx, workspaceId, { into: userId, from: fromUserId });
    const { from, into, aliases } = await lockBoth(tx, workspaceId, pair);
    const fields = { from: from.fields, into: into.fields, after: mergedFields({ from: from.fields, into: into.fields }, values) };
    const count = Object.keys(fields.after.attributes).length;
    if (count > maxAttributes) {
      const message = `attributes must have at most ${maxAttributes} keys after the merge; both together have ${count}.`;
      throw new AppError("invalid_request", `${message} Choose "into" for keys that only the other contact has.`);
    }
    const linked = await rows(tx, linkPeopleStatement)(workspaceId, pair.from, pair.into, fields.after.phone);
    const mergeId = newId();
    await run(tx, seenStatement)(workspaceId, pair.into, pair.from);
    await run(tx, mergeTagsStatement)(workspaceId, pair.into, pair.from, mergeId);
    await run(tx, moveAliasesStatement)(workspaceId, aliases, pair.into);
    await write(tx, workspaceId, pair.from, { fields: noFields, mergedIntoId: pair.into });
    await write(tx, workspaceId, pair.into, { fields: fields.after });
    await beginMoves(tx, workspaceId, { contacts: [pair.from], atId: pair.from });
    await run(tx, endConflictsStatement)(workspaceId, pair.from, pair.into);
    const people = await linkPhones(tx, workspaceId, [pair.into], fields);
    const stored = [JSON.stringify(fields), aliases, JSON.stringify(linked), by.name];
    const [inserted] = await rows(tx, insertStatement)(workspaceId, mergeId, pair.from, pair.into, ...stored);
    if (!inserted) throw new Error("A merge could not be kept.");
    const ofFrom = linked.flatMap(({ isFrom, ids }) => (isFrom ? ids : []));
    await audit.record(tx, workspaceId, by, {
      what: "contact.merged",
      subject: pair.into,
      details: { mergedContact: pair.from, people: ofFrom.length },
    });
    const { linkedChats, ...contact } = await read(tx, workspaceId, pair.into);
    return { pair, people: [...people, ...ofFrom], contact, linkedChats, mergeId, undoUntil: inserted.undoUntil };
  });
  announce(workspaceId, pair, people);
  return merged;
}

/**
 * Undoes a merge of the last 24 hours: both contacts are there again, with their values but for what was written since, their people and
 * the events that were sent with their userIds. People who were linked since the merge stay with the contact that stayed.
 * @throws not_found, conflict when the contact that stayed is itself part of another one by now
 */
export async function undoMerge(workspaceId: string, mergeId: string, by: Actor) {
  const { pair, people, ...separated } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const [taken] = await rows(tx, takeStatement)(workspaceId, mergeId);
    if (!taken || taken.isOver)
      throw new AppError("not_found", "There is no such merge to undo: it was undone, is older than 24 hours, or the contact was deleted.");
    const pair = { from: taken.fromId, into: taken.intoId };
    if ((await partOf(tx, workspaceId, pair.from)) !== pair.into)
      throw new AppError("conflict", "This contact became a part of another one since. Undo that merge first.");
    for (const alias of taken.aliases) await rows(tx, lockFromStatement)(workspaceId, alias);
    const { into } = await lockBoth(tx, workspaceId, pair);
    await write(tx, workspaceId, pair.from, { fields: taken.fields.from });
    await run(tx, moveAliasesStatement)(workspaceId, taken.aliases, pair.from);
    const after = restoredFields(taken.fields, into.fields);
    await write(tx, workspaceId, pair.into, { fields: after });
    const stored = JSON.stringify(taken.people);
    const back = (await rows(tx, restorePeopleStatement)(workspaceId, pair.from, pair.into, stored)).map(({ id }) => id);
    await beginMoves(tx, workspaceId, { contacts: [pair.from, ...taken.aliases], atId: pair.into });
    await run(tx, moveNewestStatement)(workspaceId, pair.from, pair.into);
    await run(tx, seenAgainStatement)(workspaceId, pair.from);
    await run(tx, separateTagsStatement)(workspaceId, pair.into, mergeId);
    await run(tx, reopenConflictsStatement)(workspaceId, pair.from, pair.into);
    const linkedByPhone = await linkPhones(tx, workspaceId, [pair.from, pair.into], { from: taken.fields.from, into: into.fields, after });
    await audit.record(tx, workspaceId, by, {
      what: "contact.merge_undone",
      subject: pair.into,
      details: { restoredContact: pair.from, people: back.length },
    });
    const { linkedChats: _into, ...contact } = await read(tx, workspaceId, pair.into);
    const { linkedChats: _from, ...restored } = await read(tx, workspaceId, pair.from);
    return { pair, people: [...linkedByPhone, ...back], contact, restored };
  });
  announce(workspaceId, pair, people);
  return separated;
}

async function pairOf(tx: Tx, workspaceId: string, userIds: Pair): Promise<Pair> {
  const into = await contactOf(tx, workspaceId, userIds.into);
  if (into === undefined) throw noSuchContact();
  const from = await contactOf(tx, workspaceId, userIds.from);
  if (from === undefined) throw noSuchOther();
  if (from === into) throw new AppError("conflict", "These userIds are of one contact already.");
  const [size] = await rows(tx, sizeStatement)(workspaceId, from, into, maxPeople + 1);
  if (size && size.people > maxPeople)
    throw new AppError("conflict", `The two contacts have more than ${maxPeople} people in chats, too many to merge.`);
  if (size && size.aliases >= maxAliases) throw new AppError("conflict", `A contact has at most ${maxAliases} other userIds.`);
  return { from, into };
}

async function partOf(tx: Tx, workspaceId: string, id: string): Promise<string | null | undefined> {
  const contact = await tx.contact.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: { mergedIntoId: true } });
  return contact?.mergedIntoId;
}

type Locked = { fields: Fields };

/** Locks the one that is merged, or is to be restored, with its aliases first, and then the one that stays. */
async function lockBoth(tx: Tx, workspaceId: string, pair: Pair): Promise<{ from: Locked; into: Locked; aliases: string[] }> {
  const found = await rows(tx, lockFromStatement)(workspaceId, pair.from);
  const from = found.find(({ id }) => id === pair.from);
  const [into] = await rows(tx, lockIntoStatement)(workspaceId, pair.into);
  if (!from || !into) throw new Error("A contact is missing that was there.");
  return { from: fieldsOf(from), into: fieldsOf(into), aliases: found.flatMap(({ id }) => (id === pair.from ? [] : [id])) };
}

const fieldsOf = ({ id: _, isAlias: __, ...fields }: Merging): Locked => ({ fields });

const noFields: Fields = { name: null, email: null, phone: null, phoneSince: null, attributes: {} };

type Written = { fields: Fields; mergedIntoId?: string };

function write(tx: Runner, workspaceId: string, id: string, { fields, mergedIntoId }: Written): Promise<number> {
  const emailKey = fields.email?.toLowerCase() ?? null;
  return run(tx, writeStatement)(workspaceId, id, JSON.stringify({ ...fields, emailKey }), mergedIntoId ?? null);
}

/** The phones of both are whose the rule says, now that one of them may have gone. */
async function linkPhones(tx: Runner, workspaceId: string, contacts: string[], { from, into, after }: MergedFields): Promise<string[]> {
  const phones = [from.phone, into.phone, after.phone];
  const people: string[] = [];
  for (const contactId of contacts) people.push(...(await relinkChats(tx, workspaceId, { contactId, phones })));
  return people;
}

async function read(tx: Tx, workspaceId: string, id: string) {
  const [contact] = await rows(tx, readStatement)(workspaceId, id);
  if (!contact) throw noSuchContact();
  return contact;
}

function announce(workspaceId: string, { from, into }: Pair, people: readonly string[]): void {
  notify(workspaceId, { contacts: [into, from], people: [...new Set(people)] });
  wake(contactMoves, workspaceId);
  wake(eventMoves, workspaceId);
}

/** Removes what an undoing would have needed. */
export const deleteExpired = (signal: AbortSignal): Promise<void> =>
  deleteInBatches({ what: "merges of contacts", signal }, (limit) => run(db(), deleteExpiredStatement)(limit));
