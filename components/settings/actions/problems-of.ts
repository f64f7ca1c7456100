import type { z } from "zod";

const labels: Record<string, string> = {
  label: "The label",
  action: "The identifier",
  "options.explanation": "The sentence",
  "options.inputs": "The inputs",
  "options.shownWhen.attribute.name": "The attribute",
  "options.shownWhen.attribute.equals": "The value",
  "options.roles": "The roles",
  "options.coolDownSeconds": "The time",
  maxLength: "The most characters",
  min: "The least",
  max: "The most",
  unit: "The unit",
  choices: "The choices",
  name: "The name",
};

/** The first problem at each place of the form, as a sentence that begins with what the place is called. */
export function problemsOf(error: z.ZodError): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of error.issues) {
    // A choice that is not right is told of the list that it stands in.
    const place = path[1] === "inputs" ? path.slice(0, 4) : path;
    const key = place.join(".");
    const name = labels[key] ?? (path[3] === "label" ? "The label" : labels[String(path[3])]) ?? "This";
    if (!problems.has(key)) problems.set(key, `${name} ${sentenceOf(message)}`);
  }
  return problems;
}

// zod's own wording, such as that of a number that is none, is no sentence about a field.
const sentenceOf = (message: string): string => (/^[A-Z]/.test(message) ? "is not right." : message);

export const hasProblemUnder = (problems: ReadonlyMap<string, string>, place: string): boolean =>
  [...problems.keys()].some((key) => key === place || key.startsWith(`${place}.`));

/** The first control that is to be corrected, in the order of the form; the section that hides it is opened. */
export function firstInvalid(form: HTMLFormElement | null): HTMLElement | null {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  const section = control?.closest("details");
  if (section) section.open = true;
  return control;
}
