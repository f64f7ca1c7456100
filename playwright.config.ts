import { defineConfig } from "@playwright/test";
import { launchOptions } from "./tests/support/chromium";
import type { Door } from "./tests/support/fixtures";

/** Tests that kill a process at many moments, start it again with clocks set ahead, or wait for a minute to pass. */
const slow = /@slow/;

export default defineConfig<object, { door: Door }>({
  testDir: "tests",
  globalSetup: "./tests/support/build.ts",
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A machine of CI is shared with others. What passes the second time only is named as flaky, and is a defect to be mended.
  retries: process.env["CI"] ? 1 : 0,
  reporter: process.env["CI"] ? [["list"]] : [["dot"]],
  projects: [
    // Left to "npm run test:full", as is the last one. They wait more than they work, so two workers have them from the start.
    { name: "slow", testMatch: /(unit|api|ui)\/.*\.test\.ts$/, grep: slow, workers: 2, use: { launchOptions, trace: "off" } },
    { name: "unit", testMatch: "unit/**/*.test.ts", grepInvert: slow },
    { name: "api", testMatch: "api/**/*.test.ts", grepInvert: slow },
    {
      name: "ui",
      testMatch: "ui/**/*.test.ts",
      grepInvert: slow,
      use: { launchOptions, trace: "off" },
    },
    // The public API once more, through the routes of Next; what is about Next's own traps is told apart. Tests that start
    // their own server start the same one as in "api".
    {
      name: "next-door",
      testMatch: /api\/(action-results|contact|event|http|key|limit|linking|openapi|tenant).*\.test\.ts$/,
      testIgnore: /http-errors|event-restart/,
      grepInvert: [/@front-door/, /@embedded/, slow],
      use: { door: "next" },
    },
  ],
});
