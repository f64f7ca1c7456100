import { test } from "@playwright/test";
import fc from "fast-check";
import { type LockQueues, type Mode, ReadWriteLock } from "@/lib/platform/db/read-write-lock";
import { expect } from "../../support/expect";

function newLock(maxReaders: number): ReadWriteLock {
  const lines: LockQueues = new Map();
  return new ReadWriteLock(maxReaders, () => lines);
}

const forever = { until: Number.POSITIVE_INFINITY, expired: () => new Error("too late") };
const within = (ms: number) => ({ until: performance.now() + ms, expired: () => new Error("too late") });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("runs a change exclusively and reads together up to the limit, in order of arrival", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Mode>("change", "read"), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (modes, maxReaders) => {
        const lock = newLock(maxReaders);
        const inside: Mode[] = [];
        const order: number[] = [];
        await Promise.all(
          modes.map(async (mode, index) => {
            const release = await lock.acquire("w", mode, within(5_000));
            inside.push(mode);
            order.push(index);
            expect(inside.length).toBeLessThanOrEqual(inside.includes("change") ? 1 : maxReaders);
            await nextTurn();
            inside.splice(inside.indexOf(mode), 1);
            release();
            // A second release must not admit another waiter.
            release();
          }),
        );
        expect(order).toEqual(modes.map((_, index) => index));
      },
    ),
    { numRuns: 50 },
  );
});

test("locks with different names are independent", async () => {
  const lock = newLock(1);
  await lock.acquire("a", "change", within(1_000));
  const release = await lock.acquire("b", "change", within(1_000));
  release();
});

test("rejects an entry that waits for too long, and admits those behind it", async () => {
  const lock = newLock(3);
  const release = await lock.acquire("w", "read", within(1_000));
  const change = lock.acquire("w", "change", within(20));
  const read = lock.acquire("w", "read", within(5_000));
  let isAdmitted = false;
  void read.then(() => (isAdmitted = true));
  await nextTurn();
  expect(isAdmitted).toBe(false);
  await expect(change).rejects.toThrow("too late");
  (await read)();
  release();
  (await lock.acquire("w", "change", within(1_000)))();
});

test("grants a free lock without a timer, whatever the deadline", async () => {
  const lock = newLock(1);
  (await lock.acquire("w", "change", forever))();
});

test("a deadline that passes after the lock was granted removes no other waiter", async () => {
  const lock = newLock(1);
  const first = await lock.acquire("w", "change", within(1_000));
  const granted = lock.acquire("w", "change", within(20));
  first();
  const second = await granted;
  const third = lock.acquire("w", "change", within(1_000));
  // Timers of a process run in the order of their times.
  await new Promise((resolve) => setTimeout(resolve, 40));
  second();
  (await third)();
});
