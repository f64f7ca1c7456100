import { randomUUID } from "node:crypto";
import { test } from "@playwright/test";
import fc from "fast-check";
import { consume, peek } from "@/lib/platform/rate-limit/window";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

const minute = 60_000;
const start = 1_766_000_000_000;

test("allows exactly the limit of calls in a minute, and returns how many remain", () => {
  const key = randomUUID();
  for (let remaining = 2; remaining >= 0; remaining -= 1) {
    expect(consume(key, 3, start)).toEqual({ allowed: true, limit: 3, remaining, resetSeconds: 60 });
  }
  expect(consume(key, 3, start + 1)).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 60 });
});

test("the window slides: each call expires after a minute, not at the full minute", () => {
  const key = randomUUID();
  consume(key, 2, start);
  consume(key, 2, start + 40_000);
  expect(consume(key, 2, start + minute - 1).allowed).toBe(false);
  expect(consume(key, 2, start + minute)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(consume(key, 2, start + minute + 39_999).allowed).toBe(false);
  expect(consume(key, 2, start + minute + 40_000).allowed).toBe(true);
});

test("a rejected call does not lengthen the wait", () => {
  const key = randomUUID();
  consume(key, 1, start);
  for (let second = 1; second < 60; second += 1)
    expect(consume(key, 1, start + second * 1000)).toMatchObject({ allowed: false, resetSeconds: 60 - second });
  expect(consume(key, 1, start + minute).allowed).toBe(true);
});

test("the wait is whole seconds, rounded up, and at least 1", () => {
  const key = randomUUID();
  consume(key, 1, start);
  expect(consume(key, 1, start + 1).resetSeconds).toBe(60);
  expect(consume(key, 1, start + 58_999).resetSeconds).toBe(2);
  expect(consume(key, 1, start + 59_001).resetSeconds).toBe(1);
  expect(consume(key, 1, start + 59_999).resetSeconds).toBe(1);
});

test("peek returns what a call would get, and counts none", () => {
  const key = randomUUID();
  expect(peek(key, 2, start)).toEqual({ allowed: true, limit: 2, remaining: 2, resetSeconds: 60 });
  consume(key, 2, start);
  for (let again = 0; again < 5; again += 1)
    expect(peek(key, 2, start + 1000)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 59 });
  consume(key, 2, start + 1000);
  expect(peek(key, 2, start + 1000)).toMatchObject({ allowed: false, remaining: 0 });
  expect(peek(key, 2, start + minute)).toMatchObject({ allowed: true, remaining: 1 });
});

test("counts the calls of each caller separately", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  consume(one, 1, start);
  expect(consume(one, 1, start).allowed).toBe(false);
  expect(consume(other, 1, start).allowed).toBe(true);
});

test("forgets a caller who made no call for a minute, when another one calls", () => {
  delete runtime.limit;
  consume("gone", 3, start);
  consume("staying", 3, start + 2);
  consume("next", 3, start + minute + 1);
  expect([...(runtime.limit as unknown as { of: Map<string, object> }).of.keys()]).toEqual(["staying", "next"]);
});

test("no minute has more calls than the limit, and the returned wait is exact, whatever the times of arrival", () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 90_000 })), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, pauses) => {
      const key = randomUUID();
      const passed: number[] = [];
      let now = start;
      let wait = 0;
      for (const pause of pauses) {
        now += pause;
        const inWindow = passed.filter((at) => at > now - minute);
        const { allowed, remaining, resetSeconds } = consume(key, limit, now);
        expect(allowed).toBe(inWindow.length < limit);
        if (allowed) passed.push(now);
        const counted = passed.filter((at) => at > now - minute);
        expect(remaining).toBe(limit - counted.length);
        wait = resetSeconds;
        expect(resetSeconds).toBe(Math.max(1, Math.ceil(((counted[0] ?? now) + minute - now) / 1000)));
      }
      expect(peek(key, limit, now + wait * 1000).allowed).toBe(true);
    }),
  );
});

test("what counts as several passes as a whole or not at all, costs nothing when it is rejected, and passes after the returned wait", () => {
  const sent = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(sent, (calls) => {
      const key = randomUUID();
      let passed: number[] = [];
      let now = start;
      for (const [pause, cost] of calls) {
        now += pause;
        passed = passed.filter((at) => at > now - minute);
        const { allowed, remaining, resetSeconds } = consume(key, 6, now, cost);
        expect(allowed).toBe(passed.length + cost <= 6);
        if (allowed) passed.push(...Array.from({ length: cost }, () => now));
        else expect(resetSeconds).toBe(Math.max(1, Math.ceil(((passed[passed.length + cost - 7] ?? 0) + minute - now) / 1000)));
        expect(remaining).toBe(6 - passed.length);
      }
    }),
  );
});
