import { test } from "@playwright/test";
import { z } from "zod";
import { encoded } from "@/lib/http/response";
import { inChunks, pauses } from "@/lib/platform/event-loop";
import { expect } from "../../support/expect";

/** Longer than anything may hold the process, on every machine. */
function work(): void {
  const until = performance.now() + 60;
  while (performance.now() < until);
}

const Item = z.object({
  id: z.string(),
  at: z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (at) => at.toISOString() }),
});
const List = z.object({ before: z.int(), items: z.array(Item), none: z.string().optional(), next: z.string().nullable() });
const listOf = (count: number) => ({
  ...{ next: null, secret: "left out", before: 1 },
  items: Array.from({ length: count }, (_, id) => ({ id: `"${id}`, at: new Date(id), hash: "left out" })),
});

test("a long list is written as a short one is, in the order of its schema and without what it does not name", async () => {
  for (const count of [0, 1, 20, 21, 500]) {
    const list = listOf(count);
    expect(await encoded(List, list)).toBe(JSON.stringify(z.encode(List, list)));
  }
  expect(await encoded(z.array(Item), listOf(30).items)).toBe(JSON.stringify(z.encode(z.array(Item), listOf(30).items)));
});

test("while a long list is written, others are served", async () => {
  const served: number[] = [];
  let written = 0;
  const Slow = z.object({
    items: z.array(
      z.codec(z.string(), z.int(), {
        decode: Number,
        encode: (one) => {
          work();
          written += 1;
          return String(one);
        },
      }),
    ),
  });
  const serve = () => {
    served.push(written);
    if (written < 21) setImmediate(serve);
  };
  setImmediate(serve);
  await encoded(Slow, { items: Array.from({ length: 21 }, (_, index) => index) });
  expect(new Set(served).size).toBeGreaterThan(10);
});

test("steps that are short have the process together for 50 ms, and others then", async () => {
  const pause = pauses();
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  work();
  expect(isServed).toBe(false);
  await pause();
  expect(isServed).toBe(true);
});

test("parts that take long are chunks of their own, and short ones are sent together", async () => {
  const chunks = async (parts: AsyncIterator<string>) => {
    const all: string[] = [];
    for await (const chunk of inChunks(parts)) all.push(chunk);
    return all;
  };
  async function* slow() {
    for (const part of ["a", "b", "c"]) {
      work();
      yield part;
    }
  }
  async function* quick() {
    for (let part = 0; part < 3; part += 1) yield String(part).repeat(40_000);
  }
  async function* none() {}
  expect(await chunks(slow())).toEqual(["a", "b", "c"]);
  expect(await chunks(quick())).toEqual(["0".repeat(40_000) + "1".repeat(40_000), "2".repeat(40_000)]);
  expect(await chunks(none())).toEqual([]);
});
