import { spawnSync } from "node:child_process";
import { sharedNameServer } from "./name-server";
import { prepareFolder } from "./server";

/** Tests run against the built product; a build from the same sources is used again. Returns what cleans up. */
export default async function setup(): Promise<() => void> {
  build();
  const [removeFolder, closeNames] = [await prepareFolder(), await sharedNameServer()];
  return () => {
    removeFolder();
    closeNames();
  };
}

export function build(): void {
  const { status } = spawnSync(process.execPath, ["lib/ops/build.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The product could not be built.");
}
