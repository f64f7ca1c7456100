import { test } from "@playwright/test";
import fc from "fast-check";
import { idsAtOnce, timelineUpdates } from "@/lib/chats/browser/store/timeline-updates";
import type { ChatItem } from "@/lib/chats/contract";
import { maxIds } from "@/lib/chats/shared/limits";
import type { Timeline } from "@/lib/chats/shared/timeline";
import { rangeCursorFor, readRangeCursor } from "@/lib/kernel/page";
import { expect } from "../../support/expect";

const itemOf = (seq: number, text = "hello"): ChatItem => ({
  id: `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`,
  seq,
  createdAt: new Date(seq * 1000).toISOString(),
  kind: "message",
  author: "customer",
  authorName: null,
  text,
});
const upTo = (last: number) => Array.from({ length: last }, (_, index) => itemOf(index + 1));

/** A fake server with one chat: it returns one page at a time, once `server.wait` has resolved. */
function chat({ stored, loaded, pageSize = 3 }: { stored: ChatItem[]; loaded: ChatItem[]; pageSize?: number }) {
  const server = { items: stored, reads: [] as string[], inFlight: 0, maxInFlight: 0, wait: Promise.resolve(), fails: 0 };
  const earlierThan = (seq = 1) => (seq > 1 ? rangeCursorFor({ before: seq }) : null);
  let timeline: Timeline = { items: loaded, next: earlierThan(loaded[0]?.seq) };
  const follow = timelineUpdates({
    load: () => timeline,
    save: (next) => {
      timeline = next;
    },
    read: async (from) => {
      const range = "cursor" in from ? readRangeCursor(from.cursor) : from;
      server.reads.push("ids" in range ? `${range.ids.split(",").length} by id` : JSON.stringify(range));
      server.inFlight += 1;
      server.maxInFlight = Math.max(server.maxInFlight, server.inFlight);
      await server.wait;
      server.inFlight -= 1;
      if (server.fails > 0) {
        server.fails -= 1;
        throw new Error("away");
      }
      const lastSeq = server.items.at(-1)?.seq ?? 0;
      if ("ids" in range) return { items: server.items.filter(({ id }) => range.ids.split(",").includes(id)), lastSeq, next: null };
      if ("before" in range) {
        const minSeq = "from" in from ? from.from : undefined;
        const before = server.items.filter(({ seq }) => seq < range.before && seq >= (minSeq ?? 0));
        const found = before.slice(minSeq === undefined ? -pageSize : -10 * pageSize);
        return { items: found, lastSeq, next: earlierThan(found[0]?.seq) };
      }
      const found = server.items.filter(({ seq }) => seq > range.after).slice(0, pageSize);
      const last = found.at(-1)?.seq ?? lastSeq;
      return { items: found, lastSeq, next: last < lastSeq ? rangeCursorFor({ after: last }) : null };
    },
  });
  return { server, follow, seqs: () => timeline.items.map(({ seq }) => seq), timeline: () => timeline };
}

test("fetchNewer fetches pages until nothing is left", async () => {
  const { follow, seqs } = chat({ stored: upTo(20), loaded: upTo(2) });
  await follow.fetchNewer();
  expect(seqs()).toEqual(upTo(20).map(({ seq }) => seq));
});

test("calls during a fetch cause one fetch after it", async () => {
  let respond = () => {};
  const { server, follow, seqs } = chat({ stored: upTo(3), loaded: upTo(2) });
  server.wait = new Promise((resolve) => {
    respond = () => resolve();
  });
  const first = follow.fetchNewer();
  await Promise.resolve();
  server.items = upTo(4);
  const others = [follow.fetchNewer(), follow.fetchNewer(), follow.fetchNewer()];
  respond();
  await Promise.all([first, ...others]);
  expect(seqs()).toEqual([1, 2, 3, 4]);
  expect(server.maxInFlight).toBe(1);
  expect(server.reads).toHaveLength(2);
});

test("fetchNewer with `whole` refetches earlier items that changed", async () => {
  const { server, follow, timeline } = chat({ stored: upTo(5), loaded: upTo(5) });
  server.items = server.items.map((item) => (item.seq === 2 ? itemOf(2, "changed") : item));
  await follow.fetchNewer();
  expect(timeline().items[1]).toMatchObject({ text: "hello" });
  await follow.fetchNewer({ whole: true });
  expect(timeline().items[1]).toMatchObject({ text: "changed" });
});

const change = (server: { items: ChatItem[] }, changed: number, text = "changed") => {
  server.items = server.items.map((item) => (item.seq === changed ? itemOf(changed, text) : item));
};

test("an earlier item that changed costs one request for it alone, whatever is loaded", async () => {
  const { server, follow, timeline } = chat({ stored: upTo(1_000), loaded: upTo(1_000) });
  change(server, 2);
  await follow.refetch([itemOf(2).id, itemOf(1_001).id]);
  expect(timeline().items[1]).toMatchObject({ text: "changed" });
  expect(server.reads).toEqual(["1 by id"]);
});

test("changes during a fetch are joined into one request after it, those of the same item too", async () => {
  let respond = () => {};
  const { server, follow, timeline } = chat({ stored: upTo(200), loaded: upTo(200) });
  server.wait = new Promise((resolve) => {
    respond = () => resolve();
  });
  const first = follow.refetch([itemOf(7).id]);
  await expect.poll(() => server.reads).toHaveLength(1);
  const others = [];
  for (let seq = 5; seq < 45; seq += 1) {
    change(server, seq, "changed again");
    others.push(follow.refetch([itemOf(seq).id]));
  }
  respond();
  await Promise.all([first, ...others]);
  expect(server.reads).toEqual(["1 by id", "40 by id"]);
  expect(timeline().items.filter((item) => item.kind === "message" && item.text === "changed again")).toHaveLength(40);
  expect(idsAtOnce).toBeLessThanOrEqual(maxIds);
});

