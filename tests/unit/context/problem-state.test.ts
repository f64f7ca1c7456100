import { test } from "@playwright/test";
import fc from "fast-check";
import { type OpenProblems, problemStateOf, problemStateOfAll } from "@/components/desk/timeline/problem-state";
import type { ReadEvent } from "@/lib/context/events/contract";
import type { OpenProblem, SolvedProblem } from "@/lib/desk/panel/contract";
import { expect } from "../../support/expect";

const start = Date.parse("2026-03-01T10:00:00Z");
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
const id = "00000000-0000-7000-8000-000000000001";
const by = { kind: "event" as const, id, event: "Payment received", occurredAt: at(20) };

const latest: ReadEvent = {
  id,
  event: "Payment failed",
  level: "problem",
  properties: {},
  occurredAt: at(0),
  receivedAt: at(0),
  closedAt: null,
  closedBy: null,
};
const shared = { id, event: "Payment failed", reference: "A", count: 1, lastAt: at(0), latest };
const openSince = (minute: number, reference: string | null = "A"): OpenProblem => ({
  ...shared,
  reference,
  firstAt: at(minute),
  cameBack: false,
});
const solvedAt = (minute: number): SolvedProblem => ({ ...shared, closedAt: at(minute), closedBy: by });
const panelWith = (some: Partial<OpenProblems>): OpenProblems => ({
  problems: [],
  problemsCount: some.problems?.length ?? 0,
  solved: [],
  ...some,
});
const failed = (minute: number, more: { reference?: string; closed?: { at: string; by: typeof by } } = {}) => ({
  event: "Payment failed",
  properties: { reference: more.reference ?? "A" },
  occurredAt: at(minute),
  closed: more.closed ?? null,
});

test("a problem is open while the panel has it open since then", () => {
  expect(problemStateOf(failed(5), panelWith({ problems: [openSince(5)] }))).toEqual({ isOpen: true });
  expect(problemStateOf(failed(4), panelWith({ problems: [openSince(5)] })).isOpen).toBe(false);
  expect(problemStateOf(failed(5, { reference: "B" }), panelWith({ problems: [openSince(5)] })).isOpen).toBe(false);
});

test("references are compared as text, and an empty one is none", () => {
  const panel = panelWith({ problems: [openSince(0, "42"), openSince(0, null)] });
  const withReference = (reference: string | number) => ({ ...failed(1), properties: { reference } });
  expect(problemStateOf(withReference(42), panel).isOpen).toBe(true);
  expect(problemStateOf(withReference(""), panel).isOpen).toBe(true);
  expect(problemStateOf(withReference("43"), panel).isOpen).toBe(false);
});

test("what ended a problem is the first closing after it, as the panel has it, or else the card", () => {
  const panel = panelWith({ solved: [solvedAt(40), solvedAt(20), solvedAt(3)] });
  expect(problemStateOf(failed(5), panel)).toEqual({ isOpen: false, closing: { at: at(20), by } });
  expect(problemStateOf(failed(41, { closed: { at: at(50), by } }), panel)).toEqual({ isOpen: false, closing: { at: at(50), by } });
});

test("an unknown ending: the problem ended unless the panel lists only some, or is older than the card", () => {
  expect(problemStateOf(failed(5), panelWith({}))).toEqual({ isOpen: false, closing: null });
  expect(problemStateOf(failed(5), panelWith({ problems: [openSince(0, "B")], problemsCount: 101 }))).toEqual({ isOpen: true });
  expect(problemStateOf(failed(5, { closed: { at: at(6), by } }), panelWith({ problemsCount: 101 })).isOpen).toBe(false);
  expect(problemStateOf(failed(5), panelWith({}), { isNewer: true })).toEqual({ isOpen: true });
});

test("like problems are open as long as one of them is", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), fc.integer({ min: 0, max: 30 }), (minutes, since) => {
      const problems = minutes.toSorted((a, b) => a - b).map((minute) => failed(minute));
      const panel = panelWith({ problems: [openSince(since)] });
      expect(problemStateOfAll(problems, panel).isOpen).toBe(problems.some((one) => problemStateOf(one, panel).isOpen));
    }),
  );
});
