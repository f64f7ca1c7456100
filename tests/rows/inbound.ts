import { setTimeout as pause } from "node:timers/promises";
import { deleteExpired, enqueue, requireCapacity } from "@/lib/channels/inbound";
import { stored } from "@/lib/channels/inbound/lanes";
import { serve } from "@/lib/channels/inbound/turn";
import { readWebhook } from "@/lib/channels/whatsapp/parse/webhook";
import { db } from "@/lib/platform/db";
import { echoChange, idIn, kinds, messagesChange, numberChange, phoneNumberId, type Sent, webhookOf } from "../support/whatsapp";

const ada = { phone: "447911700001", userId: "GB.700001", name: "Ada" };
const bob = { phone: "447911700003", name: "Bob" };
const after = { phone: "447911700002", userId: "GB.700002" };
const longAgo = new Date("2020-01-01");

/** The statements of what channels report: stored, processed by the worker, and removed by age. */
export async function runInbound(ws: string): Promise<void> {
  const first = kinds.text(ada, "Hello");
  const reply = kinds.text(ada, "Me again", { context: { id: idIn(first) } });
  const sent = webhookOf(
    messagesChange([first, reply, kinds.reaction(ada, idIn(first), "👍"), kinds.edit(ada, idIn(first), "Hello!")]),
    echoChange(ada, "By hand"),
    messagesChange([numberChange(ada, after)]),
    messagesChange([kinds.text(after, "New number")]),
  );
  const { entries } = readWebhook(sent, phoneNumberId);
  await requireCapacity(ws);
  // Processed together: of somebody new, and then of the same.
  for (const text of ["One", "Two"]) await arrive(ws, [kinds.text(bob, text), kinds.text(bob, `${text}, too`)]);
  await beginElsewhere(ws, kinds.text(ada, "Sent before"));
  await enqueue(ws, "whatsapp", entries);
  await enqueue(ws, "whatsapp", entries);
  await untilProcessed(ws);
  // Taken together, and processed one by one: the second sender's is begun when the first has no more.
  await arrive(
    ws,
    [ada, bob].map((sender) => kinds.reaction(sender, idIn(first), "🎉")),
  );
  await endWithItsTurn(ws);
  await db().inboundMessage.updateMany({ where: { workspaceId: ws }, data: { receivedAt: longAgo } });
  await deleteExpired(new AbortController().signal);
}

async function arrive(ws: string, sent: Sent[]): Promise<void> {
  await enqueue(ws, "whatsapp", readWebhook(webhookOf(messagesChange(sent)), phoneNumberId).entries);
  await untilProcessed(ws);
}

/** An entry that another process has begun and left, so that what must come after it waits. */
async function beginElsewhere(ws: string, sent: Sent): Promise<void> {
  const { entries } = readWebhook(webhookOf(messagesChange([sent])), phoneNumberId);
  const [now, nextTryAt] = [new Date(), new Date(Date.now() + 1_000)];
  const rows = stored("whatsapp", entries).map((entry) => ({
    ...entry,
    workspaceId: ws,
    channel: "whatsapp" as const,
    receivedAt: now,
    nextTryAt,
  }));
  await db().inboundMessage.createMany({
    data: rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(JSON.stringify(payload)) })),
  });
}

async function untilProcessed(ws: string): Promise<void> {
  const where = { workspaceId: ws, processedAt: null };
  for (let tries = 0; tries < 200 && (await db().inboundMessage.count({ where })) > 0; tries += 1) await pause(50);
}

/** An entry with which its turn is over: nothing is begun after it. The worker may take it first, and then another one is tried. */
async function endWithItsTurn(ws: string): Promise<void> {
  const { signal } = new AbortController();
  for (let count = 0; count === 0; ) {
    const { entries } = readWebhook(webhookOf(messagesChange([kinds.text(ada, "Alone")])), phoneNumberId);
    await enqueue(ws, "whatsapp", entries);
    ({ count } = await serve("message", ws, { max: 1, until: performance.now() + 10_000, signal }, () => undefined));
  }
}
