import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { newId } from "@/lib/kernel/ids";
import { db, rawClient } from "@/lib/platform/db";
import { rows, run } from "@/lib/platform/db/rows";
import * as webhooks from "@/lib/webhooks";
import * as log from "@/lib/webhooks/log";
import { replay } from "@/lib/webhooks/replay";
import { deleteExpired, emptyBatchOf } from "@/lib/webhooks/retention";
import { queue } from "@/lib/webhooks/sending";
import { abandonedStatement, deliveredStatement, finishStatement, replayStatement, toSendStatement } from "@/lib/webhooks/sql";
import { commandLine } from "@/lib/workspace/audit/contract";

/** As if all that was sent had failed. */
const ended = (workspaceId: string) => db().webhookDelivery.updateMany({ where: { workspaceId }, data: { state: "failed" } });

/** Adds an endpoint, tells it something, and replays it; nothing listens at its address. */
export async function runWebhooks(ws: string): Promise<void> {
  const types = ["event.received", "contact.deleted"] as const;
  const { endpoint } = await webhooks.create(ws, commandLine, {
    url: "http://127.0.0.1:9",
    types: [...types],
    content: true,
    description: "",
  });
  const { id } = endpoint;
  await webhooks.rotate(ws, commandLine, id);
  await webhooks.change(ws, commandLine, id, { description: "Orders" });
  await events.record(ws, { event: "Order placed", userId: "hooked", properties: { amount: 1 } });
  const { eventId } = await webhooks.test(ws, id);
  const turn = { max: 50, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal };
  await queue.serve(ws, turn);
  await rows(db(), toSendStatement)(ws, [eventId], [id]);
  const now = new Date();
  await rows(db(), finishStatement)(ws, eventId, id, 1, "failed", now, now, newId(), "http://127.0.0.1:9", 1, 500, null, "", null);
  const delivered = {
    workspaceId: ws,
    eventId,
    endpointId: id,
    attempt: 1,
    id: newId(),
    at: now,
    url: "http://127.0.0.1:9",
    tookMs: 1,
    status: 204,
    reply: "",
  };
  await rows(rawClient, deliveredStatement)(JSON.stringify([delivered]), "1000");
  await run(db(), abandonedStatement)();
  await log.deliveries(ws, id, {});
  await log.delivery(ws, id, eventId);
  const time = { from: new Date(0), to: new Date("2100-01-01") };
  await ended(ws);
  await log.deliveries(ws, id, { state: "failed", type: "ping" });
  await replay(ws, id, { eventIds: [eventId], delivered: false });
  await ended(ws);
  await replay(ws, id, { ...time, delivered: true });
  await ended(ws);
  await rows(db(), replayStatement)(ws, id, time.from, time.to, true, 10);
  const { data } = await webhooks.events(ws, { limit: 10, content: true });
  await webhooks.events(ws, { cursor: data[0]?.id, limit: 10, content: false });
  await contacts.remove(ws, "hooked");
  await emptyBatchOf(ws, { contactIds: [newId()] });
  await emptyBatchOf(ws, { personId: newId() });
  await db().webhookEvent.updateMany({ where: { workspaceId: ws, id: eventId }, data: { at: new Date("2020-01-01") } });
  await deleteExpired(new AbortController().signal);
  await webhooks.remove(ws, commandLine, id);
}
