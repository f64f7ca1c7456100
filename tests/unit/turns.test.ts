import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { measure, sizeOf } from "@/lib/platform/db/turns/size";
import { expect } from "../support/expect";

const [ws, other] = [newId(), newId()];

test("a turn has as many items as take about a tenth of a second", () => {
  const queue = { name: newId(), first: 4, max: 50 };
  expect(sizeOf(queue, ws)).toBe(4);
  measure(queue.name, ws, { count: 4, tookMs: 40 });
  expect(sizeOf(queue, ws)).toBe(10);
  measure(queue.name, ws, { count: 0, tookMs: 1_000 });
  expect(sizeOf(queue, ws)).toBe(10);
  for (let turn = 0; turn < 30; turn += 1) measure(queue.name, ws, { count: 1, tookMs: 5_000 });
  expect(sizeOf(queue, ws)).toBe(1);
  expect(sizeOf(queue, other)).toBe(4);
  for (let turn = 0; turn < 60; turn += 1) measure(queue.name, ws, { count: 50, tookMs: 1 });
  expect(sizeOf(queue, ws)).toBe(50);
});
