import { defineConfig } from "@playwright/test";
import base from "./playwright.config";
import { isPart, cluster as parts } from "./tests/ci-parts";
import type { EntryPoint } from "./tests/support/fixtures";

const embedded = /@embedded/;
const directly = /@server/;
const slow = /@slow/;
const timed = /cluster\/(bus|desk|redis|upstash)\.test\.ts$/;
/** What a screen looks like, and what a value means, does not depend on how many instances there are. */
const elsewhere =
  /ui\/\w+\/(looks|hostile-names|sheet|channel-pages|widget-looks|message-kinds)\.test\.ts$|api\/\w+\/(event-levels|event-times|contact-phones|action-addresses|phone-forms|receiver-kit|widget-loader|widget-settings|whatsapp-templates|openapi.*)\.test\.ts$/;
const inCI = isPart("CLUSTER");
const { projects = [], ...rest } = base;
const project = (name: string) => projects.find((one) => one.name === name) ?? {};

/**
 * The tests of the API and the screens against instances behind nginx, on PostgreSQL and Redis, and the tests that need a
 * cluster. Tests that are tagged @embedded start a server on a folder, and are left to the full run, like those in `elsewhere`.
 */
export default defineConfig<object, { entryPoint: EntryPoint }>({
  ...rest,
  // The tests mostly wait: for a minute to pass, for an instance to start, for a database to recover.
  workers: 4,
  globalSetup: "./tests/cluster/setup.ts",
  grepInvert: embedded,
  projects: [
    // First, and with two of the workers: these tests mostly wait, so others can run meanwhile. With three, some find the machine busy.
    {
      ...project("ui"),
      name: "cluster",
      grepInvert: inCI ? [embedded, slow] : embedded,
      testMatch: "cluster/**/*.test.ts",
      testIgnore: inCI ? [timed, parts.faults.leftOut] : timed,
      workers: 2,
    },
    {
      ...project("api"),
      ...(inCI && { testMatch: parts.api }),
      testIgnore: elsewhere,
      grepInvert: [embedded, directly, slow],
      use: { entryPoint: "proxy" },
    },
    // nginx rejects invalid HTTP in its own way, so these tests connect to an instance directly.
    {
      ...project("api"),
      name: "server",
      ...(inCI && { testMatch: parts.api }),
      testIgnore: [],
      grep: directly,
      grepInvert: embedded,
      use: { entryPoint: "server" },
    },
    {
      ...project("ui"),
      ...(inCI && { testMatch: parts.ui }),
      testIgnore: elsewhere,
      grepInvert: [embedded, slow],
      use: { ...project("ui").use, entryPoint: "proxy" },
    },
    // Tests of latencies in milliseconds run when nothing else does.
    {
      ...project("ui"),
      name: "timed",
      grepInvert: inCI ? [embedded, slow] : embedded,
      testMatch: timed,
      dependencies: ["api", "server", "ui", "cluster"],
      workers: 1,
    },
  ],
});
