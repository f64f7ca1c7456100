/**
 * The panel is what stands beside one chat: its contact or person, problems, events and buttons. It stores nothing of its own, and is
 * about one human; the list of all contacts is the directory.
 */

import type { z } from "zod";
import { availableButtons } from "@/lib/actions/calls/available-buttons";
import { pressesSince } from "@/lib/actions/calls/recent";
import { noSuchChat } from "@/lib/chats";
import type { Level } from "@/lib/context/events/shared/level";
import type { Role } from "@/lib/kernel/contract";
import { pageOf, readIdCursor } from "@/lib/kernel/page";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { rawClient } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { Panel } from "./contract";
import { eventsStatement, olderEventsStatement } from "./events-sql";
import { ownerStatement, panelStatement } from "./sql";

const eventsPerPage = 20;

/** The owner of the events that a panel shows: the contact, or a person without one. */
export type Owner = { of: "contact" | "person"; id: string };

/** @throws not_found */
async function ownerOf(workspaceId: string, chatId: string): Promise<Owner> {
  const [row] = await rows(rawClient, ownerStatement)(workspaceId, chatId);
  if (!row) throw noSuchChat();
  return row.contactId ? { of: "contact", id: row.contactId } : { of: "person", id: row.personId };
}

/** The problems of a contact or person, open and closed lately, and their newest other events, as the panel shows them. */
export async function eventsOf(workspaceId: string, { of, id }: Owner) {
  const [row] = await rows(rawClient, eventsStatement(of))(workspaceId, id, eventsPerPage + 1);
  if (!row) throw new Error("A query without a condition has one row.");
  return { ...row, ...firstPage(row.events) };
}

function firstPage<E extends { id: string }>(events: readonly E[]) {
  const { page, last } = pageOf(events, eventsPerPage);
  return { events: page, nextEvents: last?.id ?? null };
}

/** The panel beside the chat for a member of this role, in one statement. @throws not_found */
export async function read(workspaceId: string, chatId: string, role: Role): Promise<z.output<typeof Panel>> {
  const [row] = await rows(rawClient, panelStatement)(workspaceId, chatId, eventsPerPage + 1, pressesSince());
  if (!row) throw noSuchChat();
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
  const { problems, problemsCount, solved, hasOlderProblems } = row;
  const facts = { contact, contactId, personId, role, hasProblem: problemsCount > 0 };
  const presses = row.lastPresses.map((press) => [press.buttonId, { ...press, startedAt: new Date(press.startedAt) }] as const);
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
    ...{ problems, problemsCount, solved, hasOlderProblems },
    ...firstPage(row.events),
    ...availableButtons(row.buttons, facts, new Map(presses)),
    running: running.map((call) => ({ ...call, startedAt: new Date(call.startedAt) })),
    outcomes,
  };
}

/** A page of a person's problem events, or of the others: the newest, or those before the cursor. @throws not_found, invalid_request */
export async function olderEvents(workspaceId: string, chatId: string, older: Older) {
  return olderEventsOf(workspaceId, await ownerOf(workspaceId, chatId), older);
}

type Older = { cursor?: string | undefined; level: Level };

/** As `olderEvents`, for a contact or person that may have no chat. @throws invalid_cursor */
export async function olderEventsOf(workspaceId: string, { of, id }: Owner, { cursor, level }: Older) {
  const values = [workspaceId, id, cursor === undefined ? null : readIdCursor(cursor), level, eventsPerPage + 1];
  const [row] = await rows(rawClient, olderEventsStatement(of))(...values);
  const { page, last } = pageOf(row?.events ?? [], eventsPerPage);
  return { items: page, next: last?.id ?? null };
}
