import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "./precompress.mjs";
import { shareChunks } from "./share-chunks.mjs";
import { checkServerOnly, checkWeight } from "./weight.mjs";

const sources = [
  "app",
  "components",
  "lib",
  "prisma",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "proxy.ts",
  "next.config.js",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const stamp = ".next/sources";

function* files(path) {
  if (!existsSync(path)) return;
  if (/\.[a-z]+$/.test(path)) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* files(inner.replace(/\.[a-z]+$/, "$&/"));
    else yield inner;
  }
}

/** A hash of everything that goes into the build, generated files included. */
function hashSources() {
  const hash = createHash("sha256");
  for (const path of sources) for (const file of files(path)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function run(...command) {
  const { status, stdout } = spawnSync(process.execPath, command, {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status === 0) return;
  console.error(stdout);
  process.exit(status ?? 1);
}

/**
 * Generates what is not committed and builds the product, unless the existing build is from the same sources. With `--any-weight` the chat
 * screen may load more than it should.
 */
export async function build() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources() && existsSync(".next/BUILD_ID")) return;
  process.stdout.write("Building Beside; the first time takes about a minute.\n");
  run("lib/ops/generate.mjs");
  const hash = hashSources();
  run("node_modules/next/dist/bin/next", "build");
  shareChunks();
  checkServerOnly();
  await precompress();
  if (!process.argv.includes("--any-weight")) checkWeight();
  writeFileSync(stamp, hash);
}

await build();
