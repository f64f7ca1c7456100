import { test } from "@playwright/test";
import fc from "fast-check";
import { contrastOf, textColourOn } from "@/lib/channels/shared/contrast";
import { expect } from "../../support/expect";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("contrast is 21 for black and white, 1 for equal colours, and that of WCAG's examples between", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastOf("#1d4ed8", "#1d4ed8")).toBe(1);
  expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrastOf("#FFEE00", "#ffffff")).toBeCloseTo(contrastOf("#ffee00", "#ffffff"), 10);
});

test("contrast does not depend on the order of the colours", () =>
  fc.assert(fc.property(colour, colour, (a, b) => contrastOf(a, b) === contrastOf(b, a) && contrastOf(a, b) >= 1)));

test("text on any colour has a contrast of 4.5 at least", () =>
  fc.assert(fc.property(colour, (background) => contrastOf(background, textColourOn(background)) >= 4.5)));
