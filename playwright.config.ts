import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import type { Door } from "./tests/fixtures";

// The shell is the same browser without its windows, and a fifth quicker.
const places = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const chromium = places.find((path) => path && existsSync(path));

export default defineConfig<object, { door: Door }>({
  testDir: "tests",
  globalSetup: "./tests/build.ts",
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
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
      use: { launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: ["--no-sandbox"] }, trace: "off" },
    },
  ],
});
