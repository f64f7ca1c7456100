import { AppError } from "@/lib/kernel/errors";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import { get } from ".";
import { messageOf } from "./message";
import { attemptsStatement, deliveriesStatement, toSendStatement } from "./sql";

const pageSize = 50;

/** What was sent to an endpoint, or will be, newest first. `cursor` is the `next` of the page before. @throws not_found */
export async function deliveries(workspaceId: string, endpointId: string, cursor: string | undefined) {
  await get(workspaceId, endpointId);
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const found = await replica.read((on) => rows(on, deliveriesStatement)(workspaceId, endpointId, at, id, pageSize + 1));
  const { page, last } = pageOf(found, pageSize);
  return { items: page, next: last ? cursorFor({ at: last.at, id: last.eventId }) : null };
}

/** What is sent of an event, and each answer. @throws not_found */
export async function delivery(workspaceId: string, endpointId: string, eventId: string) {
  const [event] = await rows(db(), toSendStatement)(workspaceId, [eventId], [endpointId]);
  if (!event) throw new AppError("not_found", "There is no such delivery. Deliveries are stored for 30 days.");
  const { id: _, ...message } = messageOf(event, event.withContent);
  return { body: JSON.stringify(message, null, 2), attempts: await rows(db(), attemptsStatement)(workspaceId, eventId, endpointId) };
}
