import { defineConfig } from "@playwright/test";
import { launchOptions } from "./tests/support/chromium";
import type { Door } from "./tests/support/fixtures";

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
    { name: "unit", testMatch: "unit/**/*.test.ts" },
    { name: "api", testMatch: "api/**/*.test.ts" },
    // The public API once more, through the routes of Next; what is about Next's own traps is told apart.
    {
      name: "next-door",
      testMatch: /api\/(action-results|contact|event|http|key|limit|linking|openapi|tenant).*\.test\.ts$/,
      testIgnore: /http-errors|event-restart/,
      grepInvert: /@front-door/,
      use: { door: "next" },
    },
    {
      name: "ui",
      testMatch: "ui/**/*.test.ts",
      use: { launchOptions, trace: "off" },
    },
  ],
});
