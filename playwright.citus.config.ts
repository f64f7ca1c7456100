import { defineConfig } from "@playwright/test";
import cluster from "./playwright.cluster.config";
import { isPart, citus as parts } from "./tests/ci-parts";
import { hasCitus } from "./tests/citus/nodes";
import type { EntryPoint } from "./tests/support/fixtures";

const { projects = [], ...rest } = cluster;
const project = (name: string) => projects.find((one) => one.name === name) ?? {};

const inCI = isPart("CITUS");
const embedded = /@embedded/;
const slow = /@slow/;

if (!hasCitus && inCI) throw new Error("Citus is not installed: .ci/run says how.");
if (!hasCitus) process.stdout.write("Citus is not installed, so its tests are skipped: CONTRIBUTING.md says how to install it.\n");

/** The tests of the API and the screens against three instances on a three-node Citus, and the tests of Citus itself. */
export default defineConfig<object, { entryPoint: EntryPoint }>({
  ...rest,
  globalSetup: "./tests/citus/setup.ts",
  projects: hasCitus
    ? [
        {
          ...project("cluster"),
          name: "citus",
          grepInvert: inCI ? [embedded, slow] : embedded,
          testMatch: "citus/**/*.test.ts",
          testIgnore: [],
          workers: 1,
        },
        { ...project("api"), ...(inCI && { testMatch: parts.api }) },
        { ...project("ui"), ...(inCI && { testMatch: parts.ui }) },
      ]
    : [],
});
