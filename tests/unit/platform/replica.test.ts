import { test } from "@playwright/test";
import { untilReached } from "@/lib/platform/db/replica/reach";
import { expect } from "../../support/expect";

const seen = { isStandby: true, isSame: true, isReached: false, lagBytes: 1, lagSeconds: 1 };

/** A replica that has what is asked for at the nth question; `asked` counts the questions. */
function reachedAt(nth: number, more: Partial<typeof seen> = {}) {
  const replica = {
    asked: 0,
    ask: async () => {
      replica.asked += 1;
      return { ...seen, ...more, isReached: replica.asked >= nth };
    },
  };
  return replica;
}

test("a replica that has everything is asked once", async () => {
  const replica = reachedAt(1);
  expect((await untilReached(replica.ask)).isReached).toBe(true);
  expect(replica.asked).toBe(1);
});

test("a replica that is a moment behind is waited for", async () => {
  const replica = reachedAt(4);
  expect((await untilReached(replica.ask)).isReached).toBe(true);
  expect(replica.asked).toBe(4);
});

test("a replica that stays behind is waited for a tenth of a second, and asked a few times", async () => {
  const replica = reachedAt(Number.POSITIVE_INFINITY);
  const began = performance.now();
  expect((await untilReached(replica.ask)).isReached).toBe(false);
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  expect(replica.asked).toBeLessThanOrEqual(9);
});

for (const unfit of [{ isStandby: false }, { isSame: false }]) {
  test(`a server that is no standby of this database is not waited for: ${JSON.stringify(unfit)}`, async () => {
    const replica = reachedAt(Number.POSITIVE_INFINITY, unfit);
    expect(await untilReached(replica.ask)).toMatchObject(unfit);
    expect(replica.asked).toBe(1);
  });
}

test("a replica that says nothing is an error", async () => {
  await expect(untilReached(async () => undefined)).rejects.toThrow("no position");
});
