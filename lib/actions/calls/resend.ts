import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import { withSentAt } from "./call-body";
import { bodyGone, noSuchCall } from "./missing";
import { sendCall } from "./send";

type Admin = { id: string; name: string };

/**
 * Sends a call again: the same delivery and body except for the time, signed with the current secrets, to the current address.
 * Only the last sending of a delivery can be sent again, so two admins who resend the same call send it once.
 * @throws not_found, conflict (sent again meanwhile, under way, content removed, no address)
 */
export async function resend(workspaceId: string, by: Admin, callId: string): Promise<{ callId: string; startedAt: Date }> {
  // The lock waits for a contact that is being deleted, because its deletion removes the content of this call.
  const call = await withLinkingLock(workspaceId, "read", async (tx) => {
    // The same row lock as for presses: calls in one chat start one after the other.
    await run(tx, { workspace: workspaceId })`
      select c.id from chat c join action_call a on a.workspace_id = c.workspace_id and a.chat_id = c.id
      where a.workspace_id = ${workspaceId}::uuid and a.id = ${callId}::uuid for update of c`;
    return recordResend(tx, workspaceId, { by, callId });
  });
  notify(workspaceId, { people: [call.personId], calls: [call.id] });
  sendCall(call);
  return { callId: call.id, startedAt: call.startedAt };
}

async function recordResend(tx: Prisma.TransactionClient, workspaceId: string, { by, callId }: { by: Admin; callId: string }) {
  const before = await tx.actionCall.findUnique({ where: { workspaceId_id: { workspaceId, id: callId } } });
  if (!before) throw noSuchCall();
  const { deliveryId, chatId, personId, contactId, buttonId, eventId, action, label, requestBody } = before;

  const [last] = await tx.actionCall.findMany({
    where: { workspaceId, deliveryId },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: 1,
  });
  if (last && last.id !== callId) throw new AppError("conflict", `${last.agentName} sent this again already. Look at that sending first.`);
  const running = await tx.actionCall.findFirst({ where: { workspaceId, chatId, buttonId, state: { in: ["sending", "working"] } } });
  if (running) throw new AppError("conflict", `“${label}” is still running in this chat. Wait for its outcome first.`);
  if (requestBody === null) throw bodyGone();
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
  if (!workspace.actionsUrl) throw new AppError("conflict", "No address is set for buttons. Set it in Settings, Actions.");

  // Always later than the previous sending, even if the clocks of two instances differ.
  const startedAt = new Date(Math.max(currentTime().getTime(), before.startedAt.getTime() + 1));
  const about = { deliveryId, chatId, personId, contactId, buttonId, eventId, action, label };
  const sent = { url: workspace.actionsUrl, requestBody: withSentAt(requestBody, startedAt), startedAt };
  await audit.record(
    tx,
    workspaceId,
    { accountId: by.id, name: by.name },
    { what: "call.resent", subject: label, details: { deliveryId } },
  );
  return tx.actionCall.create({
    data: { workspaceId, id: newId(), ...about, ...sent, accountId: by.id, agentName: by.name, state: "sending", isResend: true },
  });
}
