import { test } from "@playwright/test";
import { arrivalsIn, countNew, itemsAfter } from "@/components/desk/timeline/arrivals";
import { digestGroups } from "@/components/desk/timeline/digest-groups";
import type { ProblemItem } from "@/components/desk/timeline/entries";
import { outcomesOn, pressesByEvent } from "@/components/desk/timeline/press-outcomes";
import type { ChatItem, Outcome } from "@/lib/chats/contract";
import type { PressOutcome } from "@/lib/desk/panel/contract";
import { expect } from "../../support/expect";

const start = Date.parse("2026-03-01T10:00:00Z");
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
const idOf = (seq: number) => `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`;

const card = (seq: number, level: "info" | "problem", reference = "A"): ChatItem => ({
  id: idOf(seq),
  seq,
  createdAt: at(seq),
  kind: "card",
  card: {
    deleted: false,
    eventId: idOf(seq),
    event: "Payment failed",
    level,
    properties: { reference },
    occurredAt: at(seq),
    closed: null,
  },
});
const problem = (seq: number, reference?: string) => card(seq, "problem", reference) as ProblemItem;
const press = (seq: number, on: number, outcome: Partial<Outcome> = {}): ChatItem => ({
  id: idOf(seq),
  seq,
  createdAt: at(seq),
  kind: "action",
  authorName: "Mia",
  outcome: {
    callId: idOf(100 + seq),
    label: "Retry payment",
    state: "failed",
    message: null,
    reason: "The bank refused.",
    tookMs: 10,
    eventId: idOf(on),
    ...outcome,
  },
});
const ofPanel = (minute: number, more: Partial<PressOutcome> = {}): PressOutcome => ({
  callId: idOf(200 + minute),
  buttonId: idOf(1),
  label: "Refund order",
  agentName: "Tom",
  state: "succeeded",
  text: "Refunded.",
  at: at(minute),
  about: { event: "Payment failed", reference: "A" },
  ...more,
});
const message = (seq: number, author: "customer" | "agent", authorName: string | null = null): ChatItem => ({
  id: idOf(seq),
  seq,
  createdAt: at(seq),
  kind: "message",
  author,
  authorName,
  text: "Hello",
});

test("a card says how the last press of each button on it ended, the newest first", () => {
  const items = [problem(1), press(2, 1), press(3, 1, { reason: "No answer." }), press(4, 9), press(5, 1, { state: "working" })];
  const found = outcomesOn([problem(1)], pressesByEvent(items), [ofPanel(4)]);
  expect(found.map(({ label, state, text }) => ({ label, state, text }))).toEqual([
    { label: "Refund order", state: "succeeded", text: "Refunded." },
    { label: "Retry payment", state: "failed", text: "No answer." },
  ]);
});

test("a press on another problem, or before this one began, is not said", () => {
  const others = [ofPanel(4, { about: { event: "Payment failed", reference: "B" } }), ofPanel(4, { about: null }), ofPanel(0)];
  expect(outcomesOn([problem(1)], new Map(), others)).toEqual([]);
});

test("a press that timeline and panel both have is said once", () => {
  const both = press(2, 1, { callId: idOf(300) });
  expect(outcomesOn([problem(1)], pressesByEvent([both]), [ofPanel(2, { callId: idOf(300), label: "Retry payment" })])).toHaveLength(1);
});

test("counts customer's messages and problems as new, and nothing else", () => {
  const items = [message(1, "customer"), message(2, "customer"), card(3, "info"), problem(4), message(5, "agent", "Tom"), press(6, 4)];
  expect(countNew(items, 1)).toBe(2);
  expect(countNew(items, 6)).toBe(0);
  expect(itemsAfter(items, 4).map(({ seq }) => seq)).toEqual([5, 6]);
});

test("announces problems, messages of others and the number of events", () => {
  const items = [
    message(1, "customer"),
    message(2, "agent", "Mia"),
    message(3, "agent", "Tom"),
    card(4, "info"),
    card(5, "info"),
    problem(6),
  ];
  const { problems, messages, events } = arrivalsIn(items, "Mia");
  expect([problems.length, messages.map(({ seq }) => seq), events]).toEqual([1, [1, 3], 2]);
});

test("groups like problems of a digest, the newest first", () => {
  const of = (event: string, minute: number) => ({ eventId: idOf(minute), event, properties: {}, occurredAt: at(minute), closed: null });
  const groups = digestGroups([of("Payment failed", 1), of("Login blocked", 5), of("Payment failed", 9), of("Payment failed", 40)]);
  expect(groups.map((group) => group.map(({ event, occurredAt }) => `${event} ${occurredAt}`))).toEqual([
    [`Payment failed ${at(40)}`],
    [`Payment failed ${at(9)}`, `Payment failed ${at(1)}`],
    [`Login blocked ${at(5)}`],
  ]);
});
