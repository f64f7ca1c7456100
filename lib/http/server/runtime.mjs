/** The object of lib/platform/runtime.ts, for files that Next does not bundle. */
const key = Symbol.for("beside.runtime");
globalThis[key] ??= {};
export const runtime = globalThis[key];
