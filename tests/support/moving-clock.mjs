import { readFileSync } from "node:fs";

/** Preloaded into a server: at SIGUSR2 its clock moves ahead (or behind) by the milliseconds in a file. */
let aheadMs = 0;
const now = Date.now;

process.on("SIGUSR2", () => {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
});
Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, parts, target) => Reflect.construct(date, parts.length === 0 ? [date.now()] : parts, target),
});
