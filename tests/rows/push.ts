import { ingestMessage } from "@/lib/channels";
import { assign } from "@/lib/chats/changes";
import * as push from "@/lib/desk/notifications/push";
import { finishSending } from "@/lib/desk/notifications/push/sending";
import { queueStatement } from "@/lib/desk/notifications/push/sql";
import { pushDue } from "@/lib/desk/notifications/push/worker";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

/** Queues a chat of the agent, and pushes it to a browser whose push service is nowhere. */
export async function runPush(ws: string, agent: { id: string; name: string }, sessionId: string): Promise<void> {
  await db().account.update({ where: { id: agent.id }, data: { passwordBy: "self" } });
  const { chatId } = await ingestMessage(ws, { channel: "whatsapp", phone: "447911300001" }, { id: newId(), text: "Hello" });
  await assign(ws, chatId, { agent, accountId: agent.id });
  const by = { accountId: agent.id, sessionId };
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const endpoint = "https://push.beside.invalid/one";
  await push.view();
  await push.subscribe(ws, by, { endpoint, keys, kinds: ["message"], showsText: true, locale: "en" });
  await rows(db(), queueStatement)(ws, [chatId], new Date(0));
  await pushDue(ws, { now: new Date(), max: 50 });
  await finishSending();
  await push.announce(ws, { accountId: agent.id, tab: newId(), isVisible: true });
  await push.unsubscribe(ws, by, endpoint);
}
