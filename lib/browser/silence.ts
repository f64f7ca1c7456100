/** A connection attempt without `ready` is given up after this time. */
export const connectMs = 10_000;
/** For a server of the version before, which sends a tick every 15 seconds and no pings. */
const unpingedMs = 40_000;
const graceMs = 2_000;

/**
 * How long a stream may be silent before it counts as dead, from the data of its `ready`: two pings and a little more. Each `ready`
 * says it anew, because the next connection may lead to another version.
 */
export function maxSilenceMs(data: string): number {
  try {
    const { pingMs } = JSON.parse(data) as { pingMs?: unknown };
    return typeof pingMs === "number" && pingMs >= 1_000 ? 2 * pingMs + graceMs : unpingedMs;
  } catch {
    return unpingedMs;
  }
}
