import type { z } from "zod";
import { availableButtons } from "@/lib/domain/calls/available-buttons";
import { noSuchChat } from "@/lib/domain/chats";
import type { Level } from "@/lib/domain/events/shared/level";
import { displayNameOf } from "@/lib/domain/people/shared/display-name";
import type { Role } from "@/lib/kernel/contract";
import { pageOf, readIdCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { Panel } from "./contract";
import { EventsRow, eventsStatement, OlderEventsRow, olderEventsStatement } from "./events-sql";
import { PanelRow, panelStatement } from "./sql";

const eventsPerPage = 20;

async function panelRow(workspaceId: string, chatId: string): Promise<z.output<typeof PanelRow>> {
  const [row] = await rows(db(), PanelRow)(panelStatement, workspaceId, chatId);
  if (!row) throw noSuchChat();
  return row;
}

/** Whose events a panel shows: the contact's, or those of a person without one. */
export type Owner = { of: "contact" | "person"; id: string };

const ownerOf = ({ contactId, personId }: z.output<typeof PanelRow>): Owner =>
  contactId ? { of: "contact", id: contactId } : { of: "person", id: personId };

/** The problems of a contact or person, open and closed lately, and their newest other events, as the panel shows them. */
export async function eventsOf(workspaceId: string, { of, id }: Owner) {
  const [row] = await rows(db(), EventsRow)(eventsStatement(of), workspaceId, id, eventsPerPage + 1);
  if (!row) throw new Error("A query without a condition has one row.");
  const { page, last } = pageOf(row.events, eventsPerPage);
  return { ...row, events: page, nextEvents: last?.id ?? null };
}

/** The panel beside the chat for a member of this role, in two statements, and a third for buttons with a cooldown. @throws not_found */
export async function read(workspaceId: string, chatId: string, role: Role): Promise<z.output<typeof Panel>> {
  const row = await panelRow(workspaceId, chatId);
  const {
    contact,
    contactId,
    personId,
    linkedChats,
    running,
    outcomes,
    name,
    phone,
    username,
    visitorId,
    email,
    typedPhone,
    linkedBy,
    isBlocked,
  } = row;
  const eventFields = await eventsOf(workspaceId, ownerOf(row));
  const facts = { contact, contactId, personId, role, hasProblem: eventFields.problemsCount > 0 };
  const displayName = displayNameOf({ contactName: contact?.name, name, phone, username, visitorId });
  return {
    chat: {
      id: row.id,
      channel: row.channel,
      status: row.status,
      createdAt: row.createdAt,
      assignee: row.assignee,
      snoozedUntil: row.snoozedUntil,
      tags: row.tags,
    },
    person: { id: personId, displayName, name, phone, username, visitorId, email, typedPhone, linkedBy, isBlocked },
    contact: contact && { ...contact, createdAt: new Date(contact.createdAt) },
    suggestion: row.suggestion,
    linkedChats: linkedChats.map((chat) => ({ ...chat, lastItemAt: new Date(chat.lastItemAt) })),
    linkedChatsCount: row.linkedChatsCount,
    ...eventFields,
    ...(await availableButtons(workspaceId, row.buttons, facts)),
    running: running.map((call) => ({ ...call, startedAt: new Date(call.startedAt) })),
    outcomes,
  };
}

/** A page of a person's problem events, or of the others: the newest, or those before the cursor. @throws not_found, invalid_request */
export async function olderEvents(workspaceId: string, chatId: string, older: Older) {
  return olderEventsOf(workspaceId, ownerOf(await panelRow(workspaceId, chatId)), older);
}

type Older = { cursor?: string | undefined; level: Level };

/** As `olderEvents`, for a contact or person that may have no chat. @throws invalid_request */
export async function olderEventsOf(workspaceId: string, { of, id }: Owner, { cursor, level }: Older) {
  const values = [workspaceId, id, cursor === undefined ? null : readIdCursor(cursor), level, eventsPerPage + 1];
  const [row] = await rows(db(), OlderEventsRow)(olderEventsStatement(of), ...values);
  const { page, last } = pageOf(row?.events ?? [], eventsPerPage);
  return { items: page, next: last?.id ?? null };
}
