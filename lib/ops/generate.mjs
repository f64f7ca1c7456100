import { spawnSync } from "node:child_process";

spawnSync(process.execPath, ["lib/messages/declare.mjs"], { stdio: "inherit" });

const loader = spawnSync(process.execPath, ["lib/ops/bundle-loader.mjs"], { stdio: "inherit" });
if (loader.status !== 0) process.exit(loader.status ?? 1);

// Generating needs no engine, but the command insists on a file: any that exists will do, so nothing is downloaded.
const { status } = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" },
  stdio: ["ignore", "ignore", "inherit"],
});
process.exit(status ?? 1);
