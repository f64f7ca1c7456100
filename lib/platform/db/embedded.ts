import { once } from "node:events";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { makeFolder } from "@/lib/platform/folder";
import { log } from "@/lib/platform/log";
import { FairPool } from "./pool";
import { Wire } from "./wire";

const megabyte = 1_048_576;
/** Two files of the log, and what a transaction may add to the tables: with less, PostgreSQL might not finish a transaction. */
const defaultReserve = 48 * megabyte;
const serverFile = "lib/platform/db/pglite.mjs";
/** PostgreSQL itself rejects statements that nest too deep, as long as its thread has more stack than its limit assumes. */
const stackSizeMb = 32;
/** How long a statement waits for the session: less than Prisma lets a transaction wait, so that callers get this error. */
const queueTimeoutMs = 9_000;
const retryMs = 1_000;

/** An error as a server sends it when it rejects a connection. */
const connectionError = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code, severity: "FATAL" });

/** The thread. The bundler would pack the file of a plain `new Worker`, and the engine with it; this one is loaded from its path. */
class Server extends Worker {
  constructor(workerData: { folder: string | undefined; reserveBytes: number }) {
    super(join(process.cwd(), serverFile), { workerData, execArgv: [], resourceLimits: { stackSizeMb } });
  }
}

/**
 * The embedded database: PostgreSQL in a worker thread, so that its statements do not block the event loop, used through the
 * same driver as a server. It has one session. When it crashes (a panic on a full disk, an aborted engine) its thread ends,
 * and with it the running statements; the next one starts a new thread, which recovers every acknowledged write from the log.
 */
export class Embedded {
  readonly pool = new FairPool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: queueTimeoutMs,
    user: "postgres",
    database: "postgres",
    ssl: false,
    stream: () => new Wire(() => this.runningWorker()),
  });
  private server: Promise<Worker> | undefined;
  private isClosing = false;
  private hasCrashed = false;

  private constructor(
    private readonly folder: string | undefined,
    private readonly reserveBytes: number,
  ) {
    // An idle session that ends with its thread reports an error here; the thread's end is logged already.
    this.pool.on("error", () => {});
  }

  /**
   * Opens the database of a folder, or one in memory. It is read-only while less than the reserve is free.
   * @throws an error for the operator when the disk is full
   */
  static async open(folder?: string, reserveBytes = defaultReserve): Promise<Embedded> {
    if (folder) makeFolder(folder);
    const embedded = new Embedded(folder, reserveBytes);
    await embedded.runningWorker();
    return embedded;
  }

  /** One statement with values, or several in one text. */
  query = async <Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }> => {
    const { rows } = await this.pool.query(sql, values);
    return { rows: rows as Row[] };
  };

  /** Shuts the server down, with a checkpoint. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.pool.end();
    const worker = await this.server?.catch(() => undefined);
    if (!worker) return;
    const ended = once(worker, "exit");
    worker.postMessage({});
    await ended;
  }

  private runningWorker(): Promise<Worker> {
    this.server ??= this.start().catch((error: unknown) => {
      setTimeout(() => this.forget(), retryMs).unref();
      throw error;
    });
    return this.server;
  }

  private forget(): void {
    this.server = undefined;
  }

  private async start(): Promise<Worker> {
    const { folder, reserveBytes } = this;
    if (folder && !hasSpace(folder, reserveBytes)) {
      const needed = reserveBytes / megabyte;
      throw connectionError("53100", `The disk of ${folder} is full. Beside needs ${needed} MB free to start.`);
    }
    const worker = new Server({ folder, reserveBytes });
    return new Promise((resolve, reject) => {
      let isOpen = false;
      let cause: unknown;
      worker.once("message", () => {
        isOpen = true;
        if (this.hasCrashed) log.warn("the database is open again");
        resolve(worker);
      });
      worker.on("error", (error) => {
        cause = error;
      });
      worker.once("exit", () => {
        if (!isOpen)
          return reject(connectionError("57P03", `The database ${folder ?? "in memory"} could not be opened: ${String(cause)}`, cause));
        this.forget();
        if (this.isClosing) return;
        this.hasCrashed = true;
        log.error({ error: cause }, "the database gave up, most likely because its disk is full; it is opened again when it is needed");
      });
    });
  }
}

function hasSpace(folder: string, reserve: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= reserve;
}
