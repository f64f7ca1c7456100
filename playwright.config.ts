import { defineConfig, type PlaywrightTestOptions } from "@playwright/test";
import { full, isPart } from "./tests/ci-parts";
import { launchOptions } from "./tests/support/chromium";
import type { EntryPoint } from "./tests/support/fixtures";

/** Tests that kill a process at many moments, start it again with clocks set ahead, or wait for a minute to pass. */
const slow = /@slow/;
/** The website, WhatsApp, frames, files and notifications while Beside is closed: a project of their own, so that `npm test` stays short. */
const channels =
  /(api|ui)\/\w+\/(whatsapp|widget|embed-|embed(?=\.test)|attachment|channel-pages|channels|message-kinds|helpdesks|link-codes|link-conflicts|digest|phone-forms|push(?=\.test)|keyboard-walk-channels)[^/]*\.test\.ts$/;
/**
 * Operation (also migrations, and what an instance logs, counts and limits), audit, accounts, settings, receivers and the log of calls, webhooks,
 * imports, the overview, the reference and its description, the first run and how all screens look: a project of their own, too.
 */
const administration =
  /(unit\/(http\/openapi-lint|platform\/migration)|api\/(data|ops|webhooks)\/|api\/actions\/(action-rotation|call-|calls|local-receiver|receiver-kit)|api\/http\/(limit-clock|locale|log|metrics|openapi-served|reference|server-headers|slow-readers)|api\/workspace\/(account-takeover|assigned-passwords|audit|delete-workspace|invitations|key-overlap|secrets|sign-in-limits|sign-out)|ui\/workspace\/|ui\/actions\/(calls|local-receiver|receivers)|ui\/people\/attribute-display|ui\/desk\/(import|overview)|ui\/shell\/(first-run|languages|layers|looks|reference|theme))[^/]*\.test\.ts$/;

const inCI = isPart("FULL");
const slowTests = inCI ? full.slow : /(unit|api|ui)\/.*\.test\.ts$/;
const repeatedByNext = inCI
  ? full.repeatedByNext
  : /api\/\w+\/(contacts|contact-user-ids|events|event-idempotency|http.*|keys|limit|openapi.*|tenants)\.test\.ts$/;

/**
 * A window as Playwright opens it. Said here, because otherwise it asks a function for each of them before every test, even one
 * without a browser, and maps the stack of each call to the sources.
 */
const window = {
  acceptDownloads: true,
  bypassCSP: false,
  clientCertificates: [],
  colorScheme: "light",
  contrast: "no-preference",
  deviceScaleFactor: 1,
  extraHTTPHeaders: {},
  forcedColors: "none",
  hasTouch: false,
  ignoreHTTPSErrors: false,
  isMobile: false,
  javaScriptEnabled: true,
  locale: "en-US",
  offline: false,
  reducedMotion: "no-preference",
  serviceWorkers: "allow",
  viewport: { width: 1280, height: 720 },
} satisfies Partial<PlaywrightTestOptions>;

export default defineConfig<object, { entryPoint: EntryPoint }>({
  testDir: "tests",
  globalSetup: "./tests/support/build.ts",
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: window,
  forbidOnly: true,
  // CI machines are shared. A test that passes only on the retry is reported as flaky, and is a defect to fix.
  retries: process.env["CI"] ? 1 : 0,
  reporter: process.env["CI"] ? [["list"]] : [["dot"]],
  projects: [
    // Only in "npm run test:full", like "next-only". These tests mostly wait, so three workers run them from the start.
    { name: "slow", testMatch: slowTests, grep: slow, workers: 3, use: { launchOptions, trace: "off" } },
    {
      name: "unit",
      testMatch: "unit/**/*.test.ts",
      testIgnore: inCI ? [administration, full.unit.leftOut] : administration,
      grepInvert: slow,
      fullyParallel: false,
    },
    {
      name: "api",
      testMatch: "api/**/*.test.ts",
      testIgnore: inCI ? [channels, administration, full.api.leftOut] : [channels, administration],
      grepInvert: slow,
      fullyParallel: false,
    },
    {
      name: "channels",
      testMatch: channels,
      testIgnore: inCI ? full.channels.leftOut : [],
      grepInvert: slow,
      use: { launchOptions, trace: "off" },
    },
    {
      name: "administration",
      testMatch: administration,
      testIgnore: inCI ? full.administration.leftOut : [],
      grepInvert: slow,
      fullyParallel: false,
      use: { launchOptions, trace: "off" },
    },
    // The public API again, through the routes of Next: requests, paths, headers, bodies, keys and tenants. What a value means is
    // the same there. Tests that only concern server.mjs, or that start their own server (the same one as in "api"), are excluded.
    {
      name: "next-only",
      testMatch: repeatedByNext,
      testIgnore: /http-errors/,
      grepInvert: [/@server/, /@embedded/, slow],
      use: { entryPoint: "next" },
      // Each worker starts a server of its own.
      workers: 1,
    },
    {
      name: "ui",
      testMatch: "ui/**/*.test.ts",
      testIgnore: inCI ? [channels, administration, full.ui.leftOut] : [channels, administration],
      grepInvert: slow,
      use: { launchOptions, trace: "off" },
    },
  ],
});
