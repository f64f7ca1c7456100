import { defineConfig } from "@playwright/test";
import base from "./playwright.config";
import type { Door } from "./tests/support/fixtures";

const embedded = /@embedded/;
const frontDoor = /@front-door/;
const slow = /@slow/;
const timed = /cluster\/(bus|desk|redis|upstash)\.test\.ts$/;
const { projects = [], ...rest } = base;
const project = (name: string) => projects.find((one) => one.name === name) ?? {};

/**
 * The tests of the API and the screens against instances behind nginx, on PostgreSQL and Redis; then what only a cluster
 * can do and suffer. Tests that are tagged @embedded start a server on a folder, which is left to the normal run.
 */
export default defineConfig<object, { door: Door }>({
  ...rest,
  // Much of it is waiting: for a minute to pass, for an instance to start, for a database to come back.
  workers: 4,
  globalSetup: "./tests/cluster/setup.ts",
  grepInvert: embedded,
  projects: [
    // First, and with two of the workers: beside what waits so much, the others can work.
    { ...project("ui"), name: "cluster", grepInvert: embedded, testMatch: "cluster/**/*.test.ts", testIgnore: timed, workers: 2 },
    { ...project("api"), grepInvert: [embedded, frontDoor], use: { door: "proxy" } },
    // What HTTP itself forbids nginx refuses in its own way, so these knock at an instance.
    { ...project("api"), name: "front-door", grep: frontDoor, grepInvert: embedded, use: { door: "front" } },
    { ...project("ui"), grepInvert: [embedded, slow], use: { ...project("ui").use, door: "proxy" } },
    // What is promised within so many milliseconds is looked at when nothing else runs.
    {
      ...project("ui"),
      name: "timed",
      grepInvert: embedded,
      testMatch: timed,
      dependencies: ["api", "front-door", "ui", "cluster"],
      workers: 1,
    },
  ],
});
