/**
 * The directory is all contacts as members look at them: the list, a contact's page with its timeline, and the export. It stores no
 * contact: that is `lib/context/contacts`; the panel shows one human beside a chat.
 */

import type { z } from "zod";
import { handleOfContact } from "@/lib/chats/handled";
import { handleAllOfContact } from "@/lib/chats/handled/all";
import { setContactTag } from "@/lib/chats/tagging";
import * as contacts from "@/lib/context/contacts";
import { noContactWithId } from "@/lib/context/contacts/missing";
import type { Level } from "@/lib/context/events/shared/level";
import * as panel from "@/lib/desk/panel";
import { AppError, hasCode } from "@/lib/kernel/errors";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { ContactPage } from "./contract";
import { userIdOf } from "./known";
import { seenAt } from "./list";
import { pageStatement } from "./page-sql";

export { exported } from "./export";
export { exportedAll } from "./export-all";
export { list } from "./list";
export { merge, mergedInto, previewMerge, undoMerge } from "./merge";
export { timeline } from "./timeline";

/** A contact with its people, chats and problems. @throws not_found */
export async function read(workspaceId: string, contactId: string): Promise<z.output<typeof ContactPage>> {
  const [row] = await rows(db(), pageStatement)(workspaceId, contactId);
  if (!row) throw noContactWithId();
  const events = await panel.eventsOf(workspaceId, { of: "contact", id: contactId });
  const { people, chats, chatsCount, lastSeenAt, merges, ...contact } = row;
  const { problems, problemsCount, solved, hasOlderProblems } = events;
  return {
    contact: { ...contact, lastSeenAt: seenAt(lastSeenAt) },
    displayName: contact.name ?? contact.userId,
    merges: merges.map((merge) => ({ ...merge, undoUntil: new Date(merge.undoUntil) })),
    people: people.map((person) => ({ ...person, displayName: displayNameOf(person) })),
    chats: chats.map((chat) => ({ ...chat, lastItemAt: new Date(chat.lastItemAt) })),
    chatsCount,
    ...{ problems, problemsCount, solved, hasOlderProblems },
  };
}

/** A page of a contact's problem events, or of the others. @throws not_found, invalid_request */
export async function events(workspaceId: string, contactId: string, query: { cursor?: string | undefined; level: Level }) {
  await userIdOf(workspaceId, contactId);
  return panel.olderEventsOf(workspaceId, { of: "contact", id: contactId }, query);
}

export const setTag = setContactTag;

type Press = { problemId: string; agent: { id: string; name: string }; handled: boolean };

/** Closes a problem of a contact, or undoes that, also of one that never chatted. @throws not_found */
export const handle = (workspaceId: string, contactId: string, press: Press) => handleOfContact(workspaceId, contactId, press);

/** Closes all problems of a contact, or those of one name, or takes that back. @throws not_found, invalid_request */
export async function handleAll(workspaceId: string, contactId: string, press: Parameters<typeof handleAllOfContact>[2]) {
  await userIdOf(workspaceId, contactId);
  return handleAllOfContact(workspaceId, contactId, press);
}

/**
 * Deletes a contact as the public API does, with an audit entry that names it by our own id: the log is for ever, and the userId of
 * somebody who was deleted is not. @throws not_found, conflict when `userId` is that of another contact
 */
export async function remove(workspaceId: string, contactId: string, { by, userId }: { by: Actor; userId: string }) {
  if ((await userIdOf(workspaceId, contactId)) !== userId)
    throw new AppError("conflict", "This is not the userId of the contact. Nothing was deleted.");
  try {
    return await contacts.remove(workspaceId, userId, {
      id: contactId,
      inTransaction: (tx, { eventsDeleted, chatsUnlinked }) =>
        audit.record(tx, workspaceId, by, { what: "contact.deleted", subject: contactId, details: { eventsDeleted, chatsUnlinked } }),
    });
  } catch (error) {
    if (hasCode(error, "customer_not_found")) throw noContactWithId();
    throw error;
  }
}
