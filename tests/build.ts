import { spawnSync } from "node:child_process";
import { prepareFolder } from "./server";

/** Tests run against the built product; a build from the same sources is used again. Returns what cleans up. */
export default function setup(): Promise<() => void> {
  build();
  return prepareFolder();
}

export function build(): void {
  const { status } = spawnSync(process.execPath, ["lib/operator/build.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The product could not be built.");
}
