/**
 * Preloaded into a server: on SIGUSR2 it prints where functions lie in the runtime (lib/runtime.ts). What libraries made
 * (connections, loggers, metrics) is not looked into, nor are timers and promises.
 */
const plain = [Object.prototype, null];

function* entriesOf(value) {
  if (value instanceof Map) for (const [key, one] of value) yield [String(key), one];
  else if (value instanceof Set || Array.isArray(value)) for (const one of value) yield ["[]", one];
  else if (plain.includes(Object.getPrototypeOf(value))) yield* Object.entries(value);
}

function* functionsIn(value, path) {
  if (typeof value === "function") yield path;
  if (typeof value === "object" && value !== null) for (const [key, one] of entriesOf(value)) yield* functionsIn(one, `${path}.${key}`);
}

process.on("SIGUSR2", () => {
  const runtime = globalThis[Symbol.for("beside.runtime")];
  process.stdout.write(`runtime: ${JSON.stringify({ parts: Object.keys(runtime), functions: [...functionsIn(runtime, "runtime")] })}\n`);
});
