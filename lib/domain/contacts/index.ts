import type { z } from "zod";
import * as events from "@/lib/domain/events";
import { recordConflict } from "@/lib/domain/people/conflicts";
import { relinkChats } from "@/lib/domain/people/relink-chats";
import { phoneVariant } from "@/lib/domain/people/shared/phone-variants";
import * as requests from "@/lib/domain/request-log";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db, type Runner } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { type ContactInput, maxAttributes } from "./contract";
import { scheduleRemoval } from "./removal";
import {
  BlankedRow,
  blankStatement,
  ContactRow,
  getStatement,
  LinkedChatsRow,
  linkedChatsStatement,
  otherHolderStatement,
  PhoneRow,
  phoneStatement,
  putStatement,
  SavedRow,
  samePhoneStatement,
} from "./sql";

export { removalAgeSeconds, startRemovalOfDeleted } from "./removal";

type Saved = z.output<typeof SavedRow> & { people?: string[] };

const noSuchContact = () => new AppError("customer_not_found", "No contact has this userId. Create it with PUT first.");

/**
 * Creates or updates a contact (spec §4.1); only the fields in `input` change. Runs one statement, and when the phone changes
 * one transaction that also relinks chats.
 * @throws invalid_request when the merge would leave more than 100 attributes
 */
export async function put(workspaceId: string, userId: string, input: ContactInput) {
  const { attributes = {}, ...sent } = input;
  const fields = { ...sent, ...(sent.email === undefined ? {} : { emailKey: sent.email?.toLowerCase() ?? null }) };
  const set = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
  const removed = Object.keys(attributes).filter((key) => attributes[key] === null);
  if (Object.keys(set).length > maxAttributes) throw tooManyAttributes();
  const change = [JSON.stringify(fields), JSON.stringify(set), removed];
  const write = async (on: Runner) => (await rows(on, SavedRow)(putStatement, workspaceId, newId(), userId, ...change))[0];
  const updateSamePhone = async () => (await rows(db(), SavedRow)(samePhoneStatement, workspaceId, userId, ...change))[0];
  const written: Saved | undefined =
    sent.phone === undefined
      ? await withRetry(() => write(db()))
      : ((await withRetry(updateSamePhone)) ?? (await changePhone(workspaceId, userId, write)));
  if (!written) throw tooManyAttributes();
  const { id, people = [], created, linkedChats, ...contact } = written;
  notify(workspaceId, { contacts: [id], people });
  return { contact, linkedChats, created };
}

const tooManyAttributes = () =>
  new AppError(
    "invalid_request",
    `attributes must have at most ${maxAttributes} keys after the merge. Remove some by setting them to null.`,
  );

/** Reads the previous phone under the same lock as the change, so that the people with that phone are relinked too. */
function changePhone(workspaceId: string, userId: string, write: (on: Runner) => Promise<Saved | undefined>): Promise<Saved | undefined> {
  return withLinkingLock(workspaceId, "change", async (tx) => {
    const [before] = await rows(tx, PhoneRow)(phoneStatement, workspaceId, userId);
    const saved = await write(tx);
    if (!saved) return undefined;
    const people = await relinkChats(tx, workspaceId, { contactId: saved.id, phones: [before?.phone, saved.phone] });
    if (saved.phone !== null) await keepApart(tx, workspaceId, { id: saved.id, phone: saved.phone });
    const [{ linkedChats } = saved] = await rows(tx, LinkedChatsRow)(linkedChatsStatement, workspaceId, saved.id);
    return { ...saved, linkedChats, people };
  });
}

/** A contact and a phone came together. When another one has it, the two stay apart and an admin decides. Returns whether one has it. */
export async function keepApart(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<boolean> {
  const [other] = await rows(on, IdRow)(otherHolderStatement, workspaceId, id, phone, phoneVariant(phone) ?? null);
  if (other) await recordConflict(on, workspaceId, { contactId: id, otherContactId: other.id, phone });
  return other !== undefined;
}

/**
 * Gives a contact without a phone one that came with its signed userId, unless another contact has it. Needs the linking lock for
 * `change`. Returns the people whose link changed.
 */
export async function fillPhone(on: Runner, workspaceId: string, { id, phone }: { id: string; phone: string }): Promise<string[]> {
  if (await keepApart(on, workspaceId, { id, phone })) return [];
  await on.$executeRaw`
    update contact set phone = ${phone}, phone_since = clock_timestamp(), updated_at = now()
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid and phone is null`;
  return relinkChats(on, workspaceId, { phones: [phone] });
}

type Removed = { eventsDeleted: number; chatsUnlinked: number };
/** `id`: only this contact, also when another one has the userId by now. */
type Removal = { id?: string; inTransaction?: (tx: Prisma.TransactionClient, removed: Removed) => Promise<void> };

/**
 * Deletes a contact with its events (spec §4.3), in one transaction whose duration does not depend on the history:
 * the first few events are removed in it, and the rest in the background. @throws customer_not_found
 */
export async function remove(workspaceId: string, userId: string, { id: only, inTransaction }: Removal = {}) {
  const deleted = await withLinkingLock(workspaceId, "change", async (tx) => {
    // A separate statement, so that the snapshot of the next one has every event that was recorded before.
    const [found] = await rows(tx, PhoneRow)(phoneStatement, workspaceId, userId);
    if (!found || (only !== undefined && found.id !== only)) return undefined;
    const [blanked] = await rows(tx, BlankedRow)(blankStatement, workspaceId, found.id, userId, new Date());
    if (!blanked) throw new Error(`Contact ${found.id} could not be deleted.`);
    const { items } = await events.removeBatchOf(tx, workspaceId, found.id);
    await requests.forget(tx, workspaceId, userId);
    await relinkChats(tx, workspaceId, { phones: [found.phone, ...blanked.people.map(({ phone }) => phone)] });
    await inTransaction?.(tx, { eventsDeleted: blanked.eventsDeleted, chatsUnlinked: blanked.chats.length });
    return { ...blanked, id: found.id, reset: items.map(({ chatId }) => chatId) };
  });
  if (!deleted) throw noSuchContact();
  const { id, eventsDeleted, chats, people, reset } = deleted;
  notify(workspaceId, { contacts: [id], people: people.map((person) => person.id), reset: [...new Set([...chats, ...reset])] });
  scheduleRemoval();
  return { deleted: true as const, userId, eventsDeleted, chatsUnlinked: chats.length };
}

/** A contact, the count of its chats and its latest 20 events (spec §4.2). @throws customer_not_found */
export async function get(workspaceId: string, userId: string) {
  const row = (await rows(db(), ContactRow)(getStatement, workspaceId, userId))[0];
  if (!row) throw noSuchContact();
  const { linkedChats, events, ...contact } = row;
  return { contact, linkedChats, events };
}
