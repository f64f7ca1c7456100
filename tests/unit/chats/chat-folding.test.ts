import { test } from "@playwright/test";
import fc from "fast-check";
import type { Entry, ProblemItem } from "@/components/desk/timeline/entries";
import { EntryList, entriesOf } from "@/components/desk/timeline/entry-list";
import { LikeProblems, likenessOf } from "@/components/desk/timeline/like-problems";
import { listedOf } from "@/components/desk/timeline/listed";
import type { ChatItem } from "@/lib/chats/contract";
import { likeRuns } from "@/lib/context/events/shared/like";
import { expect } from "../../support/expect";

const start = Date.parse("2026-03-01T10:00:00Z");
const timeOf = (minute: number) => new Date(start + minute * 60_000).toISOString();
const idOf = (seq: number) => `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`;

type Sent = { event: string; level?: "info" | "problem"; reference?: string; minute?: number };
const card = (seq: number, { event, level = "info", reference, minute = seq }: Sent): ChatItem => ({
  id: idOf(seq),
  seq,
  createdAt: timeOf(seq),
  kind: "card",
  card: {
    deleted: false,
    eventId: idOf(seq),
    event,
    level,
    properties: reference === undefined ? {} : { reference },
    occurredAt: timeOf(minute),
    closed: null,
  },
});
const info = (seq: number) => card(seq, { event: "Page viewed" });
const problem = (seq: number, sent: Partial<Sent> = {}) => card(seq, { event: "Payment failed", level: "problem", ...sent });
const message = (seq: number): ChatItem => ({
  id: idOf(seq),
  seq,
  createdAt: timeOf(seq),
  kind: "message",
  author: "customer",
  authorName: null,
  text: "Hello",
});

const read = (items: readonly ChatItem[]): Entry[] => entriesOf(items, [], "Mia", "UTC");
/** "events 3", "problems 7": the kinds with how many cards are in each. */
const shape = (entries: readonly Entry[]) =>
  entries.map((entry) => ("cards" in entry ? `${entry.kind} ${entry.cards.length}` : entry.kind));
const seqsIn = (entry: Entry): number[] => {
  if ("cards" in entry) return entry.cards.map(({ seq }) => seq);
  return "seq" in entry ? [Number(entry.seq)] : [];
};

test("two or more info cards in a row are one line, a single one stays a card", () => {
  expect(shape(read([info(1), info(2), info(3)]))).toEqual(["events 3"]);
  expect(shape(read([info(1)]))).toEqual(["card"]);
  expect(shape(read([info(1), message(2), info(3), info(4)]))).toEqual(["card", "message", "events 2"]);
  expect(shape(read([info(1), info(2), problem(3), info(4)]))).toEqual(["events 2", "problems 1", "card"]);
});

test("a new day ends a run", () => {
  const nextDay = { ...info(3), createdAt: timeOf(24 * 60), id: idOf(3) };
  expect(shape(read([info(1), info(2), nextDay]))).toEqual(["events 2", "card"]);
});

test("like problems are one card at the place of the last one, and what was on both sides of an earlier one folds together", () => {
  const entries = read([info(1), problem(2), info(3), message(4), problem(5), problem(6)]);
  expect(shape(entries)).toEqual(["events 2", "message", "problems 3"]);
});

test("another name, or more than ten minutes with something between them, make another card; another reference does not", () => {
  expect(shape(read([problem(1), problem(2, { event: "Login blocked" })]))).toEqual(["problems 1", "problems 1"]);
  expect(shape(read([problem(1, { reference: "A" }), problem(2, { reference: "B" })]))).toEqual(["problems 2"]);
  expect(shape(read([problem(1), problem(11)]))).toEqual(["problems 2"]);
  expect(shape(read([problem(1), message(5), problem(12)]))).toEqual(["problems 1", "message", "problems 1"]);
});

test("a late problem between two others joins them", () => {
  const late = problem(3, { minute: 9 });
  expect(shape(read([problem(1, { minute: 0 }), problem(2, { minute: 18 }), late]))).toEqual(["problems 3"]);
});

test("the cards of a group are in the order in which they happened", () => {
  const [entry] = read([problem(1, { minute: 5 }), problem(2, { minute: 3 }), problem(3, { minute: 4 })]);
  expect(entry && seqsIn(entry)).toEqual([2, 3, 1]);
});

