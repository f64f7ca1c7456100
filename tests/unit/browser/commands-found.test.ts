import { test } from "@playwright/test";
import { chatEntries, search } from "@/components/commands/entries";
import { foundEntries, stillMatching, withFound } from "@/components/commands/found-entries";
import { expect } from "../../support/expect";

const plain = (text: string) => ({ text, ranges: [] as [number, number][] });
const opened: string[] = [];
const open = {
  chat: (id: string, seq?: number | null) => opened.push(`chat ${id}${seq ? ` ${seq}` : ""}`),
  contact: (id: string) => opened.push(`contact ${id}`),
};

const person = (name: string, ids: { chatId?: string; contactId?: string }) => ({
  chatId: null,
  contactId: null,
  channel: null,
  ...ids,
  name: plain(name),
  userId: plain("user_1"),
  phone: { text: "+447911123456", ranges: [[3, 7]] as [number, number][] },
  email: null,
  alias: null,
});

const found = {
  people: [person("Ada Okafor", { chatId: "c1", contactId: "k1" }), person("Adam", { contactId: "k2" })],
  messages: {
    items: [
      {
        id: "m1",
        chatId: "c2",
        seq: 7,
        kind: "message" as const,
        author: "customer" as const,
        authorName: null,
        displayName: "Luis",
        at: "2026-03-01T10:00:00.000Z",
        snippet: plain("Is Ada there?"),
      },
    ],
    next: null,
  },
  events: [
    {
      id: "e1",
      event: plain("Payment failed"),
      reference: plain("ADA-1"),
      level: "problem" as const,
      occurredAt: "2026-03-02T10:00:00.000Z",
      displayName: "Ada Okafor",
      contactId: "k1",
      chatId: null,
      seq: null,
    },
  ],
  isPartial: false,
};

const local = search(
  "ada",
  chatEntries(
    [
      { items: [{ id: "c1", displayName: "Ada Okafor", channel: "website" }] } as never,
      { items: [{ id: "c9", displayName: "Ada Zed" }] } as never,
    ],
    open.chat,
  ),
);

test("what the server found comes behind what was there, and a chat that both found is one entry", () => {
  const groups = withFound(local, foundEntries(found, open));
  expect(groups.map(({ group, entries }) => [group, entries.map(({ id }) => id)])).toEqual([
    ["people", ["chat-c1", "chat-c9", "contact-k2"]],
    ["found", ["event-e1", "message-m1"]],
  ]);
  expect(groups[0]?.entries[0]?.details?.map(({ text }) => text)).toEqual(["+447911123456"]);
  for (const { entries } of groups) for (const entry of entries) entry.run();
  expect(opened).toEqual(["chat c1", "chat c9", "contact k2", "contact k1", "chat c2 7"]);
});

test("without a local result the people come first", () => {
  expect(withFound([], foundEntries(found, open)).map(({ group }) => group)).toEqual(["people", "found"]);
  expect(withFound(local, []).map(({ entries }) => entries.map(({ id }) => id))).toEqual([["chat-c1", "chat-c9"]]);
});

test("until the server has replied, what it found before stays as far as it matches", () => {
  const entries = foundEntries(found, open);
  const ids = (typed: string) => stillMatching(typed, entries).map(({ id }) => id);
  expect(ids("ada ok")).toEqual(["chat-c1", "event-e1"]);
  expect(ids("ada th")).toEqual(["message-m1"]);
  expect(ids("adax")).toEqual([]);
});
