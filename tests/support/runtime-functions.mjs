/**
 * Preloaded into a server: on SIGUSR2 it prints the paths of functions in the runtime (lib/platform/runtime.ts). Objects of
 * libraries (connections, loggers, metrics), timers and promises are not searched.
 */
import { types } from "node:util";

const plain = [Object.prototype, null];

function entriesOf(value) {
  if (value instanceof Map) return [...value].map(([key, one]) => [String(key), one]);
  if (value instanceof Set || Array.isArray(value)) return [...value].map((one) => ["[]", one]);
  // Prisma's client is a proxy.
  return !types.isProxy(value) && plain.includes(Object.getPrototypeOf(value)) ? Object.entries(value) : [];
}

/** The paths of functions; each object is searched once. */
function functionsIn(value, path, seen = new Set()) {
  if (typeof value === "function") return [path];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return entriesOf(value).flatMap(([key, one]) => functionsIn(one, `${path}.${key}`, seen));
}

process.on("SIGUSR2", () => {
  const runtime = globalThis[Symbol.for("beside.runtime")];
  process.stdout.write(`runtime: ${JSON.stringify({ parts: Object.keys(runtime), functions: functionsIn(runtime, "runtime") })}\n`);
});