test("an opened run is followed by its cards", () => {
  const entries = read([message(1), info(2), info(3), message(4)]);
  const run = entries[1]?.id ?? "";
  const ids = listedOf(entries, new Set([run]), { running: [] }).map(({ id }) => id);
  expect(ids).toEqual([idOf(1), run, idOf(2), idOf(3), idOf(4)]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(listedOf(entries, new Set(), { running: [] })).toHaveLength(3);
});

test("a run has the same name while it grows at either end, and so has a group", () => {
  const list = new EntryList("Mia", "UTC");
  const nameOf = (items: ChatItem[]) => list.read(items, []).map(({ id }) => id);
  const [run] = nameOf([info(5), info(6)]);
  expect(nameOf([info(5), info(6), info(7)])).toEqual([run]);
  expect(nameOf([info(3), info(4), info(5), info(6), info(7)])).toEqual([run]);
  const other = new EntryList("Mia", "UTC");
  const group = other.read([problem(5)], [])[0]?.id;
  expect(other.read([problem(4), problem(5), problem(6)], []).map(({ id }) => id)).toEqual([group]);
});

const sent = fc.record({
  kind: fc.constantFrom("info", "problem", "other", "message", "deleted"),
  reference: fc.constantFrom("A", "B", undefined),
  minute: fc.integer({ min: 0, max: 60 }),
});
const itemFrom = (
  { kind, reference, minute }: { kind: string; reference: string | undefined; minute: number },
  index: number,
): ChatItem => {
  const seq = index + 1;
  if (kind === "message") return message(seq);
  if (kind === "deleted") return { id: idOf(seq), seq, createdAt: timeOf(seq), kind: "card", card: { deleted: true } };
  if (kind === "info") return card(seq, { event: "Page viewed", minute });
  return problem(seq, { event: kind === "other" ? "Login blocked" : "Payment failed", minute, ...(reference && { reference }) });
};
const timelines = fc.array(sent, { maxLength: 40 }).map((all) => all.map(itemFrom));

test("every item is in exactly one entry", () => {
  fc.assert(
    fc.property(timelines, (items) => {
      const seqs = read(items).flatMap(seqsIn);
      expect([...seqs].sort((a, b) => a - b)).toEqual(items.map(({ seq }) => seq));
    }),
  );
});

test("which problems are like each other does not depend on the order of their arrival", () => {
  const problems = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 20 });
  const inOrder = problems.chain((minutes) =>
    fc.tuple(
      fc.constant(minutes),
      fc.shuffledSubarray(
        minutes.map((_, index) => index),
        { minLength: minutes.length },
      ),
    ),
  );
  fc.assert(
    fc.property(inOrder, ([minutes, order]) => {
      const cards = minutes.map((minute, index) => problem(index + 1, { minute }) as ProblemItem);
      const arrived = order.flatMap((index) => cards[index] ?? []);
      const like = new LikeProblems();
      const groups = new Map<number, readonly number[]>();
      arrived.forEach((one, position) => {
        const { group } = like.add(position, likenessOf(one));
        for (const member of group.positions) groups.set(member, group.positions);
      });
      const found = [...new Set(groups.values())].map((positions) =>
        positions.map((position) => arrived[position]?.seq ?? 0).sort((a, b) => a - b),
      );
      const sorted = [...cards].sort((a, b) => likenessOf(a).at - likenessOf(b).at);
      const expected = likeRuns(sorted, likenessOf).map((run) => run.map(({ seq }) => seq).sort((a, b) => a - b));
      const byFirst = (a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0);
      expect(found.sort(byFirst)).toEqual(expected.sort(byFirst));
    }),
  );
});

/** Without the names of runs and groups, which remember what was there before. */
const nameless = (entries: readonly Entry[]) => entries.map(({ id, ...entry }) => ("cards" in entry ? { ...entry } : { id, ...entry }));

test("however the timeline came to be loaded, its entries are those of all its items at once", () => {
  const steps = fc.array(
    fc.record({ what: fc.constantFrom("later", "earlier", "unsent", "changed"), count: fc.integer({ min: 1, max: 6 }) }),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(timelines, steps, (items, all) => {
      const list = new EntryList("Mia", "UTC");
      let [from, to] = [Math.floor(items.length / 2), Math.floor(items.length / 2)];
      let loaded = items;
      for (const { what, count } of all) {
        if (what === "later") to = Math.min(items.length, to + count);
        if (what === "earlier") from = Math.max(0, from - count);
        if (what === "changed") loaded = loaded.map((item, index) => (index === from ? { ...item } : item));
        const unsent =
          what === "unsent"
            ? [
                {
                  id: idOf(1_000 + count),
                  kind: "message" as const,
                  text: "…",
                  writtenAt: timeOf(1_000),
                  delivery: { state: "sending" as const },
                },
              ]
            : [];
        const shown = loaded.slice(from, to);
        expect(nameless(list.read(shown, unsent))).toEqual(nameless(entriesOf(shown, unsent, "Mia", "UTC")));
      }
    }),
  );
});

test("adding one item to ten thousand reads that item, and makes a few entries", () => {
  let reads = 0;
  const counted = (item: ChatItem): ChatItem => {
    const { createdAt } = item;
    return Object.defineProperty({ ...item }, "createdAt", {
      enumerable: true,
      get: () => {
        reads += 1;
        return createdAt;
      },
    });
  };
  const kinds = ["message", "info", "problem", "other"];
  const make = (index: number) => counted(itemFrom({ kind: kinds[index % 4] ?? "", reference: `${index}`, minute: index }, index));
  const items = Array.from({ length: 10_000 }, (_, index) => make(index));
  const list = new EntryList("Mia", "UTC");
  const before = new Set(list.read(items, []));
  reads = 0;
  for (let added = 0; added < 10; added += 1) items.push(make(10_000 + added));
  const after = list.read([...items], []);
  expect(reads).toBeLessThan(50);
  expect(after.filter((entry) => !before.has(entry)).length).toBeLessThan(20);
  expect(after.flatMap(seqsIn)).toHaveLength(10_010);
});
