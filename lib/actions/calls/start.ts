import { isDeepStrictEqual } from "node:util";
import { storedOptions } from "@/lib/actions/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import type { ActionCall, Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { checkAvailable, checkCooldown, readEvent, readInputs } from "./authorize-press";
import { callBody } from "./call-body";
import { sendCall } from "./send";

type Agent = { id: string; name: string; role: Role };
type Press = { id: string; buttonId: string; inputs?: unknown; eventId?: string | undefined };
/** `isNew` is false for a repeated press. */
type StartedCall = { callId: string; buttonId: string; agentName: string; startedAt: Date; isNew: boolean };
type RecordedCall = { call: ActionCall; isNew: boolean };

/**
 * Presses a button: the call is recorded as `sending`, the function returns, and the call is sent in the background; its outcome
 * is added to the chat as an item. A repeated id is the same press, so one press sends once.
 * @throws not_found, forbidden (role), conflict (sent with other values, not for this person, no address, running, cooldown),
 * invalid_request (inputs)
 */
export async function startCall(workspaceId: string, chatId: string, agent: Agent, pressed: Press): Promise<StartedCall> {
  // The person's contact must not change between the checks and the recording of the call.
  const { call, isNew } = await withLinkingLock(workspaceId, "read", (tx) => recordCall(tx, workspaceId, { chatId, agent, ...pressed }));
  const { buttonId, personId, contactId } = call;
  if (call.chatId !== chatId || buttonId !== pressed.buttonId)
    throw new AppError("conflict", "This id was used for another press. Make a new one for each.");
  if (!isNew && differs(call, pressed)) {
    throw new AppError(
      "conflict",
      "This press was sent already, with other values. Look at its outcome in the chat before you press again.",
    );
  }
  if (isNew) {
    notify(workspaceId, { people: [personId], contacts: contactId ? [contactId] : [], calls: [call.id] });
    sendCall(call);
  }
  return { callId: call.id, buttonId, agentName: call.agentName, startedAt: call.startedAt, isNew };
}

/** Whether a repeated press differs from what was sent; false when that was removed and cannot be compared. */
function differs({ requestBody }: ActionCall, { inputs, eventId }: Press): boolean {
  if (requestBody === null) return false;
  const sent = JSON.parse(requestBody) as { inputs?: unknown; event?: { id: string } };
  return sent.event?.id !== eventId || !isDeepStrictEqual(normalized(sent.inputs), normalized(inputs));
}

/** As `readInputs` returns them: trimmed, and without empty ones. JSON has no -0: what is sent is 0. */
const normalized = (inputs: unknown) =>
  Object.fromEntries(
    Object.entries(inputs ?? {})
      .map(([name, value]) => [name, typeof value === "string" ? value.trim() : value === 0 ? 0 : value])
      .filter(([, value]) => value !== ""),
  );

/** Records the press, finds the recorded one, or throws. Needs the linking lock for `read`. */
async function recordCall(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  { id, chatId, buttonId, agent, inputs, eventId }: Press & { chatId: string; agent: Agent },
): Promise<RecordedCall> {
  // Serializes presses in one chat, so that two agents cannot send the same thing at once.
  const [chat] = await rows(tx, { row: IdRow, workspace: workspaceId, writes: true })`
    select id from chat where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid for update`;
  if (!chat) throw refusalError("not_found", "noChat");
  const existing = await tx.actionCall.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  if (existing) return { call: existing, isNew: false };

  const button = await tx.actionButton.findUnique({ where: { workspaceId_id: { workspaceId, id: buttonId } } });
  if (!button?.enabled) throw new AppError("not_found", "This button was removed or switched off.");
  const options = storedOptions(button);
  const person = await personOf(tx, workspaceId, chatId);
  await checkAvailable(tx, workspaceId, options, { role: agent.role, person });
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
  if (!workspace.actionsUrl) throw new AppError("conflict", "No address is set for buttons. An admin sets it in Settings, Actions.");
  const running = await tx.actionCall.findFirst({ where: { workspaceId, chatId, buttonId, state: { in: ["sending", "working"] } } });
  if (running) throw new AppError("conflict", `${running.agentName} pressed this just now, and it is still running.`);
  await checkCooldown(tx, workspaceId, options, buttonId, person);
  const extra = { inputs: readInputs(options, inputs), event: await readEvent(tx, workspaceId, options, { eventId, person }) };

  const { action, label } = button;
  const startedAt = currentTime();
  const requestBody = callBody({ action, label, chatId, person, contact: person.contact, agent, sentAt: startedAt, ...extra });
  const about = { chatId, personId: person.id, contactId: person.contactId, buttonId, eventId: eventId ?? null, action, label };
  const by = { accountId: agent.id, agentName: agent.name };
  const call = await tx.actionCall.create({
    data: { workspaceId, id, deliveryId: id, ...about, ...by, state: "sending", url: workspace.actionsUrl, requestBody, startedAt },
  });
  return { call, isNew: true };
}

async function personOf(tx: Prisma.TransactionClient, workspaceId: string, chatId: string) {
  const { person } = await tx.chat.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: chatId } },
    select: { person: { include: { contact: true } } },
  });
  const { contact } = person;
  // Only a deleted contact has no userId, and no person is linked to one.
  return { ...person, contact: contact?.userId ? { ...contact, userId: contact.userId } : null };
}
