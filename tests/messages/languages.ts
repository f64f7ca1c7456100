import type { Locale } from "@/lib/kernel/locale";
import { type Choice, type Shape, shapeOf } from "./icu";
import { mayBeSame } from "./same";

type Flat = ReadonlyMap<string, string>;

export const flat = (group: object, prefix = ""): [string, string][] =>
  Object.entries(group).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const sorted = (names: Iterable<string>): string => [...names].sort().join(", ");
const argumentsOf = ({ arguments: all }: Shape): string => sorted([...all].map(([name, kind]) => `${name}: ${kind}`));
const selectsOf = ({ choices }: Shape): string =>
  sorted(choices.filter(({ kind }) => kind === "select").map(({ argument, cases }) => `${argument} (${sorted(cases)})`));

const numbers = Array.from({ length: 201 }, (_, number) => number);

const categoriesOf = (choices: readonly Choice[], name: string): string[] =>
  choices
    .filter(({ kind, argument }) => kind === "plural" && argument === name)
    .flatMap(({ cases }) => cases.filter((one) => !one.startsWith("=")));

/** The categories that a plural lacks for some number, and those that the language does not have. One text may fit all numbers. */
function pluralProblems({ argument, cases }: Choice, english: readonly Choice[], locale: Locale): string[] {
  const rules = new Intl.PluralRules(locale);
  const known = rules.resolvedOptions().pluralCategories as string[];
  const isForAll = categoriesOf(english, argument).join() === "other";
  const needed = isForAll ? [] : numbers.filter((number) => !cases.includes(`=${number}`)).map((number) => rules.select(number));
  return [
    ...[...new Set(["other", ...needed])].filter((one) => !cases.includes(one)).map((one) => `the plural of “${argument}” needs “${one}”`),
    ...cases
      .filter((one) => !one.startsWith("=") && !known.includes(one))
      .map((one) => `the plural of “${argument}” has no “${one}” in it`),
  ];
}

function textProblems(english: string, text: string, locale: Locale): string[] {
  const [ours, theirs] = [shapeOf(english), shapeOf(text)];
  const problems = theirs.choices.filter(({ kind }) => kind === "plural").flatMap((choice) => pluralProblems(choice, ours.choices, locale));
  const compared = [
    ["arguments", argumentsOf(ours), argumentsOf(theirs)],
    ["tags", sorted(ours.tags), sorted(theirs.tags)],
    ["choices", selectsOf(ours), selectsOf(theirs)],
  ];
  for (const [what, one, other] of compared) if (one !== other) problems.push(`its ${what} are “${other}”, in English “${one}”`);
  if (locale !== "en" && text === english && !mayBeSame(ours.words, locale)) problems.push(`it is the English text “${text}”`);
  return problems;
}

/** What is wrong with the texts of a language, compared with the English ones. */
export function checkLanguage(locale: Locale, english: Flat, texts: Flat): string[] {
  const at = (key: string, problem: string) => `lib/messages/${locale}.json: “${key}”: ${problem}.`;
  const problems = [...texts.keys()].filter((key) => !english.has(key)).map((key) => at(key, "the English catalogue has no such key"));
  for (const [key, text] of english) {
    const translated = texts.get(key);
    try {
      if (translated === undefined) problems.push(at(key, `there is no text for “${text}”`));
      else problems.push(...textProblems(text, translated, locale).map((problem) => at(key, problem)));
    } catch (error) {
      problems.push(at(key, error instanceof Error ? error.message : String(error)));
    }
  }
  return problems;
}
