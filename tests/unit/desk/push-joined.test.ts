import { test } from "@playwright/test";
import { createTranslator } from "next-intl";
import { joined, type News } from "@/lib/desk/notifications/push/shared/joined";
import en from "@/lib/messages/en.json" with { type: "json" };
import { expect } from "../../support/expect";

const t = createTranslator({ locale: "en", messages: en, namespace: "push" });

const news = (counts: Partial<News["counts"]>, newest: Partial<News["newest"]> = {}): News => ({
  counts: { message: 0, unassigned: 0, problem: 0, mention: 0, ...counts },
  newest: { kind: "message", authorName: null, text: "Where is my order?", ...newest },
  displayName: "Ada Okafor",
});
const both = (one: News) => [joined(t, one, false), joined(t, one, true)];

test("a single item says what it is, and with texts also whose and what was written", () => {
  expect(both(news({ message: 1 }))).toEqual([
    { title: "1 new message", body: "Open Beside to see it." },
    { title: "Ada Okafor", body: "Where is my order?" },
  ]);
  expect(both(news({ problem: 1 }, { kind: "problem", text: "Payment failed" }))).toEqual([
    { title: "1 new problem", body: "Open Beside to see it." },
    { title: "Ada Okafor", body: "Problem: Payment failed" },
  ]);
  expect(both(news({ mention: 1 }, { kind: "mention", authorName: "Mia", text: "@Tom look" }))).toEqual([
    { title: "You were mentioned", body: "Open Beside to see it." },
    { title: "Ada Okafor", body: "Mia mentioned you: @Tom look" },
  ]);
});

test("several are counted by kind, the most pressing first, and none of them is quoted", () => {
  expect(both(news({ problem: 5 }, { kind: "problem", text: "Payment failed" }))).toEqual([
    { title: "5 new problems", body: "Open Beside to see it." },
    { title: "Ada Okafor", body: "5 new problems" },
  ]);
  const [plain, named] = both(news({ message: 2, problem: 1, mention: 1 }));
  expect(plain?.title).toBe("You were mentioned, 1 new problem, 2 new messages");
  expect(named).toEqual({ title: "Ada Okafor", body: plain?.title });
});

test("nothing of a customer is in a notification without texts", () => {
  for (const counts of [{ message: 1 }, { unassigned: 3 }, { problem: 2, mention: 1 }])
    expect(JSON.stringify(joined(t, news(counts, { authorName: "Mia" }), false))).not.toMatch(/Ada|Okafor|order|Mia/);
});
