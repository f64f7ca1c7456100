import { db, type Runner } from "@/lib/db";
import { settle } from "@/lib/db/errors";
import { linkingLock } from "@/lib/db/linking";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { relink } from "@/lib/people/link";
import { poke } from "@/lib/realtime";
import * as requests from "@/lib/requests";
import type { Contact, ContactInput, EventInRead } from "./contract";
import { getStatement, linkedChatsStatement, phoneStatement, putStatement, removeStatement } from "./statements";

type Saved = Contact & { id: string; created: boolean; linkedChats: number; people?: string[] };
type Write = (on: Runner, mayChangePhone: boolean) => Promise<Saved | undefined>;
type Removed = {
  id: string;
  eventsDeleted: number;
  chatsUnlinked: number;
  reset: string[];
  people: { id: string; phone: string | null }[];
};
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
  const write: Write = async (on, mayChangePhone) => {
    const values = [newId(), userId, JSON.stringify(fields), JSON.stringify(set), removed, mayChangePhone];
    return (await on.$queryRawUnsafe<Saved[]>(putStatement, workspaceId, ...values))[0];
  };
  const written =
    (await settle(() => write(db(), false))) ??
    (sent.phone === undefined ? undefined : await settle(() => changePhone(workspaceId, userId, write)));
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
function changePhone(workspaceId: string, userId: string, write: Write): Promise<Saved | undefined> {
  return db().$transaction(async (tx) => {
    await linkingLock(tx, workspaceId, "change");
    const [before] = await tx.$queryRawUnsafe<{ phone: string | null }[]>(phoneStatement, workspaceId, userId);
    const saved = await write(tx, true);
    if (!saved) return undefined;
    const people = await relink(tx, workspaceId, { contactId: saved.id, phones: [before?.phone, saved.phone] });
    const [{ linkedChats } = saved] = await tx.$queryRawUnsafe<{ linkedChats: number }[]>(linkedChatsStatement, workspaceId, saved.id);
    return { ...saved, linkedChats, people };
  });
}

/** Removes a contact with its events (spec §4.3), in one transaction. @throws customer_not_found */
export async function remove(workspaceId: string, userId: string) {
  const gone = await settle(() =>
    db().$transaction(async (tx) => {
      await linkingLock(tx, workspaceId, "change");
      // Waits for events that are being recorded, and keeps new ones out, so that the next statement sees them all.
      await tx.$queryRawUnsafe(phoneStatement, workspaceId, userId);
      const [found] = await tx.$queryRawUnsafe<Removed[]>(removeStatement, workspaceId, userId);
      if (!found) return undefined;
      await requests.forget(tx, workspaceId, userId);
      await tx.$executeRaw`delete from contact where workspace_id = ${workspaceId}::uuid and id = ${found.id}::uuid`;
      await relink(tx, workspaceId, { contactId: null, phones: found.people.map(({ phone }) => phone) });
      return found;
    }),
  );
  if (!gone) throw noSuchContact();
  requests.forgetLater(workspaceId, userId);
  poke(workspaceId, { contacts: [gone.id], people: gone.people.map(({ id }) => id), reset: gone.reset });
  return { deleted: true as const, userId, eventsDeleted: gone.eventsDeleted, chatsUnlinked: gone.chatsUnlinked };
}

/** A contact, the count of its chats and its latest 20 events (spec §4.2). @throws customer_not_found */
export async function get(workspaceId: string, userId: string) {
  type Row = Contact & { linkedChats: number; events: EventInRead[] };
  const row = (await db().$queryRawUnsafe<Row[]>(getStatement, workspaceId, userId))[0];
  if (!row) throw noSuchContact();
  const { linkedChats, events, ...contact } = row;
  return { contact, linkedChats, events };
}
