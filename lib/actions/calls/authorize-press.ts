import { describeRoles, unmetCondition } from "@/lib/actions/buttons/shared/conditions";
import { cooldownMessage, cooldownOf } from "@/lib/actions/buttons/shared/cooldown";
import { checkInputs, type InputValues, type Problems } from "@/lib/actions/buttons/shared/inputs";
import type { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import { goesWith } from "@/lib/actions/buttons/shared/problem-events";
import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import type { PrismaClient } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import type { Runner } from "@/lib/platform/db/rows";
import type { SentEvent } from "./call-body";
import { lastPresses, lockCooldown } from "./recent";

type Transaction = Runner & Pick<PrismaClient, "event" | "problem">;
type PressedFor = { id: string; contactId: string | null; contact: { attributes: unknown } | null };

// The events that the panel shows: the contact's, or those of a person without a contact. Events of a deleted contact still
// point to it, so they are left out.
const eventsOf = (workspaceId: string, { id, contactId }: PressedFor) => ({
  workspaceId,
  ...(contactId ? { contactId } : { personId: id, contactId: null }),
});

/** Rejects a press of a button that is not shown for this person, or not any more. @throws forbidden, conflict */
export async function checkAvailable(
  tx: Transaction,
  workspaceId: string,
  { roles, shownWhen }: ButtonOptions,
  by: { role: Role; person: PressedFor },
) {
  if (!roles.includes(by.role)) throw new AppError("forbidden", `This button is only for ${describeRoles(roles)}.`);
  const where = { workspaceId, ownerId: by.person.contactId ?? by.person.id, closedAt: null };
  const problem = shownWhen.problem ? await tx.problem.findFirst({ where, select: { id: true } }) : null;
  const reason = unmetCondition(shownWhen, { contact: by.person.contact, hasProblem: problem !== null });
  if (reason) throw new AppError("conflict", reason);
}

/** Locks the button for this person until the press is committed. @throws conflict */
export async function checkCooldown(
  tx: Transaction,
  workspaceId: string,
  { coolDownSeconds }: ButtonOptions,
  buttonId: string,
  { id: personId, contactId }: PressedFor,
) {
  if (coolDownSeconds === 0) return;
  const person = { personId, contactId };
  await lockCooldown(tx, workspaceId, person, buttonId);
  const last = await lastPresses(tx, workspaceId, person, [buttonId]);
  const now = currentTime();
  const cooldown = cooldownOf(last.get(buttonId), coolDownSeconds, now);
  if (cooldown) throw new AppError("conflict", cooldownMessage(cooldown, now));
}

/** The agent's inputs, validated; undefined for a button without inputs. @throws invalid_request */
export function readInputs({ inputs }: ButtonOptions, sent: unknown): InputValues | undefined {
  const checked = checkInputs(inputs, sent ?? {});
  if (!checked.ok) throw refusedInputs(checked.problems);
  return inputs.length > 0 ? checked.values : undefined;
}

function refusedInputs([{ name, reason }]: Problems): AppError {
  const field = name === undefined ? "inputs" : `inputs.${name}`;
  if (typeof reason === "string") return new AppError("invalid_request", `${field} ${reason}`);
  return refusalError("invalid_request", { ...reason, field });
}

/** The problem that the button was pressed on: this person's, and only for a button on problem cards. @throws conflict, not_found */
export async function readEvent(
  tx: Transaction,
  workspaceId: string,
  options: ButtonOptions,
  about: { eventId: string | undefined; person: PressedFor },
): Promise<SentEvent | undefined> {
  if (about.eventId === undefined) return undefined;
  if (!options.onProblemCards) throw new AppError("conflict", "This button does not go with an event. Press it beside the chat.");
  const where = { ...eventsOf(workspaceId, about.person), id: about.eventId };
  const event = await tx.event.findFirst({
    where,
    select: { id: true, event: true, level: true, properties: true, occurredAt: true },
  });
  if (!event) throw new AppError("not_found", "This person has no such event. It may have been deleted.");
  if (event.level !== "problem") throw new AppError("conflict", "This button goes with problems only.");
  if (!goesWith(options, event.event))
    throw new AppError("conflict", `This button does not go with “${event.event}”. Press it beside the chat.`);
  return event;
}
