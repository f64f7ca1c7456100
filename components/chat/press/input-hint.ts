import type { ButtonInput } from "@/lib/domain/buttons/shared/options";

/** "EUR, 1 to 500, whole": what may be filled in, before it is refused. */
export function hintOf(input: ButtonInput): string | undefined {
  if (input.type === "text") return input.maxLength === null ? undefined : `Up to ${input.maxLength} characters.`;
  if (input.type === "choice") return undefined;
  const { min, max, whole, unit } = input;
  const range =
    min !== null && max !== null ? `${min} to ${max}` : min !== null ? `at least ${min}` : max !== null ? `at most ${max}` : undefined;
  const parts = [unit || undefined, range, whole ? "a whole number" : undefined].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join(", ")}.` : undefined;
}
