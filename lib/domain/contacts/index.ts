import * as events from "@/lib/domain/events";
import { relinkChats } from "@/lib/domain/people/relink-chats";
import * as requests from "@/lib/domain/request-log";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { noSuchContact } from "./missing";
import { scheduleRemoval } from "./removal";
import { BlankedRow, blankStatement, PhoneRow, phoneStatement } from "./sql";

export { get } from "./get";
export { fillPhone, keepApart } from "./phones";
export { put } from "./put";
export { removalAgeSeconds, startRemovalOfDeleted } from "./removal";

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
    const [blanked] = await rows(tx, BlankedRow)(blankStatement, workspaceId, found.id, userId, currentTime());
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
