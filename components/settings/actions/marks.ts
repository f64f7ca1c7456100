import { rolesText } from "@/components/settings/shared/roles-text";
import { quoted } from "@/lib/actions/buttons/shared/conditions";
import type { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import { durationText } from "@/lib/kernel/durations";
import type { Locale } from "@/lib/kernel/locale";
import type { Translator } from "@/lib/messages";
import { isEveryone } from "./option-draft";

/** The options of a button, as short texts for the list. */
export function marksOf(t: Translator<"settings">, locale: Locale, options: ButtonOptions): string[] {
  const { confirms, inputs, shownWhen, roles, coolDownSeconds, onProblemCards, problemEvents } = options;
  const { attribute, problem, contact } = shownWhen;
  return [
    inputs.length > 0 ? t("marks.asksFor", { inputs: inputs.map(({ label }) => label).join(", ") }) : confirms && t("marks.asksFirst"),
    attribute && t("marks.attribute", { attribute: attribute.name, value: quoted(attribute.equals) }),
    problem && t("marks.problem"),
    contact && t("marks.contact"),
    !isEveryone(roles) && t("marks.roles", { roles: rolesText(t, roles) }),
    coolDownSeconds > 0 && t("marks.cooldown", { duration: durationText(coolDownSeconds * 1000, locale) }),
    onProblemCards && (problemEvents.length > 0 ? t("marks.onNamed", { names: problemEvents.join(", ") }) : t("marks.onProblems")),
  ].filter((mark) => typeof mark === "string");
}
