import { once } from "node:events";
import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Pool } from "pg";
import { log } from "@/lib/platform/log";
import { Wire } from "./wire";

const megabyte = 1_048_576;
/** Two files of the log, and what a transaction may add to the tables: below it PostgreSQL could not finish what it begins. */
const defaultReserve = 48 * megabyte;
const serverFile = "lib/platform/db/pglite.mjs";
/** PostgreSQL refuses what nests too deep by itself, as long as its thread has more stack than it thinks. */
const stackSizeMb = 32;
/** How long a statement waits for the session: less than Prisma lets a transaction wait, so that callers hear why. */
const queueMs = 9_000;
const againMs = 1_000;

/** What a server says to a client that connects when it cannot be let in. */
const refusal = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code, severity: "FATAL" });

/** The thread. The bundler packs the file of a `new Worker`, and the engine with it; this one is loaded from where it lies. */
class Server extends Worker {
  constructor(workerData: { folder: string | undefined; reserveBytes: number }) {
    super(join(process.cwd(), serverFile), { workerData, execArgv: [], resourceLimits: { stackSizeMb } });
  }
}

/**
 * The embedded database: PostgreSQL in a worker thread, so that its statements leave the event loop alone, reached by the
 * driver that reaches a server. It has one session. When it gives up (a panic on a full disk, an engine that broke off) its
 * thread ends, and with it the statements under way; the next one starts a thread on what the log has, which is everything
 * that was answered.
 */
export class Embedded {
  readonly pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: queueMs,
    user: "postgres",
    database: "postgres",
    ssl: false,
    stream: () => new Wire(() => this.serving()),
  });
  private server: Promise<Worker> | undefined;
  private isClosing = false;
  private hasGivenUp = false;

  private constructor(
    private readonly folder: string | undefined,
    private readonly reserveBytes: number,
  ) {
    // A session that ends with its thread while nobody uses it: the thread's end is logged.
    this.pool.on("error", () => {});
  }

  /**
   * Opens the database of a folder, or one in memory. It only reads while less than the reserve is free.
   * @throws a sentence for the operator when the disk is full
   */
  static async open(folder?: string, reserveBytes = defaultReserve): Promise<Embedded> {
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const embedded = new Embedded(folder, reserveBytes);
    await embedded.serving();
    return embedded;
  }

  /** One statement with values, or several in one text. */
  query = async <Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }> => {
    const { rows } = await this.pool.query(sql, values);
    return { rows: rows as Row[] };
  };

  /** Lets the server finish, with a checkpoint. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.pool.end();
    const worker = await this.server?.catch(() => undefined);
    if (!worker) return;
    const ended = once(worker, "exit");
    worker.postMessage({});
    await ended;
  }

  private serving(): Promise<Worker> {
    this.server ??= this.start().catch((error: unknown) => {
      setTimeout(() => this.forget(), againMs).unref();
      throw error;
    });
    return this.server;
  }

  private forget(): void {
    this.server = undefined;
  }

  private async start(): Promise<Worker> {
    const { folder, reserveBytes } = this;
    if (folder && !hasRoom(folder, reserveBytes)) {
      const needed = reserveBytes / megabyte;
      throw refusal("53100", `The disk of ${folder} is full. Beside needs ${needed} MB free to start.`);
    }
    const worker = new Server({ folder, reserveBytes });
    return new Promise((resolve, reject) => {
      let isOpen = false;
      let cause: unknown;
      worker.once("message", () => {
        isOpen = true;
        if (this.hasGivenUp) log.warn("the database is open again");
        resolve(worker);
      });
      worker.on("error", (error) => {
        cause = error;
      });
      worker.once("exit", () => {
        if (!isOpen) return reject(refusal("57P03", `The database ${folder ?? "in memory"} could not be opened: ${String(cause)}`, cause));
        this.forget();
        if (this.isClosing) return;
        this.hasGivenUp = true;
        log.error({ error: cause }, "the database gave up, most likely because its disk is full; it is opened again when it is needed");
      });
    });
  }
}

function hasRoom(folder: string, reserve: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= reserve;
}
