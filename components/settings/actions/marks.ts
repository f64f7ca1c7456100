import { quoted, rolesInWords } from "@/lib/domain/buttons/shared/conditions";
import { spanOf } from "@/lib/domain/buttons/shared/cooldown";
import type { ButtonOptions } from "@/lib/domain/buttons/shared/options";
import { isEveryone } from "./option-draft";

/** "only with a problem", "only when plan is “pro”": the conditions of a button, each in a few words. */
export function conditionsInWords({ attribute, problem, contact }: ButtonOptions["shownWhen"]): string[] {
  return [
    attribute && `${attribute.name} is ${quoted(attribute.equals)}`,
    problem && "there is a problem",
    contact && "the contact is known",
  ].filter((words) => typeof words === "string");
}

/** What a button has beyond its label, in small marks for the list. */
export function marksOf({ confirms, inputs, shownWhen, roles, coolDownSeconds, onProblemCards }: ButtonOptions): string[] {
  const asked = inputs.map(({ label }) => label).join(", ");
  return [
    inputs.length > 0 ? `Asks for ${asked}` : confirms && "Asks first",
    ...conditionsInWords(shownWhen).map((words) => `Only when ${words}`),
    !isEveryone(roles) && `Only for ${rolesInWords(roles)}`,
    coolDownSeconds > 0 && `Once in ${spanOf(coolDownSeconds * 1000)}`,
    onProblemCards && "On problems",
  ].filter((mark) => typeof mark === "string");
}
