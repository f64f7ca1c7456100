import type { ButtonInput } from "@/lib/domain/buttons/shared/options";
import type { Translator } from "@/lib/messages";

/** "EUR, 1 to 500, whole": the input's limits. */
export function hintOf(t: Translator<"chat.inputs">, input: ButtonInput): string | undefined {
  if (input.type === "text") return input.maxLength === null ? undefined : t("maxLength", { count: input.maxLength });
  if (input.type === "choice") return undefined;
  const { min, max, whole, unit } = input;
  const parts = [unit || undefined, rangeOf(t, min, max), whole ? t("whole") : undefined].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join(", ")}.` : undefined;
}

/** Plain numbers, as typed: the field rejects "1,000". */
function rangeOf(t: Translator<"chat.inputs">, min: number | null, max: number | null): string | undefined {
  if (min !== null && max !== null) return t("between", { min: String(min), max: String(max) });
  if (min !== null) return t("min", { min: String(min) });
  return max === null ? undefined : t("max", { max: String(max) });
}
