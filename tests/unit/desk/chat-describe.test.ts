import { test } from "@playwright/test";
import fc from "fast-check";
import { joinEvents } from "@/components/desk/panel/events";
import { factsOf, firstFacts } from "@/components/desk/panel/person-facts";
import { firstNameOf, runningSeconds } from "@/components/desk/shared/describe";
import { formatPhone } from "@/components/desk/shared/phone";
import { previewLine as lineOfPreview } from "@/components/desk/shared/preview";
import { lineOf, rowsOf } from "@/components/desk/shared/properties";
import type { ChatSummary } from "@/lib/chats/contract";
import type { PanelEvent } from "@/lib/desk/panel/contract";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

test("a preview names its author, unless that is the customer", () => {
  const previewLine = (preview: ChatSummary["preview"]) => lineOfPreview(translations("chat.list"), translations("chat.said"), preview);
  const tom = { author: "agent", authorName: "Tom Ray", isMine: false } as const;
  expect(previewLine({ kind: "message", author: "customer", authorName: "Ada", isMine: false, text: "Hi" })).toBe("Hi");
  expect(previewLine({ kind: "message", ...tom, isMine: true, text: "Hi" })).toBe("You: Hi");
  expect(previewLine({ kind: "message", ...tom, text: "Hi" })).toBe("Tom Ray: Hi");
  expect(previewLine({ kind: "message", ...tom, authorName: "T".repeat(200), text: "Hi" })).toBe(`${"T".repeat(23)}…: Hi`);
  expect(previewLine({ kind: "message", ...tom, authorName: null, text: "Hi" })).toBe("Team: Hi");
  expect(previewLine({ kind: "message", ...tom, text: "Photo and 2 more", line: { what: "photo", count: 2 } })).toBe(
    "Tom Ray: Photo and 2 more",
  );
  expect(previewLine(null)).toBe("No messages yet");
});

test("the seconds of a running call stay between 0 and its limit, even when clocks differ", () => {
  const started = "2026-03-01T10:00:00.000Z";
  const at = (seconds: number) => runningSeconds(started, Date.parse(started) + seconds * 1000);
  expect([-30, 0, 3.9, 10, 90].map(at)).toEqual([0, 0, 3, 10, 10]);
});

test("formats a phone in groups without changing its digits", () => {
  expect(["447911123456", "15551234567", "33612345678", "353871234567"].map(formatPhone)).toEqual([
    "+44 7911 123456",
    "+1 555 123 4567",
    "+33 6 12 34 56 78",
    "+353 871 234 567",
  ]);
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][0-9]{6,14}$/), (digits) => {
      const written = formatPhone(digits);
      expect(written.replaceAll(" ", "")).toBe(`+${digits}`);
      expect(written).not.toMatch(/ \d$| {2}/);
    }),
  );
});

test("shortens only names of people to the first name", () => {
  expect(["Ada Okafor", "Ada", "+447911123456"].map(firstNameOf)).toEqual(["Ada", "Ada", "+447911123456"]);
  expect(firstNameOf("N".repeat(200))).toBe("N".repeat(24));
  expect(firstNameOf(`Z${"\u0300".repeat(40)}oe`)).toBe("Z\u0300\u0300oe");
  expect(firstNameOf(" \u200b Ada Okafor")).toBe("Ada");
});

test("lists amount and reference first, with translated names", () => {
  const properties = { attempt: 2, reference: "INV-2041", final: false, amount: "59.90 EUR" };
  expect(rowsOf(properties).map(({ key, own, value }) => `${own ? "our " : ""}${key}=${value}`)).toEqual([
    "our amount=59.90 EUR",
    "our reference=INV-2041",
    "attempt=2",
    "final=false",
  ]);
  expect(lineOf(properties)).toBe("59.90 EUR · INV-2041 · attempt: 2 · final: false");
});

const eventAt = (minute: number): PanelEvent => {
  const at = new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
  const id = `00000000-0000-7000-8000-${String(minute).padStart(12, "0")}`;
  return { id, event: `event ${minute}`, level: "info", properties: {}, occurredAt: at, receivedAt: at, closedAt: null, closedBy: null };
};
const events = (...minutes: number[]) => minutes.map(eventAt);

test("appends older events without duplicates", () => {
  expect(joinEvents(events(5, 4, 3), events(4, 3, 2, 1))).toEqual(events(5, 4, 3, 2, 1));
});

test("drops the older events when there may be a gap", () => {
  expect(joinEvents(events(9, 8, 7), events(4, 3, 2))).toEqual(events(9, 8, 7));
  expect(joinEvents([], events(4, 3, 2))).toEqual([]);
});

const visitor = {
  id: "",
  displayName: "Noor",
  name: "Noor",
  phone: null,
  visitorId: "v_1",
  email: "noor@example.com",
  typedPhone: "31612345678",
  username: null,
  linkedBy: null,
  isBlocked: false,
};

const lines = (facts: readonly { name: string; value: string }[]) => facts.map(({ name, value }) => `${name}: ${value}`);

test("labels what a visitor typed as typed, and has no line for the id of their browser", () => {
  const { own, groups } = factsOf(translations("chat.facts"), { contact: null, person: visitor });
  expect(lines(own)).toEqual(["E-mail (typed): noor@example.com", "Phone (typed): +31 612 345 678"]);
  expect(groups).toEqual([]);
});

test("lists a contact's fields and attributes, even when an attribute has the name of a field", () => {
  const contact = {
    id: "",
    userId: "u",
    name: null,
    email: "a@b.example",
    phone: null,
    attributes: { "E-mail": "x", seats: 12 },
    display: [],
    createdAt: "",
  };
  const { own, groups } = factsOf(translations("chat.facts"), { contact, person: visitor });
  expect(lines(own)).toEqual(["E-mail: a@b.example"]);
  expect(groups.map(({ heading, facts }) => [heading, lines(facts)])).toEqual([[null, ["E-mail: x", "seats: 12"]]]);
  expect(new Set([...own, ...groups.flatMap(({ facts }) => facts)].map(({ id }) => id)).size).toBe(3);
});

test("shows pinned attributes above all, the others by their groups, and the first of them", () => {
  const plain = { name: null, group: null, isPinned: false, format: { kind: "text" } } as const;
  const contact = {
    id: "",
    userId: "u",
    name: null,
    email: "a@b.example",
    phone: null,
    attributes: { zip: "10115", plan: "pro", balance: 5, seats: 12 },
    display: [
      { ...plain, key: "plan", group: "Billing" },
      { ...plain, key: "balance", name: "Balance", isPinned: true, format: { kind: "money", currency: "EUR" } as const },
      { ...plain, key: "seats" },
    ],
    createdAt: "",
  };
  const { own, groups } = factsOf(translations("chat.facts"), { contact, person: visitor });
  expect(lines(own)).toEqual(["Balance: 5", "E-mail: a@b.example"]);
  expect(own[0]?.shown).toEqual({ value: 5, format: { kind: "money", currency: "EUR" } });
  const shown = (count: number) => firstFacts(groups, count).map(({ heading, facts }) => [heading, lines(facts)]);
  expect(shown(9)).toEqual([
    [null, ["seats: 12"]],
    ["Billing", ["plan: pro"]],
    ["Other attributes", ["zip: 10115"]],
  ]);
  expect(shown(1)).toEqual([[null, ["seats: 12"]]]);
});
