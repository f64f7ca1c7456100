import { z } from "zod";
import { refusal } from "./errors";
import { kindOf } from "./text";

/** What values of a type are called in a sentence. */
const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
  tuple: "an array",
  null: "null",
  date: "a time",
};
const units: Readonly<Record<string, string>> = {
  string: "characters",
  array: "entries",
  set: "entries",
  map: "entries",
  object: "entries",
  record: "entries",
};
const formats: Readonly<Record<string, string>> = {
  datetime: "a time such as 2026-11-21T10:00:00Z",
  date: "a day such as 2026-11-21",
  uuid: "an id as it was given to you",
  guid: "an id as it was given to you",
  email: "an address such as ada@example.com",
  url: "a complete address such as https://example.com",
};

type Issue = z.core.$ZodRawIssue;

const nameOf = (type: string): string => names[type] ?? `a ${type}`;
const either = (choices: readonly string[]): string => new Intl.ListFormat("en-GB", { type: "disjunction" }).format([...new Set(choices)]);
const sent = ({ input }: { input?: unknown }): string => (input === undefined ? "" : `; you sent ${kindOf(input)}`);

/** What is wrong with a value whose schema says nothing itself, to go behind the name of its field. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOf(issue.expected)}${sent(issue)}.`;
    case "invalid_value":
      return `must be ${either(issue.values.map((value) => (value === undefined ? "left out" : (JSON.stringify(value) ?? String(value)))))}.`;
    case "too_big":
    case "too_small": {
      const [word, bound] = issue.code === "too_big" ? ["at most", issue.maximum] : ["at least", issue.minimum];
      const unit = units[issue.origin];
      return unit
        ? `must have ${word} ${bound} ${unit}.`
        : `must be ${issue.inclusive === false ? (issue.code === "too_big" ? "less than" : "more than") : word} ${bound}.`;
    }
    case "invalid_format":
      return formats[issue.format] ? `must be ${formats[issue.format]}.` : "is not in the form that it must have.";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `must not have the ${issue.keys.length === 1 ? "field" : "fields"} ${issue.keys.slice(0, 5).join(", ")}.`;
    case "invalid_key":
      return "has a name that it must not have.";
    case "invalid_union":
      return unionSentence(issue);
    default:
      return "is not valid.";
  }
}

/** The types that a value may have, where it may have several; else what is wrong with the form that it fits best. */
function unionSentence({ errors, input }: Extract<Issue, { code: "invalid_union" }>): string {
  const firsts = (errors ?? []).flatMap((issues) => issues.slice(0, 1));
  const types = firsts.flatMap((one) => (one.code === "invalid_type" && one.path.length === 0 ? [nameOf(one.expected)] : []));
  if (types.length > 0 && types.length === firsts.length) return `must be ${either(types)}${sent({ input })}.`;
  const inner = firsts.find(({ path, code }) => path.length > 0 || code !== "invalid_type") ?? firsts[0];
  if (!inner) return "is not in one of the forms that it may have.";
  const where = inner.path.map(String).join(".");
  return where === "" ? inner.message : `is not right: ${where} ${inner.message}`;
}

// Set where the contracts begin, so that no sentence of the library, which speaks of its own types, ever reaches a caller. Screens, which send the
// right types, say in their reader's language that the value is not valid.
z.config({
  localeError(issue) {
    Object.assign(issue, { refusal: refusal("invalid") });
    return sentenceFor(issue);
  },
});
