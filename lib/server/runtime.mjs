/** The object of lib/runtime.ts, for what Next does not bundle. */
const key = Symbol.for("beside.runtime");
globalThis[key] ??= {};
export const runtime = globalThis[key];
