import { expect as ofPlaywright } from "@playwright/test";
import { expect as ofJest } from "expect";

/** Whether both libraries say the same about it: a plain value, not what polls or waits, and without a message of the test's own. */
const isPlain = (args: unknown[]): boolean => {
  const [value] = args;
  if (args.length !== 1 || typeof value === "function") return false;
  return typeof value !== "object" || value === null || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
};

/**
 * Playwright's `expect`, without a step in its report for each plain value: a step maps its stack to the sources, which takes longer
 * than most comparisons, and property tests compare thousands of times.
 */
export const expect: typeof ofPlaywright = new Proxy(ofPlaywright, {
  apply: (target, self, args: unknown[]) => (isPlain(args) ? ofJest(args[0]) : Reflect.apply(target, self, args)),
});
