import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { look, take } from "@/lib/platform/rate-limit/window";

const minute = 60_000;
const start = 1_766_000_000_000;

test("exactly as many calls as the limit pass in a minute, and each says how many are left", () => {
  const who = randomUUID();
  for (let remaining = 2; remaining >= 0; remaining -= 1) {
    expect(take(who, 3, start)).toEqual({ allowed: true, limit: 3, remaining, resetSeconds: 60 });
  }
  expect(take(who, 3, start + 1)).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 60 });
});

test("the window slides: a place is free a minute after the call that took it, not at the full minute", () => {
  const who = randomUUID();
  take(who, 2, start);
  take(who, 2, start + 40_000);
  expect(take(who, 2, start + minute - 1).allowed).toBe(false);
  expect(take(who, 2, start + minute)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(take(who, 2, start + minute + 39_999).allowed).toBe(false);
  expect(take(who, 2, start + minute + 40_000).allowed).toBe(true);
});

test("a refused call does not lengthen the wait", () => {
  const who = randomUUID();
  take(who, 1, start);
  for (let second = 1; second < 60; second += 1)
    expect(take(who, 1, start + second * 1000)).toMatchObject({ allowed: false, resetSeconds: 60 - second });
  expect(take(who, 1, start + minute).allowed).toBe(true);
});

test("the wait is whole seconds, rounded up, and at least 1", () => {
  const who = randomUUID();
  take(who, 1, start);
  expect(take(who, 1, start + 1).resetSeconds).toBe(60);
  expect(take(who, 1, start + 58_999).resetSeconds).toBe(2);
  expect(take(who, 1, start + 59_001).resetSeconds).toBe(1);
  expect(take(who, 1, start + 59_999).resetSeconds).toBe(1);
});

test("looking says what a call would be told, and counts none", () => {
  const who = randomUUID();
  expect(look(who, 2, start)).toEqual({ allowed: true, limit: 2, remaining: 2, resetSeconds: 60 });
  take(who, 2, start);
  for (let again = 0; again < 5; again += 1)
    expect(look(who, 2, start + 1000)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 59 });
  take(who, 2, start + 1000);
  expect(look(who, 2, start + 1000)).toMatchObject({ allowed: false, remaining: 0 });
  expect(look(who, 2, start + minute)).toMatchObject({ allowed: true, remaining: 1 });
});

test("one caller's calls are not another's", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  take(one, 1, start);
  expect(take(one, 1, start).allowed).toBe(false);
  expect(take(other, 1, start).allowed).toBe(true);
});

test("whoever comes when, no minute holds more than the limit, and the wait that is told is right", () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 90_000 })), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, pauses) => {
      const who = randomUUID();
      const passed: number[] = [];
      let now = start;
      let wait = 0;
      for (const pause of pauses) {
        now += pause;
        const inWindow = passed.filter((at) => at > now - minute);
        const { allowed, remaining, resetSeconds } = take(who, limit, now);
        expect(allowed).toBe(inWindow.length < limit);
        if (allowed) passed.push(now);
        const held = passed.filter((at) => at > now - minute);
        expect(remaining).toBe(limit - held.length);
        wait = resetSeconds;
        expect(resetSeconds).toBe(Math.max(1, Math.ceil(((held[0] ?? now) + minute - now) / 1000)));
      }
      expect(look(who, limit, now + wait * 1000).allowed).toBe(true);
    }),
  );
});
