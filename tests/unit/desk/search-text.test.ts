import { test } from "@playwright/test";
import fc from "fast-check";
import { highlighted, rangesIn, snippetOf } from "@/lib/desk/search/shared/highlight";
import { matches, parseQuery, type Query } from "@/lib/desk/search/shared/query";
import { folded, maxSearchLength, searchText } from "@/lib/desk/search/shared/text";
import { expect } from "../../support/expect";

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ unit: "grapheme", maxLength: 200 }));
const words = fc.array(fc.stringMatching(/^[a-zäöłøéA-ZŻ0-9]{3,10}$/), { minLength: 1, maxLength: 6 });

const query = (typed: string): Query => {
  const parsed = parseQuery(typed);
  if (!parsed) throw new Error(`Nothing can be looked for: ${typed}`);
  return parsed;
};
const finds = (typed: string, ...parts: (string | null)[]): boolean => matches(query(typed), searchText(parts));
const marked = (text: string, typed: string): string[] => rangesIn(text, query(typed)).map(([from, to]) => text.slice(from, to));

test("case, accents and the space between words make no difference", () => {
  expect(folded("  Łukasz\t\n ŻUK ").text).toBe("lukasz zuk ");
  for (const [typed, text] of [
    ["lukasz zuk", "Łukasz Żuk"],
    ["ÉMILE", "Émile Zola"],
    ["strasse", "Hauptstraße 5"],
    ["istanbul", "İSTANBUL"],
    ["οδος", "ΟΔΟΣ"],
    ["кремль", "КРЕМЛЬ"],
    ["１２３４", "order 1234"],
    ["soft", "so\u00adft"],
    ["café", "cafe\u0301"],
    ["משה", "מֹשֶׁה"],
  ] as const)
    expect(finds(typed, text), typed).toBe(true);
});

test("signs that are letters of their own stay", () => {
  expect(finds("が", "か")).toBe(false);
  expect(finds("कि", "का")).toBe(false);
});

test("every word must be there, in any order and in any of the parts", () => {
  expect(finds("okafor ada", "Ada", "okafor@example.com")).toBe(true);
  expect(finds("ada luis", "Ada Okafor")).toBe(false);
  expect(finds("kaf", "Ada Okafor")).toBe(true);
});

test("one or two letters are the beginning of a word, and one letter alone finds nothing", () => {
  expect(finds("ok", "Ada Okafor")).toBe(true);
  expect(finds("da", "Ada Okafor")).toBe(false);
  expect(finds("ada o", "Ada Okafor")).toBe(true);
  expect(finds("田", "鈴木田中")).toBe(true);
  for (const typed of ["a", "", " ", "%", "_", "\\", "'", '"', "% _ \\ '", "\0", "…", "1"])
    expect(parseQuery(typed), typed).toBeUndefined();
});

test("a phone is found in any writing", () => {
  for (const typed of [
    "447911123456",
    "+44 7911 123456",
    "+44 (0)7911 123-456",
    "0044 7911.123456",
    "07911 123456",
    "(07911) 123456",
    "7911 123",
    "3456",
  ])
    expect(finds(typed, "Ada", "447911123456"), typed).toBe(true);
  expect(finds("07911 123456", "Call me at +44 (0) 7911 / 123-456 today")).toBe(true);
  expect(finds("447911123457", "447911123456")).toBe(false);
});

test("a reference is found by its number, and with its signs", () => {
  for (const typed of ["ORD-2291", "ord-2291", "2291", "#2291", '"ORD-2291"']) expect(finds(typed, "ORD-2291"), typed).toBe(true);
});

test("at most eight words of a hundred letters are looked for", () => {
  const [terms = []] = query(Array.from({ length: 500 }, (_, index) => `w${index}`).join(" ")).alternatives;
  expect(terms).toHaveLength(8);
  expect(query("x".repeat(1_000)).alternatives).toEqual([[{ text: "x".repeat(100), isStart: false }]]);
});

test("folding twice is folding once, and no text is too long or cannot be stored", () =>
  fc.assert(
    fc.property(anyText, (text) => {
      const once = folded(text).text;
      expect(folded(once).text).toBe(once);
      const stored = searchText([text.repeat(50)]);
      expect(stored.length).toBeLessThanOrEqual(maxSearchLength);
      expect(stored).not.toMatch(/\0| {2}/);
      expect(Buffer.from(stored).toString()).toBe(stored);
    }),
  ));

test("each unit of a folded text comes from its place in the original", () =>
  fc.assert(
    fc.property(anyText, (text) => {
      const { text: result, from, to } = folded(text);
      expect([from.length, to.length]).toEqual([result.length, result.length]);
      expect(from).toEqual([...from].sort((a, b) => a - b));
      for (const [index, start] of from.entries()) expect(start).toBeLessThan(to[index] ?? 0);
    }),
  ));

test("a text is found by each part of its words, and what is found is marked", () =>
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(7), (all, pick, cut) => {
      const text = all.join(" ");
      const word = all[pick % all.length] ?? "";
      const part = word.slice(Math.min(cut, word.length - 3));
      expect(finds(part, text)).toBe(true);
      expect(finds(part.toUpperCase(), text)).toBe(true);
      expect(rangesIn(text, query(part)).length).toBeGreaterThan(0);
    }),
  ));

test("ranges are in order, do not touch, and split no character", () =>
  fc.assert(
    fc.property(anyText, fc.stringMatching(/^[a-z0-9]{2,3}$/), (text, typed) => {
      const whole = `${text} ${typed} 😀${typed}\u0301😀 ${text}`;
      const ranges = rangesIn(whole, query(typed));
      expect(ranges.length).toBeGreaterThan(0);
      let last = -1;
      for (const [from, to] of ranges) {
        expect(from).toBeGreaterThan(last);
        expect(to).toBeGreaterThan(from);
        for (const edge of [from, to])
          expect(/[\ud800-\udbff]$/.test(whole.slice(0, edge)) && /^[\udc00-\udfff]/.test(whole.slice(edge))).toBe(false);
        last = to;
      }
    }),
  ));

test("marks the letters as they were written", () => {
  expect(marked("😀 Łukasz Z\u0307uk 😀żuk", "zuk")).toEqual(["Z\u0307uk", "żuk"]);
  expect(marked("Hauptstraße", "strasse")).toEqual(["straße"]);
  expect(marked("Lo said hello to Lou", "lo")).toEqual(["Lo", "Lo"]);
  expect(marked("call +44 (0)7911 123-456 now", "07911 123456")).toEqual(["7911 123-456"]);
  expect(highlighted("Ada", query("zoe"))).toEqual({ text: "Ada", ranges: [] });
});

test("a snippet shows the first match in one line, and cuts no character", () => {
  const { text, ranges } = snippetOf(`${"😀".repeat(300)} The needle\nis here ${"😀".repeat(300)}`, query("needle"));
  expect(text).toMatch(/^…The needle is here 😀+…$/u);
  expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(["needle"]);
  expect(text.length).toBeLessThanOrEqual(162);
  expect(snippetOf("Short", query("short"))).toEqual({ text: "Short", ranges: [[0, 5]] });
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const { text: cut, ranges: found } = snippetOf(`${before} needle ${after}`, query("needle"));
      expect(cut.length).toBeLessThanOrEqual(162);
      expect(found.length).toBeGreaterThan(0);
      for (const [from, to] of found) expect(from >= 0 && to <= cut.length && from < to).toBe(true);
    }),
  );
});
