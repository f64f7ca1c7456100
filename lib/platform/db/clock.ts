import { z } from "zod";
import { runtime } from "@/lib/platform/runtime";
import type { FairPool } from "./pool";
import { rowsOver } from "./rows";
import { statement } from "./statement";

const everyMs = 10_000;
const maxStepMs = 250;

/** What the clock of the database said (`databaseMs`), when the clocks of this process said `steadyMs` and `ownMs`. */
type Reading = { databaseMs: number; steadyMs: number; ownMs: number };
type Clock = { reading: Reading | undefined; measuring: Promise<void> | undefined; timer: NodeJS.Timeout; pool: FairPool };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Missing while the database is embedded: then both have one clock. */
    databaseClock: Clock;
  }
}

/**
 * What time it is for all instances: that of the database's clock, to within half of the time that it takes to ask it. Whatever
 * is stored, or compared with what another instance stored, uses this; what must be exact is taken within a statement.
 */
export function currentTime(): Date {
  const { databaseClock: clock } = runtime;
  if (!clock?.reading) return new Date();
  const { databaseMs, steadyMs, ownMs } = clock.reading;
  const passedMs = performance.now() - steadyMs;
  // Somebody set the clock of this machine, or the machine was asleep, and only then its steady clock stood still.
  if (Math.abs(Date.now() - ownMs - passedMs) > maxStepMs) void measure(clock);
  return new Date(databaseMs + passedMs);
}

/** Asks the clock of the database now, and then regularly. */
export async function followClock(pool: FairPool): Promise<void> {
  const timer = setInterval(() => {
    // Calls that wait for a connection come first.
    if (pool.waiting === 0) void measure(clock);
  }, everyMs).unref();
  const clock: Clock = { reading: undefined, measuring: undefined, timer, pool };
  runtime.databaseClock = clock;
  // The first one opens a connection.
  for (let times = 0; times < 3; times += 1) await measure(clock);
}

export function unfollowClock(): void {
  clearInterval(runtime.databaseClock?.timer);
  delete runtime.databaseClock;
}

/** A database that does not answer leaves the last reading, which this process' steady clock carries on. */
function measure(clock: Clock): Promise<void> {
  clock.measuring ??= ask(clock)
    .catch(() => undefined)
    .finally(() => {
      clock.measuring = undefined;
    });
  return clock.measuring;
}

const TimeRow = z.strictObject({ ms: z.number() });
export const timeStatement = statement({ row: TimeRow, scope: "everywhere" })`
select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;

async function ask(clock: Clock): Promise<void> {
  const askedMs = performance.now();
  const [row] = await rowsOver(clock.pool, TimeRow)(timeStatement.text);
  const answeredMs = performance.now();
  if (!row) return;
  const steadyMs = (askedMs + answeredMs) / 2;
  const toleranceMs = (answeredMs - askedMs) / 2 + 1;
  const own = { steadyMs: answeredMs, ownMs: Date.now() };
  const expectedMs = clock.reading ? clock.reading.databaseMs + steadyMs - clock.reading.steadyMs : Number.NaN;
  // A slow answer says little: what is within its tolerance stays, so that time does not jump to and fro.
  const aheadMs = Math.abs(row.ms - expectedMs) <= toleranceMs ? expectedMs - steadyMs : row.ms - steadyMs;
  clock.reading = { databaseMs: own.steadyMs + aheadMs, ...own };
}
