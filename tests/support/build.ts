import { spawnSync } from "node:child_process";
import type { FullConfig } from "@playwright/test";
import { sharedNameServer } from "./name-server";
import { ensureChromium, sayWhatIsLeftOut } from "./prerequisites";
import { prepareFolder } from "./server";

/** Tests run against the built product; a build from the same sources is used again. Returns what cleans up. */
export default async function setup(config: FullConfig): Promise<() => void> {
  await prepare(config);
  const [removeFolder, closeNames] = [await prepareFolder(), await sharedNameServer()];
  return () => {
    removeFolder();
    closeNames();
  };
}

/** What this run needs of the machine, where one of its projects shows screens, and the build. */
export async function prepare({ filteredProjects }: FullConfig): Promise<void> {
  if (filteredProjects.some(({ use }) => use.launchOptions)) await ensureChromium();
  sayWhatIsLeftOut();
  build();
}

function build(): void {
  const { status } = spawnSync(process.execPath, ["lib/ops/build.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The product could not be built.");
}
