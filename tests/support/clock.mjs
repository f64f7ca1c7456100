/** Preloaded into a server: moves its clock ahead, so that a test need not wait for tomorrow. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const now = Date.now;

Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, parts, target) => Reflect.construct(date, parts.length === 0 ? [date.now()] : parts, target),
});
