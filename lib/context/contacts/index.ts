/**
 * A contact is a customer as the company's backend describes them by `userId`; this noun writes, reads and removes it. Members look at
 * contacts in the directory and the panel; the human in a chat is a person.
 */

import type { z } from "zod";
import * as events from "@/lib/context/events";
import { requireMovesDone, withMovesDone } from "@/lib/people/event-moves";
import { relinkChats } from "@/lib/people/relink-chats";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as idempotency from "@/lib/workspace/idempotency";
import * as requests from "@/lib/workspace/request-log";
import { discardFilesStatement } from "./imports-sql";
import { noSuchContact } from "./missing";
import { scheduleRemoval } from "./removal";
import { type BlankedRow, blankStatement, type LockedRow, lockStatement } from "./sql";

export { dryRun, putAll } from "./batch";
export { get } from "./get";
export {
  announceImported,
  announceUnmade,
  attributeTypes,
  full,
  type Imported,
  importedOf,
  type Outcome,
  unmake,
  writeImported,
} from "./imported";
export { merge, undoMerge } from "./merge";
export { fillPhone, recordPhoneConflict } from "./phones";
export { put } from "./put";
export { ageSeconds as removalAgeSeconds, jobs, queue } from "./removal";

type Removed = { eventsDeleted: number; chatsUnlinked: number };
/** `id`: only this contact, also when another one has the userId by now. */
type Removal = { id?: string; inTransaction?: (tx: Prisma.TransactionClient, removed: Removed) => Promise<void> };

/**
 * Deletes a contact, which may be named by an alias, with its events (spec §4.3), in one transaction whose duration does not depend on the history:
 * the first few events are removed in it, and the rest in the background, unless events still follow a link to the contact. @throws customer_not_found, unavailable
 */
export async function remove(workspaceId: string, userId: string, { id: only, inTransaction }: Removal = {}) {
  const deleted = await withMovesDone(workspaceId, () =>
    withLinkingLock(workspaceId, "change", async (tx) => {
      const found = await lock(tx, workspaceId, userId);
      if (!found || (only !== undefined && found.id !== only)) return undefined;
      const gone = await removeLocked(tx, workspaceId, found);
      await inTransaction?.(tx, { eventsDeleted: gone.eventsDeleted, chatsUnlinked: gone.chats.length });
      return gone;
    }),
  );
  if (!deleted) throw noSuchContact();
  announceRemoved(workspaceId, deleted);
  return { deleted: true as const, userId, eventsDeleted: deleted.eventsDeleted, chatsUnlinked: deleted.chats.length };
}

type Locked = Omit<z.output<typeof LockedRow>, "isAlias">;
type Gone = z.output<typeof BlankedRow> & { id: string; reset: string[] };

/** Locks a contact, which may be named by an alias, until the end of the transaction. A separate statement, so that the next one sees every event that was recorded before. */
export async function lock(tx: Prisma.TransactionClient, workspaceId: string, userId: string): Promise<Locked | undefined> {
  return (await rows(tx, lockStatement)(workspaceId, userId)).find(({ isAlias }) => !isAlias);
}

/** Deletes a locked contact, under the linking lock for `change`, in `withMovesDone`. `announceRemoved` comes after the commit. */
export async function removeLocked(tx: Prisma.TransactionClient, workspaceId: string, { id, phone, userId }: Locked): Promise<Gone> {
  await requireMovesDone(tx, workspaceId, { contactId: id });
  const [deleted] = await rows(tx, blankStatement)(workspaceId, id, userId, currentTime());
  if (!deleted) throw new Error(`Contact ${id} could not be deleted.`);
  const { items } = await events.removeBatchOf(tx, workspaceId, id);
  await discardFiles(tx, workspaceId);
  for (const name of [userId, ...deleted.aliases]) await requests.forget(tx, workspaceId, name);
  await relinkChats(tx, workspaceId, { phones: [phone, ...deleted.people.map((person) => person.phone)] });
  return { ...deleted, id, reset: items.map(({ chatId }) => chatId) };
}

/**
 * Files of contacts that nobody has checked may have anybody in them, and so may answers that are stored for repeats: whoever is forgotten takes
 * them along. Under the linking lock for `change`.
 */
export async function discardFiles(tx: Prisma.TransactionClient, workspaceId: string): Promise<void> {
  await run(tx, discardFilesStatement)(workspaceId, JSON.stringify(discarded));
  await idempotency.forget(tx, workspaceId, currentTime());
}

const discarded = {
  code: "file_discarded",
  message: "Somebody was deleted after this file was sent, and nobody had said yet who is in it, so it went. Send it again, without them.",
  line: null,
};

/** Notifies open screens, and starts the removal of what is left. */
export function announceRemoved(workspaceId: string, { id, chats, people, reset }: Gone): void {
  notify(workspaceId, { contacts: [id], people: people.map((person) => person.id), reset: [...new Set([...chats, ...reset])] });
  scheduleRemoval();
}
