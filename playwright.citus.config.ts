import { defineConfig } from "@playwright/test";
import cluster from "./playwright.cluster.config";
import { hasCitus } from "./tests/citus/nodes";
import type { EntryPoint } from "./tests/support/fixtures";

const { projects = [], ...rest } = cluster;
const project = (name: string) => projects.find((one) => one.name === name) ?? {};

if (!hasCitus) process.stdout.write("Citus is not installed, so its tests are skipped: CONTRIBUTING.md says how to install it.\n");

/** The tests of the API and the screens against three instances on a three-node Citus, and the tests of Citus itself. */
export default defineConfig<object, { entryPoint: EntryPoint }>({
  ...rest,
  globalSetup: "./tests/citus/setup.ts",
  projects: hasCitus
    ? [{ ...project("cluster"), name: "citus", testMatch: "citus/**/*.test.ts", testIgnore: [], workers: 1 }, project("api"), project("ui")]
    : [],
});
