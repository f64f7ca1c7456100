import type { Role } from "@/lib/kernel/contract";
import type { Translator } from "@/lib/messages";

/** "owners and admins". For all three roles use "everyone" instead. */
export function rolesText(t: Translator<"settings">, roles: readonly Role[]): string {
  const [first, second] = roles.map((role) => t(`roles.${role}.inline`));
  return second === undefined ? (first ?? "") : t("rolePair", { first: first ?? "", second });
}
