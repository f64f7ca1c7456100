import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { hourMs } from "@/lib/kernel/durations";
import { sqlState } from "@/lib/platform/db/errors";
import { type Connection, rowsOver } from "@/lib/platform/db/rows";
import { withoutStartupLock } from "@/lib/platform/db/startup-lock";
import { log } from "@/lib/platform/log";
import { conflicting, type Lock } from "./locks";

/** How long one attempt waits for its locks, and calls of running instances behind it. */
export const attemptTimeoutMs = 2_000;
/** How long a start waits altogether, longer than a backup takes that reads every table. Then it ends, and the next one goes on waiting. */
const startTimeoutMs = 2 * hourMs;
const pauses = { firstMs: 250, maxMs: 15_000, lookMs: 1_000 };
const betweenLinesMs = 60_000;

const HolderRow = z.strictObject({
  transaction: z.string(),
  process: z.int().nullable(),
  application: z.string().nullable(),
  since: z.date().nullable(),
});
type Holder = z.output<typeof HolderRow>;

const holdersStatement = `
select l.virtualtransaction as transaction, l.pid as process, coalesce(nullif(a.application_name, ''), a.backend_type) as application,
  a.xact_start as since
from pg_locks l left join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'relation' and l.granted and l.pid is distinct from pg_backend_pid() and l.mode = any($2::text[])
  and l.database = (select oid from pg_database where datname = current_database()) and l.relation = to_regclass($1)`;

/** Whether another attempt may succeed: the last one waited too long for a lock, or in a circle with a call. */
export const isContended = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error));

/** The pauses between the attempts of a start to migrate, in which calls of running instances get through. */
export class Waiting {
  private attempts = 0;
  private saidAt = Number.NEGATIVE_INFINITY;
  private readonly until: number;

  constructor(private readonly limits: { startTimeoutMs: number; firstMs: number } = { startTimeoutMs, firstMs: pauses.firstMs }) {
    this.until = performance.now() + limits.startTimeoutMs;
  }

  get leftMs(): number {
    return Math.max(0, Math.ceil(this.until - performance.now()));
  }

  /** After an attempt that succeeded the next pause is a short one again. */
  succeeded(): void {
    this.attempts = 0;
  }

  /**
   * Waits until the sessions are gone that have the lock which an attempt did not get, where that is known, and longer after each attempt.
   * The start-up lock is free meanwhile.
   * Returns false when the time is over.
   */
  async pause(connection: Connection, migration: string, wanted: Lock | undefined): Promise<boolean> {
    this.attempts += 1;
    const held = wanted ? await holdersOf(connection, wanted) : [];
    const pauseMs = Math.min(pauses.maxMs, this.limits.firstMs * 2 ** (this.attempts - 1), this.leftMs);
    await withoutStartupLock(connection, async () => {
      await sleep(pauseMs * (0.75 + Math.random() / 4));
      // An attempt would make calls wait for nothing while a session is still there that the last one waited for.
      for (let holders = held; ; await sleep(pauses.lookMs)) {
        const now = new Set((wanted ? await holdersOf(connection, wanted) : []).map(({ transaction }) => transaction));
        holders = holders.filter(({ transaction }) => now.has(transaction));
        this.say(migration, wanted, holders);
        if (holders.length === 0 || this.leftMs === 0) return;
      }
    });
    return this.leftMs > 0;
  }

  private say(migration: string, wanted: Lock | undefined, held: Holder[]): void {
    if (performance.now() - this.saidAt < betweenLinesMs) return;
    this.saidAt = performance.now();
    const others = held.map(({ process, application, since }) => ({ process, application, since }));
    log.warn(
      { migration, ...(wanted && { table: wanted.table, others }), minutesLeft: Math.round(this.leftMs / 60_000) },
      "the migration waits for what other sessions of the database do; running instances go on, and it is tried again",
    );
  }
}

/** The transactions that hold what conflicts with a lock, when they began, and which program they belong to. */
async function holdersOf(connection: Connection, { table, mode }: Lock): Promise<Holder[]> {
  return rowsOver(connection, HolderRow)(holdersStatement, table, conflicting[mode]);
}
