import type { z } from "zod";
import { fieldProblem } from "@/lib/browser/field-problem";
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
  "options.problemEvents": "problemEvents",
  maxLength: "maxLength",
  min: "min",
  max: "max",
  unit: "unit",
  choices: "choices",
  name: "name",
} as const;

export type FormField = (typeof fields)[keyof typeof fields] | "other";

/** The form field of a path; a path into an input gets the field of its last part. */
function fieldAt(path: readonly PropertyKey[]): FormField {
  const isKey = (key: string): key is keyof typeof fields => Object.hasOwn(fields, key);
  const [full, part] = [path.join("."), String(path[3])];
  return isKey(full) ? fields[full] : isKey(part) ? fields[part] : "other";
}

/** The first problem of each path, as a sentence that begins with the field's name. */
export function problemsOf(t: Translator<"settings.button">, form: Translator<"refusals">, error: z.ZodError): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const issue of error.issues) {
    // A problem with one choice is reported on the list of choices, and one with a name on the list of names.
    const depth = issue.path[1] === "inputs" ? 4 : issue.path[1] === "problemEvents" ? 2 : issue.path.length;
    const path = issue.path.slice(0, depth);
    const key = path.join(".");
    if (!problems.has(key)) problems.set(key, t("problem", { field: t(`fields.${fieldAt(path)}`), problem: fieldProblem(form, issue) }));
  }
  return problems;
}

export const hasProblemUnder = (problems: ReadonlyMap<string, string>, path: string): boolean =>
  [...problems.keys()].some((key) => key === path || key.startsWith(`${path}.`));

/** The first invalid control, in the order of the form; opens the section that contains it. */
export function firstInvalid(form: HTMLFormElement | null): HTMLElement | null {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  const section = control?.closest("details");
  if (section) section.open = true;
  return control;
}
