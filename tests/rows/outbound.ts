import { setTimeout as pause } from "node:timers/promises";
import { ingestMessage } from "@/lib/channels";
import * as outbound from "@/lib/channels/outbound";
import { confirm, finish, sweep, take } from "@/lib/channels/outbound/queue";
import type { DeliveryResult } from "@/lib/channels/outbound/result";
import { applyStatus, isSending } from "@/lib/channels/outbound/status";
import * as receipts from "@/lib/channels/receipts";
import * as scheduled from "@/lib/channels/scheduled";
import { sendDue } from "@/lib/channels/scheduled/sending";
import * as settings from "@/lib/channels/whatsapp/settings";
import * as chats from "@/lib/chats";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as integrations from "@/lib/workspace/integrations";

/** One is sent at its time, one is cancelled, and one cannot be sent. */
async function runScheduled(ws: string, { agent, chatId }: { agent: { id: string; name: string }; chatId: string }): Promise<void> {
  const ids = [newId(), newId(), newId()];
  const sendAt = new Date(Date.now() + 60_000);
  const stranger = { id: newId(), name: "Gone" };
  for (const [at, id] of ids.entries()) await scheduled.schedule(ws, chatId, at === 2 ? stranger : agent, { id, text: "Later", sendAt });
  await scheduled.cancel(ws, chatId, ids[1] ?? "");
  const turn = { max: 10, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal };
  await sendDue(ws, turn, new Date(sendAt.getTime() + 1));
  await scheduled.list(ws, chatId);
  await scheduled.cancel(ws, chatId, ids[2] ?? "");
}

/** The statements of messages that go outside: nothing is sent, because no worker runs. */
export async function runOutbound(ws: string, agent: { id: string; name: string }): Promise<void> {
  const workspace = { id: ws, slug: "acme" };
  const values = { phoneNumberId: "106540352242922", accessToken: "EAA-not-a-real-token-000", appSecret: "0123456789abcdef" };
  await settings.save(workspace, values, { by: commandLine, host: "http://127.0.0.1" });
  await settings.save(workspace, { ...values, accessToken: "", sendsReceipts: true }, { by: commandLine, host: "http://127.0.0.1" });
  await integrations.note(ws, "whatsapp", { displayPhone: "+1 555 078 3881" });
  const message = { id: newId(), text: "Hello", content: { externalId: "wamid.rows" } };
  const { chatId, seq } = await ingestMessage(ws, { channel: "whatsapp", phone: "447911000077" }, message);
  await chats.windowOf(ws, chatId);

  const id = newId();
  const text = { kind: "message", text: "Hello Ada", replyTo: message.id } as const;
  await outbound.write(ws, chatId, agent, { id, ...text });
  await outbound.write(ws, chatId, agent, { id, ...text });
  const results: DeliveryResult[] = [
    { kind: "retry", scope: "workspace", code: 130_429, reason: "Slower." },
    { kind: "paused", reason: "The token has expired." },
    { kind: "failed", code: 131_026, reason: "It could not be delivered." },
    { kind: "unknown", reason: "No answer." },
  ];
  for (const result of results) {
    const taken = await takeDue(ws);
    await confirm(taken);
    await finish(taken, result);
    await db().outboundMessage.updateMany({ where: { workspaceId: ws }, data: { nextTryAt: new Date(0) } });
    await outbound.sendAgain(ws, chatId, id).catch(() => undefined);
  }
  const last = await takeDue(ws);
  await isSending(ws);
  await applyStatus(ws, "whatsapp", { externalId: "wamid.1", state: "sent", attempt: last });
  await finish(last, { kind: "sent", externalId: "wamid.1" });
  await applyStatus(ws, "whatsapp", { externalId: "wamid.1", state: "delivered" });
  await applyStatus(ws, "whatsapp", { externalId: "wamid.1", state: "failed", failure: { code: 131_047, reason: "Too late." } });
  await applyStatus(ws, "whatsapp", { externalId: "wamid.none", state: "read" });
  await chats.items(ws, chatId, {});

  await outbound.write(ws, chatId, agent, { id: newId(), kind: "message", text: "Abandoned" });
  await takeDue(ws);
  await outbound.write(ws, chatId, agent, { id: newId(), kind: "message", text: "Never sent" });
  await sweep(new Date(Date.now() + 1_000));
  await receipts.markRead(ws, chatId, { accountId: agent.id, seq });
  // The receipt is sent in the background, to an address where nothing listens.
  await pause(200);
  await settings.view(workspace, "http://127.0.0.1");
  await runScheduled(ws, { agent, chatId });
  await settings.disconnect(ws, commandLine);
  await sweep();
}

async function takeDue(ws: string) {
  const [taken] = (await take(ws, 1)).messages;
  if (!taken) throw new Error("No message is due.");
  return taken;
}
