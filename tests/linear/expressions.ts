import { readFileSync } from "node:fs";
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { type Node, sourceFiles, walk } from "./sources";

export type Expression = { source: string; flags: string };
export type Written = Expression & { file: string; line: number };
/** An expression that is put together from parts. */
export type Made = { file: string; line: number; isAtTop: boolean };

/** All regular expressions in the sources of the product. */
export function expressionsIn(files = sourceFiles()): { written: Written[]; made: Made[] } {
  const written: Written[] = [];
  const made: Made[] = [];
  for (const file of files) {
    walk(file, readFileSync(file, "utf8"), (node, depth) => {
      const line = node.loc?.start.line ?? 0;
      if (node.type === "RegExpLiteral") written.push({ source: node.pattern, flags: node.flags, file, line });
      if (isMade(node)) made.push({ file, line, isAtTop: depth === 0 });
    });
  }
  return { written, made };
}

const isMade = (node: Node): boolean =>
  (node.type === "NewExpression" || node.type === "CallExpression") && node.callee.type === "Identifier" && node.callee.name === "RegExp";

const candidates = [..."aA1 -._'\"=/:,;@+(){}[]<>\\\t\n\r\0", "\u00a0", "é", "\u0301", "\u200b", "中", "😀"];

/** Which of the texts that an expression matches: each choice is the first or the last, and what may be missing is there or not. */
type Choice = { isLast: boolean; isShort: boolean };
const choices: Choice[] = [
  { isLast: false, isShort: false },
  { isLast: true, isShort: false },
  { isLast: false, isShort: true },
  { isLast: true, isShort: true },
];
type Of = { flags: string; choice: Choice };

/** A short text that an element of an expression matches, or that has to be around it. */
function sampleOf(element: AST.Element, { flags, choice }: Of): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass": {
      const one = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gy]/g, ""));
      return candidates.find((character) => one.test(character)) ?? "";
    }
    case "Quantifier":
      return sampleOf(element.element, { flags, choice }).repeat(Math.max(choice.isShort ? 0 : 1, Math.min(element.min, 12)));
    case "Group":
    case "CapturingGroup":
      return chosen(element.alternatives, { flags, choice });
    case "Assertion":
      return "alternatives" in element && !element.negate ? chosen(element.alternatives, { flags, choice }) : "";
    default:
      return "";
  }
}

const chosen = (alternatives: readonly AST.Alternative[], of: Of): string =>
  (alternatives.at(of.choice.isLast ? -1 : 0)?.elements ?? []).map((one) => sampleOf(one, of)).join("");

/** How matches begin: what makes an expression read on, until something is missing. */
function* beginningsOf(elements: readonly AST.Element[], of: Of): Generator<string> {
  let before = "";
  for (const element of elements) {
    const inner = element.type === "Quantifier" ? element.element : element;
    if ("alternatives" in inner)
      for (const alternative of inner.alternatives) for (const one of beginningsOf(alternative.elements, of)) yield before + one;
    before += sampleOf(element, of);
    yield before;
  }
}

const parser = new RegExpParser({ ecmaVersion: 2025 });
const maxBeginnings = 24;

/** Texts that this expression may read again and again: its own characters, in pairs, and the beginnings of its matches. */
export function attacksOn({ source, flags }: Expression): string[] {
  const { alternatives } = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const beginnings = new Set<string>();
  for (const choice of choices)
    for (const { elements } of alternatives)
      for (const one of beginningsOf(elements, { flags, choice })) if (one !== "" && beginnings.size < maxBeginnings) beginnings.add(one);
  const own = [...new Set([...beginnings].flatMap((one) => [...one]))].slice(0, 10);
  const pairs = own.flatMap((one) => own.map((other) => one + other));
  const spaced = [...beginnings].flatMap((one) => [one, `${one} `, `${one}-`, `${one}\n`]);
  return [...new Set([...own, ...pairs, ...spaced])];
}
