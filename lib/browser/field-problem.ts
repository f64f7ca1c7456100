import type { Refusal } from "@/lib/kernel/errors";
import type { Translator } from "@/lib/messages";

/** What is said of a field; an issue of zod's is one. */
export type FieldProblem = { message: string; refusal?: Refusal | undefined };

/** A refusal in the reader's language; undefined when another version of the server has a sentence that this one has not. */
export function refusalText(t: Translator<"refusals">, { key, params, field }: Refusal): string | undefined {
  // What a sentence takes was checked where it was said.
  if (t.has(key)) return [field, t(key, params as never)].join(" ").trim();
  return undefined;
}

/** What is wrong with a field, to go behind its name, in the reader's language. */
export function fieldProblem(t: Translator<"refusals">, { message, refusal }: FieldProblem): string {
  const text = refusal && refusalText(t, refusal);
  // What zod says by itself, such as “Invalid input”, is no continuation of a sentence.
  return text ?? (/^\p{Lu}/u.test(message) ? t("invalid") : message);
}
