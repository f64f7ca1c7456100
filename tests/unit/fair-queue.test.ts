import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { FairQueue, type Lines, type Mode } from "@/lib/platform/db/fair-queue";

function newQueue(maxReaders: number): FairQueue {
  const lines: Lines = new Map();
  return new FairQueue(maxReaders, () => lines);
}

const forever = { until: Number.POSITIVE_INFINITY, expired: () => new Error("too late") };
const within = (ms: number) => ({ until: performance.now() + ms, expired: () => new Error("too late") });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a change is alone, reads go together up to the bound, and all come in the order in which they asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Mode>("change", "read"), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (modes, maxReaders) => {
        const queue = newQueue(maxReaders);
        const inside: Mode[] = [];
        const order: number[] = [];
        await Promise.all(
          modes.map(async (mode, index) => {
            const leave = await queue.enter("w", mode, within(5_000));
            inside.push(mode);
            order.push(index);
            expect(inside.length).toBeLessThanOrEqual(inside.includes("change") ? 1 : maxReaders);
            await settled();
            inside.splice(inside.indexOf(mode), 1);
            leave();
            // Letting go twice lets nobody in twice.
            leave();
          }),
        );
        expect(order).toEqual(modes.map((_, index) => index));
      },
    ),
    { numRuns: 50 },
  );
});

test("names have nothing to do with each other", async () => {
  const queue = newQueue(1);
  await queue.enter("a", "change", within(1_000));
  const leave = await queue.enter("b", "change", within(1_000));
  leave();
});

test("who waits for too long is told so, and those behind go on", async () => {
  const queue = newQueue(3);
  const leave = await queue.enter("w", "read", within(1_000));
  const change = queue.enter("w", "change", within(20));
  const read = queue.enter("w", "read", within(5_000));
  let isIn = false;
  void read.then(() => (isIn = true));
  await settled();
  expect(isIn).toBe(false);
  await expect(change).rejects.toThrow("too late");
  (await read)();
  leave();
  (await queue.enter("w", "change", within(1_000)))();
});

test("a free lock is given without a timer, whatever the deadline", async () => {
  const queue = newQueue(1);
  (await queue.enter("w", "change", forever))();
});

test("a deadline that passes after the lock was given takes nobody else out of the line", async () => {
  const queue = newQueue(1);
  const first = await queue.enter("w", "change", within(1_000));
  const given = queue.enter("w", "change", within(20));
  first();
  const second = await given;
  const third = queue.enter("w", "change", within(1_000));
  // Timers of a process run in the order of their times.
  await new Promise((resolve) => setTimeout(resolve, 40));
  second();
  (await third)();
});
