import type { FullConfig } from "@playwright/test";
import { prepare } from "../support/build";
import { sharedNameServer } from "../support/name-server";
import { prepareFolder } from "../support/server";
import { startShared } from "./shared";

/** Builds the product, and starts the cluster that the tests of the API and the screens share. Returns the teardown. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  await prepare(config);
  const [removeFolder, closeNames, stop] = [await prepareFolder(), await sharedNameServer(), await startShared()];
  return async () => {
    removeFolder();
    closeNames();
    await stop();
  };
}
