import {
  adverbsOfTime,
  answersNo,
  type Language,
  noneWords,
  notWords,
  otherwiseWords,
  problemWords,
  smallWords,
  solutionWords,
} from "./level-words";

/** Whether an event needs attention at once (contract §3). */
export const levels = ["problem", "info"] as const;
export type Level = (typeof levels)[number];

/** Without accents, so that "ueberfaellig", "vencido" and what a keyboard lacks are the same word. */
const plain = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("’", "'");
const spelled = (word: string): string => word.replace(/[äöü]/g, (letter) => `${letter.normalize("NFD").charAt(0)}e`);
const setOf = (words: readonly string[]) => new Set(words.flatMap((word) => [plain(word), plain(spelled(word))]));

const languages = Object.keys(problemWords) as Language[];
const problems = new Map(languages.map((language) => [language, setOf(problemWords[language])]));
const solutions = setOf(Object.values(solutionWords).flat());
const [none, not, small] = [setOf(noneWords), setOf(notWords), setOf(smallWords)];
const [otherwise, adverbs, denials] = [setOf(otherwiseWords), setOf(adverbsOfTime), setOf(answersNo)];
const contraction = /^(?:[a-z]+n't|(?:has|have|had|is|are|was|were|did|does|do|wo|ca|could|would|should)nt)$/;
/** A number behind one of these is its name: "step 0 failed". */
const numbered = setOf(
  "step stage phase attempt try retry job task line row item batch chunk part page shard node worker index version run round level code exit status".split(
    " ",
  ),
);
/** What ends as a reason of a problem rather than as its solution: "declined, account closed". */
const reasons: Readonly<Record<string, ReadonlySet<string>>> = {
  closed: setOf("account card bank shop store branch window period".split(" ")),
  passed: setOf("deadline limit date time window period".split(" ")),
};
const disputes = setOf("dispute disputes disputed chargeback chargebacks".split(" "));
/** One of them cannot be counted: "zero division error" is one. */
const single = setOf("error failure fail rejection declination dispute chargeback fraud".split(" "));

const upper = String.raw`\p{Lu}\p{M}*`;
const lower = String.raw`[\p{Ll}\p{Lt}\p{Lm}]\p{M}*`;
/** Scripts without capitals have words of their own: "支払いfailed" has two. */
const uncased = String.raw`(?:\p{Lo}\p{M}*)+`;
// A run of capitals is one word ("HTTP" in "HTTPError"), otherwise a capital begins a word; combining marks stay with their letter.
// An apostrophe between letters belongs to its word: "won't" is not "won".
const word = `${upper}(?:['’]?${upper})+(?:['’](?:\\p{Ll}\\p{M}*)+)?(?!\\p{Ll})|(?:${upper}['’]?)?${lower}(?:['’]?${lower})*|${upper}|${uncased}`;
const wordOrNumber = new RegExp(`(\\p{Nd}+(?:[.,]\\p{Nd}+)*)|${word}`, "gu");
const apostrophes = /(\p{L})[‘ʼ`´′＇](?=\p{L})/gu;

/** A hyphen beside a space, or one of the marks that end a clause. */
const clauseMark = /[,:;.()|?!=…\n，：；。（）、\u2012-\u2015\u2212\ufe58\uff0d]|[\s_]-|-[\s_]/;
const nothingElse = /^[\s_\-\u2010\u2011]*$/;

type Token = {
  /** In lower case; as it is compared. */
  text: string;
  key: string;
  isNumber: boolean;
  start: number;
  /** What stands before it, behind the token before. */
  gap: string;
  clause: number;
  /** Nothing but spaces, _ and - stands between it and the token before. */
  isNext: boolean;
};

function tokensOf(name: string): Token[] {
  const text = name.normalize("NFC").replace(apostrophes, "$1’");
  let [clause, at] = [0, 0];
  return [...text.matchAll(wordOrNumber)].map((found) => {
    const gap = text.slice(at, found.index);
    if (at > 0 && clauseMark.test(gap)) clause += 1;
    const isNext = at > 0 && nothingElse.test(gap) && !clauseMark.test(gap);
    at = found.index + found[0].length;
    const lowered = found[0].toLowerCase();
    return { text: lowered, key: plain(lowered), isNumber: found[1] !== undefined, start: found.index, gap, clause, isNext };
  });
}

/** Splits a name into lower-case words, at case changes and at everything that is neither a letter nor an apostrophe between letters. */
export const wordsIn = (name: string): string[] => tokensOf(name).flatMap(({ text, isNumber }) => (isNumber ? [] : [text]));

const languagesOf = ({ key, isNumber }: Token): Language[] =>
  isNumber ? [] : languages.filter((language) => problems.get(language)?.has(key));
const isNot = ({ key }: Token) => not.has(key) || contraction.test(key);

/** A 0 that counts: not a part of a word, an amount or a name. */
function isZero(token: Token, before: Token | undefined): boolean {
  const isApart = /^$|[\s_\-,:;(|]$/.test(token.gap) && !(token.gap === "" && before);
  return token.isNumber && token.text === "0" && isApart && !(token.isNext && before && numbered.has(before.key));
}

const isNegation = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  return token !== undefined && (none.has(token.key) || isNot(token) || isZero(token, tokens[at - 1]));
};

/** In the longest of usual sentences: "hasn't really ever yet been declined". */
const maxBetween = 6;

/** The negation of a problem word before it. A digit, a mark or an abbreviation between the two never hides a problem. */
function negationOf(tokens: readonly Token[], at: number): Token | undefined {
  const problem = tokens[at];
  const isEnglish = problem !== undefined && languagesOf(problem).includes("en");
  const isSpanish = problem !== undefined && languagesOf(problem).includes("es");
  let areSmall = true;
  for (let [from, between] = [at - 1, 0]; between <= maxBetween && tokens[from + 1]?.isNext; from -= 1, between += 1) {
    const token = tokens[from];
    if (!token) return undefined;
    const isNear = isNot(token) || (token.key === "no" && isSpanish);
    const isNone = none.has(token.key) && (token.key !== "no" || isEnglish) && !(token.key === "zero" && single.has(problem?.key ?? ""));
    const isCount = isZero(token, tokens[from - 1]) && tokens[from + 1]?.gap !== "";
    const isFound = (isNear && areSmall) || ((isNone || isCount) && between <= 1);
    if (isFound) return (token.isNext && isNegation(tokens, from - 1)) || isCompound(tokens, from, at) ? undefined : token;
    if (token.isNumber) return undefined;
    areSmall &&= small.has(token.key);
    if (!areSmall && between >= 1) return undefined;
  }
  return undefined;
}

/** "no-reply bounced": a hyphen makes the negation part of another word, unless hyphens are between all words. */
function isCompound(tokens: readonly Token[], from: number, at: number): boolean {
  const gaps = tokens.slice(from + 1, at + 1).map(({ gap }) => gap.includes("-"));
  return gaps[0] === true && gaps.includes(false);
}

type Clause = {
  tokens: Token[];
  /** The word of solution that ends it. It solves the problems behind `otherwiseAt`, the last word that says that something else is meant. */
  solution: Token | undefined;
  /** "50,000 won" are money; "dispute 4711 won" is a dispute. */
  isAmount: boolean;
  otherwiseAt: number;
};

function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  for (const [at, token] of tokens.entries()) {
    const clause = clauses[token.clause] ?? { tokens: [], solution: undefined, isAmount: false, otherwiseAt: -1 };
    clauses[token.clause] = clause;
    clause.tokens.push(token);
    if (token.isNumber || adverbs.has(token.key)) continue;
    const isOther = /[&+/]/.test(token.gap) || isNegation(tokens, at);
    const before = tokens[at - 1];
    clause.solution = solutions.has(token.key) && !(before && reasons[token.key]?.has(before.key)) ? token : undefined;
    clause.isAmount = token.key === "won" && before?.isNumber === true && !before.gap.includes("#");
    if (isOther || otherwise.has(token.key)) clause.otherwiseAt = at;
  }
  return clauses;
}

/** The word of solution that ends the clause of a problem word. */
function solutionOf({ solution, isAmount, otherwiseAt }: Clause, tokens: readonly Token[], at: number): Token | undefined {
  const problem = tokens[at];
  if (!solution || !problem || solution.start <= problem.start || otherwiseAt > at) return undefined;
  return isAmount && !disputes.has(problem.key) ? undefined : solution;
}

/** "failed: false", "errors (0)": the clause behind is nothing but a no. */
function denialOf(next: Clause | undefined): Token | undefined {
  const [token, ...others] = next?.tokens ?? [];
  return token && others.length === 0 && (denials.has(token.key) || token.text === "0") ? token : undefined;
}

type Found = { word: string; cancelledBy: string | null };

/** The problem word that decides: the first that nothing cancels, or else the first, with what cancels it. */
function decisive(name: string): Found | undefined {
  const tokens = tokensOf(name);
  const clauses = clausesOf(tokens);
  let first: Found | undefined;
  for (const [at, token] of tokens.entries()) {
    const clause = clauses[token.clause];
    if (!clause || languagesOf(token).length === 0) continue;
    const by = negationOf(tokens, at) ?? solutionOf(clause, tokens, at) ?? denialOf(clauses[token.clause + 1]);
    const found = { word: token.text, cancelledBy: by?.text ?? null };
    if (!by) return found;
    first ??= found;
  }
  return first;
}

/** The word that makes a name that of a problem, in lower case; null for every other name. */
export function problemWordOf(name: string): string | null {
  const found = decisive(name);
  return found?.cancelledBy === null ? found.word : null;
}

/** Why a name has its level. `cancelled`: the problem word that makes no problem, and the word that says so. */
export type NameReason = { by: "word" | "no_word"; word: string | null; cancelled?: { word: string; by: string } };

/** What a name says about the level. */
export function reasonOfName(name: string): NameReason {
  const found = decisive(name);
  if (!found) return { by: "no_word", word: null };
  const { word, cancelledBy } = found;
  return cancelledBy === null ? { by: "word", word } : { by: "no_word", word: null, cancelled: { word, by: cancelledBy } };
}

/** The level of an event that was sent without one (contract §3). */
export const levelOf = (name: string): Level => (problemWordOf(name) === null ? "info" : "problem");