test("a change that could not be fetched is fetched with the next newer item, and one that is not loaded is not", async () => {
  const { server, follow, timeline } = chat({ stored: upTo(5), loaded: upTo(5) });
  change(server, 3);
  server.fails = 1;
  await expect(follow.refetch([itemOf(3).id])).rejects.toThrow("away");
  await follow.fetchNewer();
  expect(timeline().items[2]).toMatchObject({ text: "changed" });
  const before = server.reads.length;
  await follow.refetch([itemOf(99).id]);
  expect(server.reads).toHaveLength(before);
});

test("the fetch after a failed whole fetch is whole, too", async () => {
  const { server, follow, timeline } = chat({ stored: upTo(5), loaded: upTo(5) });
  server.items = server.items.map((item) => (item.seq === 1 ? itemOf(1, "changed") : item));
  server.fails = 1;
  await expect(follow.fetchNewer({ whole: true })).rejects.toThrow("away");
  await follow.fetchNewer();
  expect(timeline().items[0]).toMatchObject({ text: "changed" });
});

test("items that arrive with a notification need no fetch, unless one before them is missing", () => {
  const { server, follow, seqs } = chat({ stored: upTo(9), loaded: upTo(3) });
  follow.append([itemOf(4), itemOf(5)]);
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  follow.append([itemOf(7)]);
  follow.append([itemOf(5, "older")]);
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  expect(server.reads).toEqual([]);
});

test("an item that changed before it arrived is fetched", async () => {
  const { server, follow, seqs, timeline } = chat({ stored: [...upTo(3), itemOf(4, "changed")], loaded: upTo(3) });
  await follow.refetch([itemOf(4).id]);
  follow.append([itemOf(4)]);
  expect(seqs()).toEqual([1, 2, 3]);
  await follow.fetchNewer();
  expect(timeline().items.at(-1)).toMatchObject({ seq: 4, text: "changed" });
  expect(server.reads).toEqual(['{"after":3}']);
});

test("fetches earlier items page by page, until there are none", async () => {
  const { follow, seqs, timeline } = chat({ stored: upTo(8), loaded: upTo(8).slice(5) });
  await follow.earlier();
  expect(seqs()).toEqual([3, 4, 5, 6, 7, 8]);
  await follow.earlier();
  await follow.earlier();
  expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(timeline().next).toBeNull();
});

test("no mix of notifications, failures and earlier pages leaves items missing, duplicated or out of order", async () => {
  const step = fc.constantFrom("grow", "arrive", "newer", "whole", "change", "earlier", "fail");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { server, follow, seqs, timeline } = chat({ stored: upTo(10), loaded: upTo(10).slice(6) });
      const pending: Promise<unknown>[] = [];
      for (const now of steps) {
        if (now === "grow") server.items = [...server.items, ...upTo(server.items.length + 2).slice(-2)];
        else if (now === "arrive") follow.append(server.items.slice(-2));
        else if (now === "fail") server.fails += 1;
        else if (now === "change") {
          const item = server.items.at(-3);
          if (item) change(server, item.seq, `changed ${server.items.length}`);
          if (item) pending.push(follow.refetch([item.id]).catch(() => undefined));
        } else if (now === "earlier") pending.push(follow.earlier().catch(() => undefined));
        else pending.push(follow.fetchNewer({ whole: now === "whole" }).catch(() => undefined));
      }
      await Promise.all(pending);
      server.fails = 0;
      await follow.fetchNewer();
      const [first = 1] = seqs();
      expect(seqs()).toEqual(server.items.map(({ seq }) => seq).filter((seq) => seq >= first));
      expect(timeline().items).toEqual(server.items.slice(-seqs().length));
      expect(server.maxInFlight).toBeLessThanOrEqual(1);
    }),
  );
});

test("earlierTo loads down to an item in large pages, no further, and lets newer items through in between", async () => {
  const { server, follow, seqs } = chat({ stored: upTo(100), loaded: upTo(100).slice(97) });
  const { signal } = new AbortController();
  const leading = follow.earlierTo(12, signal);
  await Promise.resolve();
  server.items = upTo(101);
  await Promise.all([leading, follow.fetchNewer()]);
  expect(seqs()).toEqual(
    upTo(101)
      .slice(11)
      .map(({ seq }) => seq),
  );
  expect(server.maxInFlight).toBe(1);
  expect(server.reads).toHaveLength(4);
  expect(server.reads.at(-1)).not.toContain("after");
  await follow.earlierTo(50, signal);
  expect(server.reads).toHaveLength(4);
});

test("earlierTo ends at the first item, when it is no longer wanted, and when a page fails", async () => {
  const { server, follow, seqs } = chat({ stored: upTo(100).slice(20), loaded: upTo(100).slice(97) });
  const wanted = new AbortController();
  const leading = follow.earlierTo(1, wanted.signal);
  wanted.abort();
  await leading;
  expect(seqs()).toHaveLength(33);
  server.fails = 1;
  await expect(follow.earlierTo(1, new AbortController().signal)).rejects.toThrow("away");
  await follow.earlierTo(1, new AbortController().signal);
  expect(seqs()).toHaveLength(80);
});
