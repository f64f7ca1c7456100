import { test } from "@playwright/test";
import { chosenRows } from "../../bench/neighbours/chosen-rows";
import { callsIn, dueAtMs, sendAtRate } from "../../bench/neighbours/schedule";
import { brokenBounds, type Sample, summaryOf } from "../../bench/neighbours/verdict";
import { expect } from "../../support/expect";

const took = (ms: number, count = 100): Sample[] => Array.from({ length: count }, () => ({ ms }));
const calm = summaryOf(took(100));

test("begins calls at a steady rate", () => {
  expect(callsIn({ perSecond: 4.5, seconds: 6 })).toBe(27);
  expect([0, 1, 9].map((nth) => dueAtMs(nth, 4.5))).toEqual([0, 1_000 / 4.5, 2_000]);
});

test("begins calls although earlier ones have no answer", async () => {
  let answerAll: () => void = () => undefined;
  const allAnswers = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const begun: number[] = [];
  const results = await sendAtRate({ perSecond: 1_000, seconds: 0.005 }, async (nth) => {
    begun.push(nth);
    if (begun.length === 5) answerAll();
    await allAnswers;
    return nth;
  });
  expect(results).toEqual([0, 1, 2, 3, 4]);
});

test("counts what failed beside how long it took", () => {
  const summary = summaryOf([...took(10, 97), { ms: 400 }, { ms: 900, failure: "503" }, { ms: 5_000, failure: "503" }]);
  expect(summary).toEqual({ p50Ms: 10, p99Ms: 5_000, count: 100, failed: 2, failures: ["503"] });
});

test("holds while neighbours notice nothing and the aggressor works on", () => {
  expect(brokenBounds({ calm, beside: summaryOf(took(200)), rate: { byItself: 10, beside: 8 } })).toEqual([]);
  expect(brokenBounds({ calm, beside: summaryOf(took(200)), rate: undefined })).toEqual([]);
});

test("names each bound that does not hold", () => {
  const slow = summaryOf([...took(600), { ms: 600, failure: "503" }]);
  expect(brokenBounds({ calm, beside: slow, rate: { byItself: 10, beside: 7 } })).toEqual([
    "p99 over 2 × calm",
    "p99 over 500 ms",
    "neighbours: 503",
    "the aggressor keeps 70 %",
  ]);
  expect(brokenBounds({ calm: summaryOf([{ ms: 100, failure: "no answer" }]), beside: calm, rate: { byItself: 0, beside: 0 } })).toEqual([
    "not calm before: no answer",
    "the aggressor gets nothing done",
  ]);
});

test("chooses rows by name, and all rows of a number", () => {
  const rows = ["5", "6", "6 lists", "60", "import"].map((name) => ({ name }));
  expect(chosenRows(rows, "6, import").map(({ name }) => name)).toEqual(["6", "6 lists", "import"]);
  expect(chosenRows(rows, undefined)).toEqual(rows);
  expect(() => chosenRows(rows, "7")).toThrow("There is no row 7");
});
