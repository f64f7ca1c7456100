import type { FieldProblem } from "@/lib/browser/field-problem";

/** `https://shop.example.com/` as the browser's address bar gives it is meant as `https://shop.example.com`. */
export function originIn(typed: string): string {
  const text = typed.trim();
  if (!URL.canParse(text)) return text;
  const { origin, pathname, search, hash } = new URL(text);
  return origin !== "null" && pathname === "/" && search === "" && hash === "" ? origin : text;
}

/** The origins of a text with one per line, and in which line each of them is, from 1. */
export const originLines = (text: string): { origin: string; line: number }[] =>
  text
    .split("\n")
    .map((line, index) => ({ origin: originIn(line), line: index + 1 }))
    .filter(({ origin }) => origin !== "");

/** `line` is missing when the list itself is at fault. */
export type OriginProblem = FieldProblem & { line?: number };

type Issue = FieldProblem & { path: readonly PropertyKey[] };

/** What is wrong with the origins of `text`; `path` begins at the list. */
export function originProblem(text: string, { path, message, refusal }: Issue): OriginProblem {
  const line = typeof path[0] === "number" ? originLines(text)[path[0]]?.line : undefined;
  return { message, refusal, ...(line !== undefined && { line }) };
}
