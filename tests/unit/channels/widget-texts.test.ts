import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { widgetLanguageOf, widgetTexts } from "@/lib/messages/widget";
import { fill } from "@/lib/messages/widget/fill";
import { expect } from "../../support/expect";

const flat = (group: object, prefix = ""): [key: string, text: string][] =>
  Object.entries(group).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

for (const [language, texts] of Object.entries(widgetTexts)) {
  test(`the widget's texts in ${language} have the keys and values of the English ones`, () => {
    const [own, english] = [Object.fromEntries(flat(texts)), Object.fromEntries(flat(widgetTexts.en))];
    expect(Object.keys(own)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).not.toBe("");
      expect(valuesOf(text), key).toEqual(valuesOf(english[key] ?? ""));
    }
  });
}

test("every text of the widget is used", () => {
  const sources = ["components/channels/website", "app/widget"]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith("bundle.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  // The notices are read by a key that is computed.
  const names = flat(widgetTexts.en).filter(([key]) => !key.startsWith("notice."));
  expect(names.filter(([key]) => !sources.includes(`.${key.split(".").at(-1)}`)).map(([key]) => key)).toEqual([]);
});

test("a tag finds its language, and English stands for the others", () => {
  expect(["pt-BR", "DE", "es-419", "fr", "", "english"].map(widgetLanguageOf)).toEqual(["pt", "de", "es", "en", "en", "en"]);
});

test("values fill their places, and unknown ones stay", () => {
  expect(fill("{count} of {max}, {other}", { count: 2, max: "$&" })).toBe("2 of $&, {other}");
});
