/**
 * Part of `npm run check`: refuses the words that `docs/glossary.md` replaced, in names, comments, titles of tests and documents, and comments
 * that begin without a subject.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parse } from "@babel/parser";
import { names, phrases, type Replaced } from "./words";

type Found = { file: string; line: number; text: string; use: string };

const isCode = /\.(?:ts|tsx|mjs|js)$/;
const own = "tests/words/";

const replacedIn = (text: string, list: readonly Replaced[]) =>
  list.flatMap(({ word, use }) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [{ text: found, use }];
  });

const inLines = (file: string, text: string, firstLine = 1): Found[] =>
  text.split("\n").flatMap((line, index) => replacedIn(line, phrases).map((found) => ({ file, line: firstLine + index, ...found })));

type Token = { type: { label: string }; value?: unknown; loc: { start: { line: number } } };

/** The string or template that stands first in the brackets of `test(…)`, `test.skip(…)` and their like. */
function titlesIn(tokens: readonly Token[]): { text: string; line: number }[] {
  return tokens.flatMap((token, index) => {
    if (token.value !== "test") return [];
    const opening = tokens.slice(index, index + 4).findIndex(({ type }) => type.label === "(");
    const first = opening === -1 ? undefined : tokens[index + opening + 1];
    const title = first?.type.label === "`" ? tokens[index + opening + 2] : first;
    return typeof title?.value === "string" ? [{ text: title.value, line: title.loc.start.line }] : [];
  });
}

type Comment = { type: string; value: string; loc?: { start: { line: number }; end: { line: number } } | null | undefined };

/** A comment is a sentence with a subject. One on the line below another goes on with its sentence. */
function beginningsIn(file: string, comments: readonly Comment[]): Found[] {
  const isContinued = ({ type, loc }: Comment, before: Comment | undefined) =>
    type === "CommentLine" && before?.type === "CommentLine" && before.loc?.end.line === (loc?.start.line ?? 0) - 1;
  return comments.flatMap((comment, index) => {
    const [, text] = /^[*\s]*(Of|Whose|Whom|Who|Those)\b/.exec(comment.value) ?? [];
    if (text === undefined || isContinued(comment, comments[index - 1])) return [];
    return [{ file, line: comment.loc?.start.line ?? 1, text, use: "begin the comment with its subject" }];
  });
}

function inCode(file: string, source: string): Found[] {
  const { tokens = [], comments } = parse(source, {
    sourceType: "module",
    plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
    tokens: true,
    allowAwaitOutsideFunction: true,
  });
  const written = tokens as Token[];
  const inNames = written.flatMap(({ type, value, loc }) =>
    type.label === "name" && typeof value === "string"
      ? replacedIn(value, names).map((found) => ({ file, line: loc.start.line, ...found, text: value }))
      : [],
  );
  const inComments = (comments ?? []).flatMap(({ value, loc }) => inLines(file, value, loc?.start.line ?? 1));
  const inTitles = file.endsWith(".test.ts") ? titlesIn(written).flatMap(({ text, line }) => inLines(file, text, line)) : [];
  return [...inNames, ...inComments, ...beginningsIn(file, comments ?? []), ...inTitles];
}

const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8", maxBuffer: 2 ** 26 });
const files = stdout.split("\n").filter((file) => existsSync(file) && !file.startsWith(own) && file !== "docs/glossary.md");
const found = files.flatMap((file) => {
  if (isCode.test(file)) return inCode(file, readFileSync(file, "utf8"));
  return file.endsWith(".md") ? inLines(file, readFileSync(file, "utf8")) : [];
});

for (const { file, line, text, use } of found) process.stdout.write(`${file}:${line} “${text}” → ${use}\n`);
process.exit(found.length > 0 ? 1 : 0);
