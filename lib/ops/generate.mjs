import { spawnSync } from "node:child_process";

for (const command of [
  ["lib/messages/declare.mjs"],
  ["--import", "tsx", "lib/ops/generate-endpoints.ts"],
  ["lib/ops/bundle-loader.mjs"],
  ["lib/ops/bundle-reference.mjs"],
]) {
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

// Generating needs no engine, but the command insists on a file: any that exists will do, so nothing is downloaded.
const { status } = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" },
  stdio: ["ignore", "ignore", "inherit"],
});
process.exit(status ?? 1);
