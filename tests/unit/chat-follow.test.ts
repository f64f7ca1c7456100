import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { follower } from "@/lib/domain/chats/browser/follow";
import type { ChatItem } from "@/lib/domain/chats/contract";
import type { Timeline } from "@/lib/domain/chats/shared/timeline";

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

/** A chat on a server that answers when it is told to, a page at a time. */
function chat({ there, loaded, pageOf = 3 }: { there: ChatItem[]; loaded: ChatItem[]; pageOf?: number }) {
  const server = { items: there, reads: [] as string[], under: 0, most: 0, wait: Promise.resolve(), fails: 0 };
  let timeline: Timeline = { items: loaded, hasEarlier: (loaded[0]?.seq ?? 1) > 1 };
  const follow = follower({
    load: () => timeline,
    save: (next) => {
      timeline = next;
    },
    read: async (range) => {
      server.reads.push(JSON.stringify(range));
      server.under += 1;
      server.most = Math.max(server.most, server.under);
      await server.wait;
      server.under -= 1;
      if (server.fails > 0) {
        server.fails -= 1;
        throw new Error("away");
      }
      const lastSeq = server.items.at(-1)?.seq ?? 0;
      const found =
        "after" in range
          ? server.items.filter(({ seq }) => seq > range.after).slice(0, pageOf)
          : server.items.filter(({ seq }) => seq < range.before).slice(-pageOf);
      return { items: found, lastSeq, hasEarlier: (found[0]?.seq ?? 1) > 1, hasLater: (found.at(-1)?.seq ?? lastSeq) < lastSeq };
    },
  });
  return { server, follow, seqs: () => timeline.items.map(({ seq }) => seq), timeline: () => timeline };
}

test("a look goes on until nothing is left", async () => {
  const { follow, seqs } = chat({ there: upTo(20), loaded: upTo(2) });
  await follow.look();
  expect(seqs()).toEqual(upTo(20).map(({ seq }) => seq));
});

test("looks during a fetch become one look after it", async () => {
  let answer = () => {};
  const { server, follow, seqs } = chat({ there: upTo(3), loaded: upTo(2) });
  server.wait = new Promise((resolve) => {
    answer = () => resolve();
  });
  const first = follow.look();
  await Promise.resolve();
  server.items = upTo(4);
  const others = [follow.look(), follow.look(), follow.look()];
  answer();
  await Promise.all([first, ...others]);
  expect(seqs()).toEqual([1, 2, 3, 4]);
  expect(server.most).toBe(1);
  expect(server.reads).toHaveLength(2);
});

test("with a whole look an earlier item that changed is fetched again", async () => {
  const { server, follow, timeline } = chat({ there: upTo(5), loaded: upTo(5) });
  server.items = server.items.map((item) => (item.seq === 2 ? itemOf(2, "changed") : item));
  await follow.look();
  expect(timeline().items[1]).toMatchObject({ text: "hello" });
  await follow.look({ whole: true });
  expect(timeline().items[1]).toMatchObject({ text: "changed" });
});

test("a whole look that failed is made up for by the next look", async () => {
  const { server, follow, timeline } = chat({ there: upTo(5), loaded: upTo(5) });
  server.items = server.items.map((item) => (item.seq === 1 ? itemOf(1, "changed") : item));
  server.fails = 1;
  await expect(follow.look({ whole: true })).rejects.toThrow("away");
  await follow.look();
  expect(timeline().items[0]).toMatchObject({ text: "changed" });
});

test("earlier items are fetched before the first one, until there are none", async () => {
  const { follow, seqs, timeline } = chat({ there: upTo(8), loaded: upTo(8).slice(5) });
  await follow.earlier();
  expect(seqs()).toEqual([3, 4, 5, 6, 7, 8]);
  await follow.earlier();
  await follow.earlier();
  expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(timeline().hasEarlier).toBe(false);
});

test("however pokes, failures and looks back are mixed, nothing is missing, doubled or out of order", async () => {
  const step = fc.constantFrom("grow", "look", "whole", "earlier", "fail");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { server, follow, seqs } = chat({ there: upTo(10), loaded: upTo(10).slice(6) });
      const under: Promise<unknown>[] = [];
      for (const now of steps) {
        if (now === "grow") server.items = upTo(server.items.length + 2);
        else if (now === "fail") server.fails += 1;
        else if (now === "earlier") under.push(follow.earlier().catch(() => undefined));
        else under.push(follow.look({ whole: now === "whole" }).catch(() => undefined));
      }
      await Promise.all(under);
      server.fails = 0;
      await follow.look();
      const [first = 1] = seqs();
      expect(seqs()).toEqual(server.items.map(({ seq }) => seq).filter((seq) => seq >= first));
      expect(server.most).toBeLessThanOrEqual(1);
    }),
  );
});
