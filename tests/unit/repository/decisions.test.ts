import { readdirSync, readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

const folder = "docs/decisions";
const files = readdirSync(folder).filter((file) => /^\d/.test(file));
const headingOf = (file: string) => readFileSync(`${folder}/${file}`, "utf8").match(/^# (\d+)\. (.+)\n/) ?? [];

test("every decision has its number in its heading, and one line in the table", () => {
  const table = readFileSync(`${folder}/README.md`, "utf8");
  const lines = [...table.matchAll(/^\| (\d+) \| \[(.+?)\]\((.+?)\) \|/gm)].map(
    ([, number, heading, file]) => `${number} ${heading} ${file}`,
  );
  const decisions = files.map((file) => {
    const [, number, heading] = headingOf(file);
    expect(Number.parseInt(file, 10), file).toBe(Number(number));
    return `${number} ${heading} ${file}`;
  });
  expect(lines.sort()).toEqual(decisions.sort());
});

test("every decision that a document or a comment names is there", () => {
  const numbers = new Set(files.map((file) => Number.parseInt(file, 10)));
  const texts = [
    "README.md",
    "CONTRIBUTING.md",
    ...readdirSync("docs")
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const sources = readdirSync("lib", { recursive: true })
    .map((name) => `lib/${String(name)}`)
    .filter((name) => name.endsWith(".ts") && !name.includes("/client/"));
  const missing = [...texts, ...sources].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdecisions? \[?(\d+)/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([named]) => `${file}: ${named}`),
  );
  expect(missing).toEqual([]);
});
