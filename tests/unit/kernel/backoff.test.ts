import { test } from "@playwright/test";
import fc from "fast-check";
import { backoffMs } from "@/lib/kernel/backoff";
import { expect } from "../../support/expect";

test("a pause doubles up to its limit, give or take a quarter", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1_000, max: 60_000 }),
      (attempt, firstMs, maxMs) => {
        const even = Math.min(firstMs * 2 ** attempt, maxMs);
        const pauseMs = backoffMs(attempt, { firstMs, maxMs });
        expect(pauseMs).toBeGreaterThanOrEqual(even * 0.75);
        expect(pauseMs).toBeLessThanOrEqual(even * 1.25);
      },
    ),
  );
});

test("two clients do not pause equally long", () => {
  const pauses = Array.from({ length: 20 }, () => backoffMs(3, { firstMs: 100, maxMs: 10_000 }));
  expect(new Set(pauses).size).toBeGreaterThan(1);
});
