import type { FullConfig } from "@playwright/test";
import { startShared } from "../cluster/shared";
import { prepare } from "../support/build";
import { sharedNameServer } from "../support/name-server";
import { startDistributed } from "./database";
import { hasCitus } from "./nodes";

/** Builds the product, and, for the tests of the API and the screens, starts three instances on a distributed database, which they share. Returns the teardown. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  if (!hasCitus) return async () => {};
  await prepare(config);
  // The tests of Citus itself have databases of their own.
  if (config.filteredProjects.every(({ name }) => name === "citus")) return async () => {};
  const [nodes, closeNames] = [await startDistributed(), await sharedNameServer()];
  const stop = await startShared(nodes.coordinator);
  return async () => {
    closeNames();
    await stop();
    await nodes.stop();
  };
}
