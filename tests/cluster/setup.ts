import type { FullConfig } from "@playwright/test";
import { isPart } from "../ci-parts";
import { prepare } from "../support/build";
import { sharedNameServer } from "../support/name-server";
import { prepareMigrated } from "../support/postgres";
import { prepareFolders } from "../support/server";
import { startShared } from "./shared";

/** Builds the product, and starts the cluster that the tests of the API and the screens share. Returns the teardown. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  await prepare(config);
  const removeMigrated = await prepareMigrated();
  // Nothing of CI's part copies a folder: the servers that its tests start have a PostgreSQL.
  const removeFolders = isPart("CLUSTER") ? () => undefined : await prepareFolders();
  const [closeNames, stop] = [await sharedNameServer(), await startShared()];
  return async () => {
    removeFolders();
    closeNames();
    await stop();
    removeMigrated();
  };
}
