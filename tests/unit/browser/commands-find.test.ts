import { test } from "@playwright/test";
import fc from "fast-check";
import { available, chatEntries, commandEntries, search } from "@/components/commands/entries";
import { scoreOf, searchable } from "@/components/commands/find";
import type { Command } from "@/components/commands/registry";
import { expect } from "../../support/expect";

const score = (typed: string, text: string, keywords?: string) => scoreOf(typed, searchable(text, keywords));
const command = (id: string, more: Partial<Command> = {}): Command => ({ id, label: id, group: "chat", run: () => {}, ...more });

test("every word typed must be found, in any order, in the label or its keywords", () => {
  expect(score("assign tom", "Assign to Tom Ray")).toBeGreaterThan(0);
  expect(score("ray assi", "Assign to Tom Ray")).toBeGreaterThan(0);
  expect(score("ada assign", "Assign to Tom Ray")).toBe(0);
  expect(score("done", "Close", "done finish")).toBeGreaterThan(0);
  expect(score("ose", "Close")).toBeGreaterThan(0);
});

test("accents and case make no difference", () => {
  expect(score("lukasz", "Łukasz Żuk")).toBeGreaterThan(0);
  expect(score("ÉMILE", "emile")).toBeGreaterThan(0);
});

test("a beginning counts more than an inside, the label more than a keyword", () => {
  expect(score("res", "Reset")).toBeGreaterThan(score("set", "Reset"));
  expect(score("close", "Close")).toBeGreaterThan(score("close", "End", "close"));
  expect(score("ada", "Ada Okafor")).toBeGreaterThan(score("ada", "Canada Post"));
});

test("nothing typed finds everything, signs alone nothing", () => {
  expect(score("  ", "Close")).toBe(1);
  expect(score("…", "Close")).toBe(0);
});

test("a text is found by each of its words", () =>
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zA-Z0-9éłüß]{1,8}$/), { minLength: 1, maxLength: 5 }), fc.nat(), (words, pick) => {
      expect(score(words[pick % words.length] ?? "", words.join(" "))).toBeGreaterThan(0);
    }),
  ));

test("of commands with the same id or keys the latest counts, and disabled ones are left out", () => {
  const shown = available([
    command("close", { keys: "e", label: "Close" }),
    command("close", { keys: "e", label: "Reopen" }),
    command("other", { keys: "e" }),
    command("off", { isDisabled: true }),
  ]);
  expect(shown.map(({ label, keys }) => ({ label, keys }))).toEqual([
    { label: "Reopen", keys: undefined },
    { label: "other", keys: "e" },
  ]);
});

const chat = (id: string, displayName: string) => ({ id, displayName, channel: "website" }) as never;
const list = (...items: never[]) => ({ items }) as never;

test("each chat of the loaded lists is offered once, five at most before anything is typed", () => {
  const ten = Array.from({ length: 10 }, (_, index) => chat(`c${index}`, `Person ${index}`));
  const opened: string[] = [];
  const entries = chatEntries([list(...ten), list(chat("c3", "Person 3")), undefined], (id) => opened.push(id));
  expect(entries).toHaveLength(10);
  const all = [...commandEntries([command("reply", { label: "Reply" }), command("palette.open")]), ...entries];
  expect(search("", all).map(({ group, entries: shown }) => [group, shown.length])).toEqual([
    ["chat", 1],
    ["people", 5],
  ]);
  const [found] = search("person 7", all);
  expect(found?.entries.map(({ label }) => label)).toEqual(["Person 7"]);
  found?.entries[0]?.run();
  expect(opened).toEqual(["c7"]);
});

test("the group of the best match comes first", () => {
  const all = [
    ...commandEntries([command("a", { label: "Add a note for Ada" }), command("b", { label: "Settings: Data", group: "go" })]),
    ...chatEntries([list(chat("c1", "Ada Okafor"))], () => {}),
  ];
  expect(search("ada", all).map(({ group }) => group)).toEqual(["people", "chat"]);
});
