import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { expect } from "../support/expect";
import { endOfAnimations } from "./browser";

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

/** Runs axe in the page, where it is loaded once. AxeBuilder loads it for each check, and opens a page to put frames together. */
async function analyze(page: Page): Promise<AxeResults["violations"]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).analyze()).violations;
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  for (let attempt = 1; ; attempt++) {
    const { found, isStill } = await page.evaluate(async () => {
      // Also what began to move a moment ago.
      let hasMoved = document
        .getAnimations()
        .some(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      const moved = () => {
        hasMoved = true;
      };
      document.addEventListener("transitionrun", moved);
      const found = (await window.axe?.run({ resultTypes: ["violations"] }))?.violations ?? [];
      document.removeEventListener("transitionrun", moved);
      return { found, isStill: !hasMoved };
    });
    // A message that fades away while axe looks has the contrast of that moment.
    if (found.length === 0 || isStill || attempt === 5) return found;
    await endOfAnimations(page);
  }
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** Every pair of size and colour scheme. The first two cover each size and each scheme once. */
export const looks = [
  { name: "narrow and dark", viewport: narrow, colorScheme: "dark" },
  { name: "wide and light", viewport: wide, colorScheme: "light" },
  { name: "wide and dark", viewport: wide, colorScheme: "dark" },
  { name: "narrow and light", viewport: narrow, colorScheme: "light" },
] as const;
export type Look = (typeof looks)[number];

export async function show(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
}

/** What axe finds wrong on the page as it is now, frames included: each rule with the elements that break it. */
export const violationsIn = async (page: Page): Promise<string[]> =>
  (await analyze(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);

/** How many pixels the page can scroll sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that axe finds nothing wrong, and that the page does not scroll sideways; `what` names the state in an error. */
export async function expectAccessible(page: Page, what = "the page"): Promise<void> {
  await endOfAnimations(page);
  // Next sends a page's title after its first part.
  await expect(page).toHaveTitle(/./);
  expect(await violationsIn(page), what).toEqual([]);
  expect(await overflowOf(page), `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** The same in every look, one after the other: a load of a page costs more than a check of it. */
export async function expectAccessibleInEveryLook(page: Page, what = "the page"): Promise<void> {
  for (const look of looks) {
    await show(page, look);
    await expectAccessible(page, `${what}, ${look.name}`);
  }
}
