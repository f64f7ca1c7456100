import { spawnSync } from "node:child_process";
import type { FullConfig } from "@playwright/test";
import { sharedNameServer } from "./name-server";
import { ensureChromium, printSkipped } from "./prerequisites";
import { prepareFolders } from "./server";
import { offerServer } from "./shared-server";

/** Tests run against the built product; a build of the same sources is reused. Returns the teardown. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  await prepare(config);
  const closeNames = await sharedNameServer();
  // Few unit tests start a server, and theirs is then a first start.
  if (config.filteredProjects.every(({ name }) => name === "unit")) return async () => closeNames();
  const removeFolders = await prepareFolders();
  const stopServer = await offerServer();
  return async () => {
    await stopServer();
    removeFolders();
    closeNames();
  };
}

/** Installs Chromium if a project of this run needs it, and builds the product. */
export async function prepare({ filteredProjects }: FullConfig): Promise<void> {
  if (filteredProjects.some(({ use }) => use.launchOptions)) await ensureChromium();
  printSkipped();
  build();
}

function build(): void {
  const { status } = spawnSync(process.execPath, ["lib/ops/build.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The product could not be built.");
}
