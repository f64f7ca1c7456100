import type { z } from "zod";
import type { Translator } from "@/lib/messages";

const fields = {
  label: "label",
  action: "identifier",
  "options.explanation": "explanation",
  "options.inputs": "inputs",
  "options.shownWhen.attribute.name": "attribute",
  "options.shownWhen.attribute.equals": "value",
  "options.roles": "roles",
  "options.coolDownSeconds": "cooldown",
  maxLength: "maxLength",
  min: "min",
  max: "max",
  unit: "unit",
  choices: "choices",
  name: "name",
} as const;

export type FormField = (typeof fields)[keyof typeof fields] | "other";

/** What the form calls the place; a part of an input is called after the part. */
function fieldAt(path: readonly PropertyKey[]): FormField {
  const known = (key: string): key is keyof typeof fields => Object.hasOwn(fields, key);
  const [whole, part] = [path.join("."), String(path[3])];
  return known(whole) ? fields[whole] : known(part) ? fields[part] : "other";
}

/** The first problem at each place of the form, as a sentence that begins with what the place is called. */
export function problemsOf(t: Translator<"settings.button">, error: z.ZodError): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of error.issues) {
    // A choice that is not right is told of the list that it stands in.
    const place = path[1] === "inputs" ? path.slice(0, 4) : path;
    const key = place.join(".");
    // zod's own wording, such as that of a number that is none, is no sentence about a field.
    const problem = /^[A-Z]/.test(message) ? t("invalid") : message;
    if (!problems.has(key)) problems.set(key, t("problem", { field: t(`fields.${fieldAt(place)}`), problem }));
  }
  return problems;
}

export const hasProblemUnder = (problems: ReadonlyMap<string, string>, place: string): boolean =>
  [...problems.keys()].some((key) => key === place || key.startsWith(`${place}.`));

/** The first control that is to be corrected, in the order of the form; the section that hides it is opened. */
export function firstInvalid(form: HTMLFormElement | null): HTMLElement | null {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  const section = control?.closest("details");
  if (section) section.open = true;
  return control;
}
