import { test } from "@playwright/test";
import fc from "fast-check";
import { solvedAfterMs } from "@/components/desk/panel/closing";
import { reopened, withHandled, withReopened } from "@/components/desk/panel/handled";
import { lastOutcomeOf, outcomeOn } from "@/components/desk/press/last-outcome";
import { labelled } from "@/lib/actions/calls/pressed-with";
import { likeRuns, referenceOf } from "@/lib/context/events/shared/like";
import type { OpenProblem, PressOutcome } from "@/lib/desk/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 10, minutes)).toISOString();

const likeness = fc.record({
  event: fc.constantFrom("Page viewed", "Cart updated"),
  reference: fc.constantFrom(null, "ORD-1"),
  at: fc.integer({ min: 0, max: 40 }).map((minutes) => minutes * minuteMs),
});

test("like events in a row are one run, and every event keeps its position", () => {
  fc.assert(
    fc.property(fc.array(likeness), fc.boolean(), (all, isNewestFirst) => {
      const events = all.toSorted((a, b) => (isNewestFirst ? b.at - a.at : a.at - b.at));
      const runs = likeRuns(events, (event) => event);
      expect(runs.flat()).toEqual(events);
      const isLike = (a: (typeof events)[number], b: (typeof events)[number]) =>
        a.event === b.event && a.reference === b.reference && Math.abs(a.at - b.at) <= 10 * minuteMs;
      for (const [index, run] of runs.entries()) {
        for (const [position, event] of run.entries()) {
          const before = run[position - 1];
          if (before) expect(isLike(before, event)).toBe(true);
        }
        const [last, next] = [run.at(-1), runs[index + 1]?.[0]];
        if (last && next) expect(isLike(last, next)).toBe(false);
      }
    }),
  );
});

test("a reference is the property of that name as text; an empty or a very long one is none", () => {
  expect(referenceOf({ reference: 42 })).toBe("42");
  expect(referenceOf({ reference: "42" })).toBe("42");
  expect(referenceOf({ reference: false })).toBe("false");
  expect(referenceOf({ reference: "👍".repeat(255) })).toBe("👍".repeat(255));
  for (const properties of [{}, { Reference: "x" }, { reference: "" }, { reference: "x".repeat(256) }])
    expect(referenceOf(properties), JSON.stringify(properties)).toBeNull();
});

const outcome = (part: Partial<PressOutcome>): PressOutcome => ({
  callId: newId(),
  buttonId: "retry",
  label: "Retry payment",
  agentName: "Mia",
  state: "failed",
  text: "The bank refused.",
  at: at(0),
  about: null,
  ...part,
});

test("a button has its newest outcome, wherever it was pressed, and a problem the newest one on it since it began", () => {
  const about = { event: "Payment failed", reference: "INV-1" };
  const outcomes = [
    outcome({ at: at(5), about }),
    outcome({ at: at(9), buttonId: "refund", about }),
    outcome({ at: at(7), state: "succeeded" }),
    outcome({ at: at(8), about: { ...about, reference: "INV-2" } }),
  ];
  expect(lastOutcomeOf(outcomes, "retry")?.at).toBe(at(8));
  expect(lastOutcomeOf(outcomes, "other")).toBeUndefined();
  expect(outcomeOn(outcomes, { ...about, firstAt: at(1) })).toMatchObject({ at: at(9), buttonId: "refund" });
  expect(outcomeOn(outcomes, { ...about, firstAt: at(10) })).toBeUndefined();
  expect(outcomeOn(outcomes, { event: "Payment failed", reference: null, firstAt: at(1) })).toBeUndefined();
});

const open = (id: string, minutes: number): OpenProblem => ({
  id,
  event: `Payment ${id} failed`,
  reference: null,
  count: 2,
  firstAt: at(minutes),
  lastAt: at(minutes + 1),
  cameBack: true,
  latest: {
    id: newId(),
    event: `Payment ${id} failed`,
    level: "problem",
    properties: {},
    occurredAt: at(minutes + 1),
    receivedAt: at(minutes + 1),
    closedAt: null,
    closedBy: null,
  },
});

test("a handled problem is solved at once, and open again where it was when that is taken back", () => {
  const [first, second, third] = [open("c", 30), open("b", 20), open("a", 10)];
  const panel = { problems: [first, second, third], problemsCount: 3, solved: [] };
  const by = { name: "Mia", at: at(40) };
  const handled = withHandled(panel, second, by);
  expect(handled).toMatchObject({
    problems: [first, third],
    problemsCount: 2,
    solved: [{ id: "b", count: 2, closedAt: at(40), closedBy: { kind: "agent", name: "Mia" } }],
  });
  // A second press of the key finds it gone.
  expect(withHandled(handled, second, by)).toBe(handled);
  expect(withReopened(handled, second)).toEqual(panel);
  const [solved] = handled.solved;
  expect(solved && withReopened(handled, reopened(solved)).problems.map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test("says how long after its last event a problem was solved", () => {
  const by = { kind: "event" as const, id: newId(), event: "Payment received", occurredAt: at(12) };
  expect(solvedAfterMs({ lastAt: at(0), closedAt: at(13), closedBy: by })).toBe(12 * minuteMs);
  expect(solvedAfterMs({ lastAt: at(0), closedAt: at(13), closedBy: { kind: "agent", name: "Mia" } })).toBe(13 * minuteMs);
  expect(solvedAfterMs({ lastAt: at(14), closedAt: at(13), closedBy: by })).toBe(0);
});

test("what was sent has the labels and units that the agent saw, or the names of inputs that are gone", () => {
  const input = {
    type: "number" as const,
    name: "amount",
    label: "Amount",
    required: true,
    min: null,
    max: null,
    whole: false,
    unit: "EUR",
  };
  expect(labelled({ amount: 59.9, note: "é" }, [input])).toEqual([
    { label: "Amount", value: "59.90 EUR" },
    { label: "note", value: "é" },
  ]);
});
