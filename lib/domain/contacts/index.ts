import type { z } from "zod";
import * as events from "@/lib/domain/events";
import { relink } from "@/lib/domain/people/relink-chats";
import * as requests from "@/lib/domain/request-log";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db, type Runner } from "@/lib/platform/db";
import { settle } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows } from "@/lib/platform/db/rows";
import { poke } from "@/lib/platform/notify";
import type { ContactInput } from "./contract";
import { removeSoon } from "./removal";
import {
  BuriedRow,
  buryStatement,
  ContactRow,
  getStatement,
  LinkedChatsRow,
  linkedChatsStatement,
  PhoneRow,
  phoneStatement,
  putStatement,
  SavedRow,
  samePhoneStatement,
} from "./sql";

export { removalAgeSeconds, startRemovalOfDeleted } from "./removal";

type Saved = z.output<typeof SavedRow> & { people?: string[] };
const mostAttributes = 100;

const noSuchContact = () => new AppError("customer_not_found", "No contact has this userId. Create it with PUT first.");

/**
 * Creates or updates a contact (spec §4.1); only the fields in `input` change. One statement, and one transaction with the
 * linking of its chats when the phone changes.
 * @throws invalid_request when the merge would leave more than 100 attributes
 */
export async function put(workspaceId: string, userId: string, input: ContactInput) {
  const { attributes = {}, ...sent } = input;
  const fields = { ...sent, ...(sent.email === undefined ? {} : { emailKey: sent.email?.toLowerCase() ?? null }) };
  const set = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
  const removed = Object.keys(attributes).filter((key) => attributes[key] === null);
  if (Object.keys(set).length > mostAttributes) throw tooMany();
  const change = [JSON.stringify(fields), JSON.stringify(set), removed];
  const write = async (on: Runner) => (await rows(on, SavedRow)(putStatement, workspaceId, newId(), userId, ...change))[0];
  const repeat = async () => (await rows(db(), SavedRow)(samePhoneStatement, workspaceId, userId, ...change))[0];
  const written: Saved | undefined =
    sent.phone === undefined
      ? await settle(() => write(db()))
      : ((await settle(repeat)) ?? (await changePhone(workspaceId, userId, write)));
  if (!written) throw tooMany();
  const { id, people = [], created, linkedChats, ...contact } = written;
  poke(workspaceId, { contacts: [id], people });
  return { contact, linkedChats, created };
}

const tooMany = () =>
  new AppError(
    "invalid_request",
    `attributes must have at most ${mostAttributes} keys after the merge. Remove some by setting them to null.`,
  );

/** The phone before is read under the lock under which it is changed, so that the people it leaves behind are settled too. */
function changePhone(workspaceId: string, userId: string, write: (on: Runner) => Promise<Saved | undefined>): Promise<Saved | undefined> {
  return withLinkingLock(workspaceId, "change", async (tx) => {
    const [before] = await rows(tx, PhoneRow)(phoneStatement, workspaceId, userId);
    const saved = await write(tx);
    if (!saved) return undefined;
    const people = await relink(tx, workspaceId, { contactId: saved.id, phones: [before?.phone, saved.phone] });
    const [{ linkedChats } = saved] = await rows(tx, LinkedChatsRow)(linkedChatsStatement, workspaceId, saved.id);
    return { ...saved, linkedChats, people };
  });
}

/**
 * Deletes a contact with its events (spec §4.3), in one transaction that takes as long for a long history as for a short one:
 * the first few events are removed in it, and the rest in the background. @throws customer_not_found
 */
export async function remove(workspaceId: string, userId: string) {
  const gone = await withLinkingLock(workspaceId, "change", async (tx) => {
    // A statement of its own: the next one sees every event that was recorded before.
    const [found] = await rows(tx, PhoneRow)(phoneStatement, workspaceId, userId);
    if (!found) return undefined;
    const [buried] = await rows(tx, BuriedRow)(buryStatement, workspaceId, found.id, userId, new Date());
    if (!buried) throw new Error(`Contact ${found.id} could not be deleted.`);
    const { reset } = await events.removeOf(tx, workspaceId, found.id);
    await requests.forget(tx, workspaceId, userId);
    await relink(tx, workspaceId, { contactId: null, phones: buried.people.map(({ phone }) => phone) });
    return { ...buried, id: found.id, reset };
  });
  if (!gone) throw noSuchContact();
  const { id, eventsDeleted, chats, people, reset } = gone;
  poke(workspaceId, { contacts: [id], people: people.map((person) => person.id), reset: [...new Set([...chats, ...reset])] });
  removeSoon();
  return { deleted: true as const, userId, eventsDeleted, chatsUnlinked: chats.length };
}

/** A contact, the count of its chats and its latest 20 events (spec §4.2). @throws customer_not_found */
export async function get(workspaceId: string, userId: string) {
  const row = (await rows(db(), ContactRow)(getStatement, workspaceId, userId))[0];
  if (!row) throw noSuchContact();
  const { linkedChats, events, ...contact } = row;
  return { contact, linkedChats, events };
}
