import { AppError } from "@/lib/kernel/errors";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import { get } from ".";
import { messageOf } from "./message";
import { deliveryStates, type ShownState, type WebhookType, webhookTypes } from "./shared/types";
import { attemptsStatement, deliveriesStatement, filteredDeliveriesStatement, toSendStatement } from "./sql";

const pageSize = 50;

type Asked = { cursor?: string | undefined; state?: ShownState | undefined; type?: WebhookType | undefined };

/** What was sent to an endpoint, or will be, newest first. `cursor` is the `next` of the page before. @throws not_found */
export async function deliveries(workspaceId: string, endpointId: string, { cursor, state, type }: Asked) {
  await get(workspaceId, endpointId);
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const page = [workspaceId, endpointId, at, id, pageSize + 1] as const;
  const states = state === undefined ? deliveryStates : state === "waiting" ? (["waiting", "sending"] as const) : [state];
  const found = await replica.read((on) =>
    state === undefined && type === undefined
      ? rows(on, deliveriesStatement)(...page)
      : rows(on, filteredDeliveriesStatement)(...page, type === undefined ? [...webhookTypes] : [type], [...states]),
  );
  const { page: items, last } = pageOf(found, pageSize);
  return { items, next: last ? cursorFor({ at: last.at, id: last.eventId }) : null };
}

/** What is sent of an event, and each answer. @throws not_found */
export async function delivery(workspaceId: string, endpointId: string, eventId: string) {
  const [event] = await rows(db(), toSendStatement)(workspaceId, [eventId], [endpointId]);
  if (!event) throw new AppError("not_found", "There is no such delivery. Deliveries are stored for 30 days.");
  const { id: _, ...message } = messageOf(event, event.withContent);
  return { body: JSON.stringify(message, null, 2), attempts: await rows(db(), attemptsStatement)(workspaceId, eventId, endpointId) };
}
