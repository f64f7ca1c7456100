import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { minBytes } from "../http/server/encodings.mjs";

const from = join(".next", "static");
const to = join(".next", "compressed");
const types = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=UTF-8",
};

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };

const typeOf = (file) => types[/\.[a-z]+$/.exec(file)?.[0]];

/** Compresses the static files of the build once, as well as can be. What does not become smaller is left out. */
export async function precompress() {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const files = readdirSync(from, { recursive: true }).filter((file) => typeOf(file));
  const entries = await Promise.all(files.map(compressed));
  const index = Object.fromEntries(entries.filter((entry) => entry !== undefined));
  writeFileSync(join(to, "index.json"), JSON.stringify(index));
}

async function compressed(file) {
  const bytes = readFileSync(join(from, file));
  if (bytes.length < minBytes) return undefined;
  const [br, gz] = await Promise.all([brotli(bytes, best), gzipped(bytes, { level: 9 })]);
  if (Math.max(br.length, gz.length) >= bytes.length) return undefined;
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  writeFileSync(join(to, `${hash}.br`), br);
  writeFileSync(join(to, `${hash}.gz`), gz);
  const path = `/_next/static/${file.replaceAll("\\", "/")}`;
  return [path, { type: typeOf(file), hash, br: `${hash}.br`, gzip: `${hash}.gz`, brBytes: br.length }];
}
