import { db } from "@/lib/db";
import { linkingLock } from "@/lib/db/linking";
import { AppError } from "@/lib/errors";
import { poke } from "@/lib/realtime";
import { bodyOf } from "./body";
import { deliver } from "./deliver";

type Agent = { id: string; name: string };
type Shown = { callId: string; buttonId: string; agentName: string; startedAt: Date };

/**
 * Presses a button: the call is written down as `sending` and then sent, while the press is answered at once; the outcome
 * comes as an item of the chat. The same id again is the same press, so one press sends once.
 * @throws not_found, conflict (already running, no address, chat without the button)
 */
export async function press(
  workspaceId: string,
  chatId: string,
  agent: Agent,
  { id, buttonId }: { id: string; buttonId: string },
): Promise<Shown> {
  const pressed = await db().$transaction(async (tx) => {
    // A contact that is being deleted is gone before or after this, and never written down again in between.
    await linkingLock(tx, workspaceId, "read");
    // Presses in one chat come one after the other, so that two agents cannot send the same thing at once.
    const [chat] = await tx.$queryRaw<{ id: string }[]>`
      select id from chat where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid for update`;
    if (!chat) throw new AppError("not_found", "There is no such chat.");
    const before = await tx.actionCall.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    if (before) return { call: before, isNew: false };

    const button = await tx.actionButton.findUnique({ where: { workspaceId_id: { workspaceId, id: buttonId } } });
    if (!button?.enabled) throw new AppError("not_found", "This button was removed or switched off.");
    const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
    if (!workspace.actionsUrl) throw new AppError("conflict", "No address is set for buttons. An admin sets it in Settings, Actions.");
    const running = await tx.actionCall.findFirst({ where: { workspaceId, chatId, buttonId, state: { in: ["sending", "working"] } } });
    if (running) throw new AppError("conflict", `${running.agentName} pressed this just now, and it is still running.`);

    const { person } = await tx.chat.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: chatId } },
      select: { person: { include: { contact: true } } },
    });
    const { action, label } = button;
    const startedAt = new Date();
    const requestBody = bodyOf({ action, label, chatId, person, contact: person.contact, agent, sentAt: startedAt });
    const about = { chatId, personId: person.id, contactId: person.contactId, buttonId, action, label };
    const by = { accountId: agent.id, agentName: agent.name };
    const call = await tx.actionCall.create({
      data: { workspaceId, id, deliveryId: id, ...about, ...by, state: "sending", url: workspace.actionsUrl, requestBody, startedAt },
    });
    return { call, isNew: true };
  });
  const { call, isNew } = pressed;
  if (call.chatId !== chatId || call.buttonId !== buttonId)
    throw new AppError("conflict", "This id was used for another press. Make a new one for each.");
  if (isNew) {
    poke(workspaceId, { people: [call.personId], calls: [call.id] });
    deliver(call);
  }
  return { callId: call.id, buttonId: call.buttonId, agentName: call.agentName, startedAt: call.startedAt };
}
