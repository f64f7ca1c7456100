import { defineConfig } from "@playwright/test";
import cluster from "./playwright.cluster.config";
import { hasCitus } from "./tests/citus/nodes";
import type { EntryPoint } from "./tests/support/fixtures";

const { projects = [], ...rest } = cluster;
const project = (name: string) => projects.find((one) => one.name === name) ?? {};

/**
 * The part that CI has time for (CITUS_PART=ci): "citus", and of the API and the screens what depends most on how statements run: shared
 * statements, races, links, problems, deletion, the search, tenants, and a live screen.
 */
const isPart = process.env["CITUS_PART"] === "ci";
const dependent = {
  api: /api\/(contact-batches|contacts|events|event-cards|event-idempotency|linking|races|problems|deleted-contacts|search|tenants|chat-lists)\.test\.ts$/,
  ui: /ui\/desk\.test\.ts$/,
};

if (!hasCitus && isPart) throw new Error("Citus is not installed: .ci/run says how.");
if (!hasCitus) process.stdout.write("Citus is not installed, so its tests are skipped: CONTRIBUTING.md says how to install it.\n");

/** The tests of the API and the screens against three instances on a three-node Citus, and the tests of Citus itself. */
export default defineConfig<object, { entryPoint: EntryPoint }>({
  ...rest,
  globalSetup: "./tests/citus/setup.ts",
  projects: hasCitus
    ? [
        { ...project("cluster"), name: "citus", testMatch: "citus/**/*.test.ts", testIgnore: [], workers: 1 },
        { ...project("api"), ...(isPart && { testMatch: dependent.api }) },
        { ...project("ui"), ...(isPart && { testMatch: dependent.ui }) },
      ]
    : [],
});
