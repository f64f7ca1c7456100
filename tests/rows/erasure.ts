import { setTimeout as pause } from "node:timers/promises";
import { enqueue } from "@/lib/channels/inbound";
import { attach } from "@/lib/channels/whatsapp/media";
import { readWebhook } from "@/lib/channels/whatsapp/parse/webhook";
import * as attachments from "@/lib/chats/attachments";
import * as events from "@/lib/context/events";
import * as erasure from "@/lib/data/erasure";
import { readPage } from "@/lib/data/erasure/pages";
import { close, removeSome } from "@/lib/data/erasure/workspace";
import { run } from "@/lib/ops";
import { db } from "@/lib/platform/db";
import { startAll } from "@/lib/platform/jobs";
import { commandLine } from "@/lib/workspace/audit/contract";
import { pdf } from "../support/files";
import { kinds, messagesChange, phoneNumberId, webhookOf } from "../support/whatsapp";

const phone = "447911800001";

/** The statements of erasures: of a person on WhatsApp with a file and an event, and of a whole workspace. */
export async function runErasure(ws: string): Promise<void> {
  const sent = webhookOf(messagesChange([kinds.text({ phone, name: "Eve" }, "Hello")]));
  await enqueue(ws, "whatsapp", readWebhook(sent, phoneNumberId).entries);
  const found = () => db().chat.findFirst({ where: { workspaceId: ws, person: { workspaceId: ws, phone } } });
  for (let tries = 0; tries < 200 && !(await found()); tries += 1) await pause(50);
  const chat = await found();
  if (!chat) throw new Error("The message was not processed.");
  const file = await attachments.store(ws, { chatId: chat.id, name: "Invoice.pdf", bytes: pdf });
  (await attachments.open(ws, file.id))?.stream.destroy();
  const item = await db().chatItem.findFirstOrThrow({ where: { workspaceId: ws, chatId: chat.id, kind: "message" } });
  await db().$transaction((tx) => attach(tx, ws, { itemId: item.id, chatId: chat.id, id: file.id }));
  await events.record(ws, { event: "Payment failed", phone });
  const { displayName } = await erasure.read(ws, chat.personId);
  await erasure.erase(ws, chat.personId, { by: commandLine, displayName, scope: "person" });
  await db().attachment.updateMany({ where: { workspaceId: ws, id: file.id }, data: { createdAt: new Date("2020-01-01") } });
  const stop = await startAll(erasure.jobs);
  for (let tries = 0; tries < 200 && (await db().erasedPerson.count({ where: { workspaceId: ws } })) > 0; tries += 1) await pause(50);
  await stop();

  const made = await run({
    command: "create-workspace",
    input: { name: "Gone", slug: "gone", email: "gone@example.com", password: "correct horse battery" },
  });
  const id = String(made["id"]);
  const [first] = await readPage(db(), ws, "contact", { last: null, max: 1 });
  await readPage(db(), ws, "contact", { last: first?.key ?? null, max: 1 });
  await close(id);
  await removeSome(id, { budgetMs: 5_000 });
}
