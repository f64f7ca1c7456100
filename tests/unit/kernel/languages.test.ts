import { test } from "@playwright/test";
import { shapeOf } from "../../messages/icu";
import { importsOf, isForBrowser, partsIn } from "../../messages/imports";
import { checkLanguage } from "../../messages/languages";
import { checkParts } from "../../messages/parts";
import { mayBeSame } from "../../messages/same";
import { parseText } from "../../messages/syntax";
import { expect } from "../../support/expect";

const problemsOf = (english: string, text: string, locale: "de" | "es" = "de") =>
  checkLanguage(locale, new Map([["a", english]]), new Map([["a", text]])).map((problem) => problem.replace(/^[^:]*: “a”: /, ""));

test("reads what a message takes and chooses", () => {
  const shape = shapeOf(
    "<b>{name}</b>, {count, plural, =0 {none} one {# ’s <i>{at, time, short}</i>} other {#}} {kind, select, a {x} other {'{'}}",
  );
  expect([...shape.arguments]).toEqual([
    ["name", "text"],
    ["count", "number"],
    ["at", "time"],
    ["kind", "select"],
  ]);
  expect([...shape.tags]).toEqual(["b", "i"]);
  expect(shape.choices.map(({ argument, cases }) => [argument, ...cases])).toEqual([
    ["count", "=0", "one", "other"],
    ["kind", "a", "other"],
  ]);
  for (const wrong of ["{count", "{count, plural, one}", "a } b", "<b>bold", "{n, colour}"]) expect(() => shapeOf(wrong), wrong).toThrow();
});

test("a text in another language has the arguments, tags and choices of the English one", () => {
  expect(problemsOf("Sent by <b>{name}</b>", "Von <b>{name}</b> gesendet")).toEqual([]);
  expect(problemsOf("Sent by {name}", "Gesendet von {Name}")).toEqual(["its arguments are “Name: text”, in English “name: text”."]);
  expect(problemsOf("<b>Sent</b> now", "Jetzt gesendet")).toEqual(["its tags are “”, in English “b”."]);
  expect(problemsOf("{on, select, yes {On} other {Off}}", "{on, select, ja {An} other {Aus}}")).toHaveLength(1);
  expect(problemsOf("{count, number} calls", "{count} Aufrufe")).toHaveLength(1);
  expect(checkLanguage("de", new Map([["a", "Yes"]]), new Map([["b", "Ja"]]))).toHaveLength(2);
});

test("a plural has the categories of its language for every number, unless one text fits all", () => {
  const english = "{count, plural, one {# call} other {# calls}}";
  expect(problemsOf(english, "{count, plural, one {# Aufruf} other {# Aufrufe}}")).toEqual([]);
  expect(problemsOf(english, "{count, plural, =1 {ein Aufruf} other {# Aufrufe}}")).toEqual([]);
  expect(problemsOf(english, "{count, plural, other {# Aufrufe}}")).toEqual(["the plural of “count” needs “one”."]);
  expect(problemsOf(english, "{count, plural, one {#} few {#} other {#}}")).toEqual(["the plural of “count” has no “few” in it."]);
  expect(problemsOf(english, "{count, plural, one {#} many {# de} other {#}}", "es")).toEqual([]);
  expect(problemsOf("{count, plural, =0 {Inbox} other {Inbox, # unread}}", "{count, plural, =0 {Eingang} other {Eingang, # neu}}")).toEqual(
    [],
  );
});

test("only words that are the same in both languages stay English", () => {
  expect(problemsOf("Send the message", "Send the message")).toEqual(["it is the English text “Send the message”."]);
  expect(problemsOf("Problem: {event}", "Problem: {event}")).toEqual([]);
  expect(problemsOf("{time} – {name}", "{time} – {name}")).toEqual([]);
  expect(mayBeSame("https://shop.example.com", "de")).toBe(true);
  expect(mayBeSame("Problem", "es")).toBe(false);
});

test("every screen gets the groups that its modules use in the browser, also those that load later", () => {
  const use = (key: string) => [{ key, line: 1 }];
  const modules = new Map([
    ["app/[workspace]/contacts/layout.tsx", { program: parseText('export default () => <Texts part="contacts" />'), uses: use("pages.x") }],
    [
      "app/[workspace]/contacts/page.tsx",
      { program: parseText('import "@/components/ui/classes"; import "@/components/time/clock";'), uses: [] },
    ],
    ["components/time/clock.tsx", { program: parseText('"use client"; import("./when");'), uses: use("contacts.list.title") }],
    ["components/time/when.tsx", { program: parseText('import type { A } from "./moment";'), uses: use("settings.title") }],
    ["components/time/moment.tsx", { program: parseText(""), uses: use("audit.title") }],
  ]);
  const problems = checkParts(modules, (key) => [key]);
  const missing = problems.filter((problem) => problem.includes("The browser gets no"));
  expect(missing).toEqual([
    "components/time/when.tsx:1 The browser gets no “settings.title” in app/[workspace]/contacts/page.tsx: add its group in lib/messages/parts.ts.",
  ]);
  expect(problems).not.toContain("lib/messages/parts.ts: no screen of “contacts” uses “contacts” in the browser.");
  expect(problems).toContain("lib/messages/parts.ts: no screen of “contacts” uses “chat.note” in the browser.");
  expect(importsOf("components/time/when.tsx", parseText('export { x } from "./clock"; import { type T } from "./moment";'))).toEqual([
    "components/time/clock.tsx",
  ]);
  expect(isForBrowser(parseText('"use client";'))).toBe(true);
  expect(partsIn(parseText('const a = <Texts part="chats"><Other part="no" /></Texts>;'))).toEqual(["chats"]);
});
