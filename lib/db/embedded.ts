import { statfsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { PGlite, QueryOptions, Results, Transaction } from "@electric-sql/pglite";
import { diskFullCode, recoveringCode } from "@/lib/db/errors";
import { openEmbedded } from "@/lib/db/pglite";
import { log } from "@/lib/log";

const megabyte = 1_048_576;
/** Two files of the log, and what a transaction may add to the tables: below it PostgreSQL could not finish what it begins. */
const reserveBytes = 48 * megabyte;
const againMs = 1_000;
const writing = /\b(insert|update|delete|create|alter|drop|truncate)\b/i;

// Prisma makes errors of its own of these, and keeps their code.
const diskFull = () => Object.assign(new Error("the disk is full"), { code: diskFullCode });
const recovering = () => Object.assign(new Error("the database is recovering"), { code: recoveringCode });

/**
 * The embedded database, which outlives a full disk. It refuses to write while there is little space, because PostgreSQL
 * panics when its log cannot grow, and in this process that would be a standstill for good. Where the disk was filled
 * faster than that, it is opened anew on what the log has, which is everything that was answered.
 */
export class Embedded {
  private current: PGlite | undefined;
  private isClosing = false;

  private constructor(
    private readonly folder: string,
    private readonly reserve: number,
    first: PGlite,
  ) {
    this.current = this.guarded(first);
  }

  /** @throws a sentence for the operator when the disk is full */
  static async open(folder: string, reserve = reserveBytes): Promise<Embedded> {
    if (!hasRoom(folder, reserve)) throw new Error(`The disk of ${folder} is full. Beside needs ${reserve / megabyte} MB free to start.`);
    return new Embedded(folder, reserve, await openEmbedded(folder));
  }

  query = <T>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> =>
    this.on((open) => open.query<T>(sql, values, options), writing.test(sql));

  exec = (sql: string, options?: QueryOptions): Promise<Results[]> => this.on((open) => open.exec(sql, options), true);

  transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => this.on((open) => open.transaction(work), true);

  async close(): Promise<void> {
    this.isClosing = true;
    if (this.current && !this.current.closed) await this.current.close();
  }

  private async on<T>(work: (open: PGlite) => Promise<T>, writes: boolean): Promise<T> {
    const open = this.current;
    if (!open) throw recovering();
    if (writes && !hasRoom(this.folder, this.reserve)) throw diskFull();
    return work(open);
  }

  /** Watches where statements run one after the other: what waits behind a panic would never end. */
  private guarded(open: PGlite): PGlite {
    const oneByOne = open._runExclusiveQuery.bind(open);
    let isBroken = false;
    open._runExclusiveQuery = (work) =>
      oneByOne(async () => {
        if (isBroken) throw recovering();
        try {
          return await work();
        } catch (error) {
          isBroken = (error as { severity?: unknown }).severity === "PANIC";
          if (!isBroken) throw error;
          this.abandon();
          throw recovering();
        }
      });
    return open;
  }

  private abandon(): void {
    this.current = undefined;
    log.error("the database gave up, most likely because its disk is full; it is opened again as soon as there is space");
    void this.reopen();
  }

  private async reopen(): Promise<void> {
    while (!this.current && !this.isClosing) {
      await pause(againMs, undefined, { ref: false });
      if (!hasRoom(this.folder, this.reserve)) continue;
      try {
        this.current = this.guarded(await openEmbedded(this.folder));
        log.warn("the database is open again");
      } catch (error) {
        log.error({ error }, "the database could not be opened again");
      }
    }
  }
}

function hasRoom(folder: string, reserve: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= reserve;
}
