/**
 * Preloaded into a server: moves its clock ahead, so that a test need not wait for tomorrow. Its threads get the same clock: the
 * embedded database has that of its process.
 */

import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const now = Date.now;

Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, parts, target) => Reflect.construct(date, parts.length === 0 ? [date.now()] : parts, target),
});

threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), "--import", import.meta.url] });
  }
};
syncBuiltinESMExports();
