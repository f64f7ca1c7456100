/**
 * PostgreSQL (PGlite) in a worker thread, behind its wire protocol: the main thread posts what its client sends, and gets the
 * server's replies. It is plain JavaScript, because Node loads a worker's file as it is, without the bundler.
 */
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, protocol } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Messages } from "./messages.mjs";

const { folder, reserveBytes } = workerData;

/**
 * PGlite starts PostgreSQL with `-F`, which would lose acknowledged writes in a power cut. Without it, and with a log that is
 * opened for synchronous writing, a commit is on the disk when it is acknowledged.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["-c", "wal_sync_method=open_datasync", "-c", "timezone=UTC"],
];
// Their files are loaded at every start; a migration creates them in the database.
const extensions = { pg_trgm, btree_gin };
const database = await PGlite.create({ dataDir: folder ? join(folder, "pg") : "memory://", startParams, extensions });

const terminate = "X".charCodeAt(0);
const crashed = 1;
/** The client that owns the session; earlier ones have disconnected. */
let client;
let isIdle = true;
let isReadOnly = false;

/** Returns the server's reply to complete messages of a client. */
async function run(sent) {
  const reply = new Messages();
  let isReady = false;
  const onRawData = (chunk) => {
    for (const message of reply.read(chunk)) {
      // It cannot go on, and the library would retry endlessly. Committed data is recovered when it is opened again.
      if (message.isFatal) process.exit(crashed);
      if (message.isReadOnlyError && isReadOnly) message.markDiskFull();
      isReady = message.isReady;
      if (isReady) isIdle = message.isIdle;
    }
  };
  await database.execProtocolRawStream(sent, { syncToFs: false, onRawData });
  // The engine aborted (its stack or its memory ran out), and does not reply from then on.
  if (!isReady) process.exit(crashed);
  return reply.all();
}

const execute = (sql) => run(new Uint8Array(protocol.serialize.query(sql)));

/**
 * PostgreSQL panics when its log cannot grow. So it is set to read-only while there is little space. That happens between two
 * transactions: the reserve has room for what one may add.
 */
async function checkDiskSpace() {
  if (!folder || !isIdle) return;
  const { bavail, bsize } = statfsSync(folder);
  const isLow = bavail * bsize < reserveBytes;
  if (isLow === isReadOnly) return;
  await execute(`set default_transaction_read_only = ${isLow ? "on" : "off"}`);
  isReadOnly = isLow;
}

/** A client that connects gets a fresh session, as on a server. */
async function startSession(next) {
  if (client !== undefined) {
    await execute("rollback");
    await execute("discard all");
    isReadOnly = false;
  }
  client = next;
}

async function handle({ from, sent }) {
  if (!sent) {
    await database.close();
    process.exit(0);
  }
  if (sent[0] === 0) await startSession(from);
  if (from !== client || sent[0] === terminate) return;
  await checkDiskSpace();
  const reply = await run(sent);
  parentPort.postMessage({ to: from, reply }, [reply.buffer]);
}

// One message after the other: the library is asynchronous.
let last = Promise.resolve();
parentPort.on("message", (message) => {
  last = last.then(() => handle(message)).catch(() => process.exit(crashed));
});
parentPort.postMessage("open");
