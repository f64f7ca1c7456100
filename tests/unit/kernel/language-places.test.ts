import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { locales } from "@/lib/kernel/locale";
import { widgetTexts } from "@/lib/messages/widget";
import { expect } from "../../support/expect";

/** What a language needs beside what does not compile without it (lib/kernel/locale.ts, the catalogues, the chat's texts, tests/messages/same.ts). */
const files = (locale: string) => [`lib/messages/${locale}.json`, `lib/messages/widget/${locale}.json`];

const read = (file: string) => readFileSync(file, "utf8");

test("a language has its texts, and its name where the website's language is chosen", () => {
  const { languages } = JSON.parse(read("lib/messages/en.json")).settings.website.fields;
  for (const locale of locales) {
    for (const file of files(locale)) expect.soft(existsSync(file), file).toBe(true);
    expect.soft(Object.keys(languages), "lib/messages/en.json: settings.website.fields.languages").toContain(locale);
  }
  expect(Object.keys(widgetTexts)).toEqual([...locales]);
});

test("texts are in no language that the desk does not have", () => {
  for (const folder of ["lib/messages", "lib/messages/widget"]) {
    const found = readdirSync(folder).flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? []);
    expect(found.sort(), folder).toEqual([...locales].sort());
  }
});

test("documents name every language, and code lists them in one place", () => {
  const names = `{${locales.join(",")}}.json`;
  for (const file of ["README.md", "docs/decisions/61-four-languages.md"]) expect.soft(read(file), file).toContain(names);
  const example = locales.filter((locale) => locale !== "en").map((locale) => `--${locale} `);
  for (const option of example) expect.soft(read("CONTRIBUTING.md"), "CONTRIBUTING.md").toContain(option);

  const listed = new RegExp(
    locales
      .slice(0, 2)
      .map((locale) => `"${locale}"`)
      .join(",\\s*"),
  );
  const lists = ["app", "components", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".d.json.ts") && listed.test(read(file)));
  expect(lists).toEqual(["lib/kernel/locale.ts"]);
});
