import { rolesInWords, unmet } from "@/lib/domain/buttons/shared/conditions";
import { coolingOf, coolingSentence } from "@/lib/domain/buttons/shared/cooldown";
import { type InputValues, inputsRule } from "@/lib/domain/buttons/shared/inputs";
import type { ButtonOptions } from "@/lib/domain/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { sentence } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import type { Runner } from "@/lib/platform/db";
import type { PrismaClient } from "@/lib/platform/db/client/client";
import type { SentEvent } from "./body";
import { coolDownLock, lastPresses } from "./recent";

type Transaction = Runner & Pick<PrismaClient, "event">;
type Whom = { id: string; contactId: string | null; contact: { attributes: unknown } | null };

// A contact's events, or those of a person who is linked to none: what the panel shows. Those that a deleted contact took
// along are still with it.
const eventsOf = (workspaceId: string, { id, contactId }: Whom) => ({
  workspaceId,
  ...(contactId ? { contactId } : { personId: id, contactId: null }),
});

/** What was hidden when the panel was drawn, or is by now, is not pressed. @throws forbidden, conflict */
export async function checkShown(
  tx: Transaction,
  workspaceId: string,
  { roles, shownWhen }: ButtonOptions,
  by: { role: Role; person: Whom },
) {
  if (!roles.includes(by.role)) throw new AppError("forbidden", `This button is only for ${rolesInWords(roles)}.`);
  const where = { ...eventsOf(workspaceId, by.person), level: "problem" as const };
  const problem = shownWhen.problem ? await tx.event.findFirst({ where, select: { id: true } }) : null;
  const reason = unmet(shownWhen, { contact: by.person.contact, hasProblem: problem !== null });
  if (reason) throw new AppError("conflict", reason);
}

/** Holds the button for this person until the press is written down. @throws conflict */
export async function checkCoolDown(
  tx: Transaction,
  workspaceId: string,
  { coolDownSeconds }: ButtonOptions,
  buttonId: string,
  whom: Whom,
) {
  if (coolDownSeconds === 0) return;
  const person = { personId: whom.id, contactId: whom.contactId };
  await coolDownLock(tx, workspaceId, person, buttonId);
  const last = await lastPresses(tx, workspaceId, person, [buttonId]);
  const now = new Date();
  const cooling = coolingOf(last.get(buttonId), coolDownSeconds, now);
  if (cooling) throw new AppError("conflict", coolingSentence(cooling, now));
}

/** What the agent filled in, by the rule of the button; nothing for a button that asks for nothing. @throws invalid_request */
export function readInputs({ inputs }: ButtonOptions, sent: unknown): InputValues | undefined {
  const parsed = inputsRule(inputs).safeParse(sent ?? {});
  if (!parsed.success) throw new AppError("invalid_request", placed(sentence(parsed.error)));
  return inputs.length > 0 ? parsed.data : undefined;
}

const placed = (text: string) => (text.startsWith("The body ") ? text.replace("The body", "inputs") : `inputs.${text}`);

/** The problem that the button was pressed on: one of this person's, for a button that stands on cards. @throws conflict, not_found */
export async function readEvent(
  tx: Transaction,
  workspaceId: string,
  { onProblemCards }: ButtonOptions,
  about: { eventId: string | undefined; person: Whom },
): Promise<SentEvent | undefined> {
  if (about.eventId === undefined) return undefined;
  if (!onProblemCards) throw new AppError("conflict", "This button does not go with an event. Press it beside the chat.");
  const where = { ...eventsOf(workspaceId, about.person), id: about.eventId };
  const event = await tx.event.findFirst({
    where,
    select: { id: true, event: true, level: true, properties: true, occurredAt: true },
  });
  if (!event) throw new AppError("not_found", "This person has no such event. It may have been deleted.");
  if (event.level !== "problem") throw new AppError("conflict", "This button goes with problems only.");
  return event;
}
