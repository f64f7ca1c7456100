import { test } from "@playwright/test";
import { acceptedLocale, localeOf, locales } from "@/lib/kernel/locale";
import { formatNumber } from "@/lib/kernel/numbers";
import { merge, pick } from "@/lib/messages/pick";
import { deviceOf } from "@/lib/workspace/sessions/shared/device";
import { expect } from "../../support/expect";

test("the language that a browser prefers most, among those of the desk", () => {
  for (const [header, locale] of [
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["fr-FR, fr;q=0.9, es-419;q=0.8, en;q=0.7", "es"],
    ["en;q=0.5, PT-br ; q=0.7", "pt"],
    ["de;q=0, es;q=0.001", "es"],
    ["*", "en"],
    ["german, de_DE, d€, ;;q=1,,", "en"],
    ["", "en"],
    [`${"x,".repeat(10_000)}de`, "en"],
  ] as const)
    expect(acceptedLocale(header), header.slice(0, 60)).toBe(locale);
  expect(acceptedLocale(null)).toBe("en");
  expect([...locales, "EN", "fr", "", null, undefined].map(localeOf)).toEqual([...locales, null, null, null, null, null]);
});

test("a header that was made to be slow is read as fast as any other", () => {
  const began = performance.now();
  for (const header of [
    `a${" ".repeat(15_000)}!`,
    `a;${" ".repeat(15_000)}!`,
    `a${" ".repeat(7_500)};${" ".repeat(7_500)}q=!`,
    "a-".repeat(7_500),
  ])
    for (let time = 0; time < 100; time += 1) acceptedLocale(header);
  // One of them took 300 ms once.
  expect(performance.now() - began).toBeLessThan(4_000);
});

test("a part of a catalogue has the groups that were named, and parts are put together", () => {
  const messages = { chat: { list: { a: "A", b: ["B"] }, menu: { c: "C" } }, ui: { close: "Close" } };
  expect(pick(messages, ["chat.list", "ui"])).toEqual({ chat: { list: { a: "A", b: ["B"] } }, ui: { close: "Close" } });
  expect(pick(messages, ["chat.menu", "chat.list.b"])).toEqual({ chat: { menu: { c: "C" }, list: { b: ["B"] } } });
  expect(merge(pick(messages, ["chat.list"]), pick(messages, ["chat.menu"]))).toEqual({ chat: messages.chat });
});

test("numbers are written in the language, and devices read from what sessions store", () => {
  expect(locales.map((locale) => formatNumber(1234.5, locale, 1))).toEqual(["1,234.5", "1.234,5", "1234,5", "1.234,5"]);
  expect(deviceOf("Firefox on Linux")).toEqual({ browser: "Firefox", system: "Linux" });
  expect(deviceOf("Safari")).toEqual({ browser: "Safari", system: null });
  expect(deviceOf("A browser on iPad")).toEqual({ browser: null, system: "iPad" });
  expect(deviceOf("Another program")).toEqual({ browser: null, system: null });
});
