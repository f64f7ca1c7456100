import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { encodingFor } from "./encodings.mjs";

/** Written by lib/ops/precompress.mjs. */
const folder = join(".next", "compressed");
const forAYear = "public, max-age=31536000, immutable";

/** The compressed files of the build, by path; each is read when it is first asked for. */
const index = existsSync(join(folder, "index.json")) ? JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) : {};
const bodies = new Map();

function bodyOf(file) {
  const known = bodies.get(file) ?? readFileSync(join(folder, file));
  bodies.set(file, known);
  return known;
}

/**
 * Responds with a file of the build as it was compressed with it. False when Next is to respond: for everything else, for parts of a
 * file, and for callers that accept no compressed one.
 */
export function sendStaticFile(request, response, path) {
  const { method, headers } = request;
  const found = Object.hasOwn(index, path) ? index[path] : undefined;
  if (!found || (method !== "GET" && method !== "HEAD") || headers.range !== undefined) return false;
  const encoding = encodingFor(headers["accept-encoding"]);
  if (!encoding) return false;
  const etag = `"${found.hash}-${encoding}"`;
  const common = { "cache-control": forAYear, vary: "Accept-Encoding", etag };
  if (isKnown(headers["if-none-match"], etag)) {
    response.writeHead(304, common).end();
    return true;
  }
  const body = bodyOf(found[encoding]);
  const about = { "content-type": found.type, "content-encoding": encoding, "content-length": body.length };
  response.writeHead(200, { ...common, ...about }).end(method === "HEAD" ? undefined : body);
  return true;
}

/** Whether the caller has these bytes. A proxy may have weakened the tag. */
const isKnown = (ifNoneMatch, etag) =>
  String(ifNoneMatch ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");
