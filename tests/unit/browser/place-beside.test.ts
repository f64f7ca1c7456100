import { test } from "@playwright/test";
import fc from "fast-check";
import { placed, type Side } from "@/components/ui/place-beside";
import { expect } from "../../support/expect";

const sides = ["top", "right", "bottom", "left"] as const satisfies Side[];
const view = { width: 390, height: 800 };
const boxAt = (left: number, top: number, width = 32, height = 32) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
});

test("goes to the side that was asked for, in the middle of it", () => {
  const anchor = boxAt(180, 400);
  const size = { width: 100, height: 24 };
  expect(placed("bottom", anchor, size, view)).toEqual({ left: 146, top: 438 });
  expect(placed("top", anchor, size, view)).toEqual({ left: 146, top: 370 });
  expect(placed("right", anchor, size, view)).toEqual({ left: 218, top: 404 });
  expect(placed("left", anchor, size, view)).toEqual({ left: 74, top: 404 });
});

test("goes to the other side where only that has room", () => {
  const size = { width: 100, height: 24 };
  expect(placed("bottom", boxAt(180, 760), size, view).top).toBe(730);
  expect(placed("top", boxAt(180, 10), size, view).top).toBe(48);
  expect(placed("right", boxAt(340, 400), size, view).left).toBe(234);
  expect(placed("left", boxAt(10, 400), size, view).left).toBe(48);
});

test("is always in view", () => {
  const anchors = fc.record({ left: fc.integer({ min: -50, max: 400 }), top: fc.integer({ min: -50, max: 820 }) });
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 288 }), height: fc.integer({ min: 1, max: 120 }) });
  fc.assert(
    fc.property(fc.constantFrom(...sides), anchors, sizes, (side, at, size) => {
      const { left, top } = placed(side, boxAt(at.left, at.top), size, view);
      expect(left).toBeGreaterThanOrEqual(8);
      expect(top).toBeGreaterThanOrEqual(8);
      expect(left + size.width).toBeLessThanOrEqual(view.width - 8);
      expect(top + size.height).toBeLessThanOrEqual(view.height - 8);
    }),
  );
});
