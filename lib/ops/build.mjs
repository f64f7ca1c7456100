import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "./precompress.mjs";
import { shareChunks } from "./share-chunks.mjs";
import { checkWeight } from "./weight.mjs";

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
const generated = [
  join("lib", "platform", "db", "client"),
  join("lib", "messages", "failures.json"),
  join("components", "widget", "loader", "bundle.ts"),
];
const stamp = ".next/sources";

function* files(path) {
  if (!existsSync(path)) return;
  if (/\.[a-z]+$/.test(path)) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (generated.includes(inner) || inner.endsWith(".d.json.ts")) continue;
    if (entry.isDirectory()) yield* files(inner.replace(/\.[a-z]+$/, "$&/"));
    else yield inner;
  }
}

/** A hash of everything that goes into the build. */
function hashSources() {
  const hash = createHash("sha256");
  for (const path of sources) for (const file of files(path)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Generates the database client and builds the product, unless the existing build is from the same sources. */
export async function build() {
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash && existsSync(".next/BUILD_ID")) return;
  process.stdout.write("Building Beside; the first time takes about a minute.\n");
  for (const command of [["lib/ops/generate.mjs"], ["node_modules/next/dist/bin/next", "build"]]) {
    const { status, stdout } = spawnSync(process.execPath, command, {
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    if (status === 0) continue;
    console.error(stdout);
    process.exit(status ?? 1);
  }
  shareChunks();
  await precompress();
  checkWeight();
  writeFileSync(stamp, hash);
}

await build();
