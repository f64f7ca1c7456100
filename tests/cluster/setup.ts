import type { FullConfig } from "@playwright/test";
import { prepare } from "../support/build";
import { sharedNameServer } from "../support/name-server";
import { prepareMigrated } from "../support/postgres";
import { prepareFolders } from "../support/server";
import { startShared } from "./shared";

/** Builds the product, and starts the cluster that the tests of the API and the screens share. Returns the teardown. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  await prepare(config);
  const removeMigrated = await prepareMigrated();
  const [removeFolders, closeNames, stop] = [await prepareFolders(), await sharedNameServer(), await startShared()];
  return async () => {
    removeFolders();
    closeNames();
    await stop();
    removeMigrated();
  };
}
