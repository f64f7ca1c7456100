/**
 * PostgreSQL (PGlite) in a worker thread, behind its wire protocol: the main thread posts what its client sends, and gets
 * what the server answers. It is plain JavaScript, because Node loads a worker's file as it lies there, wherever the
 * bundler has put everything else.
 */
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, protocol } from "@electric-sql/pglite";
import { Messages } from "./messages.mjs";

const { folder, reserveBytes } = workerData;

/**
 * PGlite starts PostgreSQL with `-F`, which would lose answered writes in a power cut. Without it, and with a log that is
 * opened for synchronous writing, a commit is on the disk when it is answered.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["-c", "wal_sync_method=open_datasync", "-c", "timezone=UTC"],
];
const database = await PGlite.create({ dataDir: folder ? join(folder, "pg") : "memory://", startParams });

const terminate = "X".charCodeAt(0);
const lost = 1;
/** The client whose session this is; those before it have gone. */
let client;
let isIdle = true;
let isReadOnly = false;

/** What the server says to whole messages of a client. */
async function run(sent) {
  const answer = new Messages();
  let isReady = false;
  const onRawData = (piece) => {
    for (const message of answer.read(piece)) {
      // It cannot go on, and the library would ask it again and again. What it kept is found when it is opened anew.
      if (message.isFatal) process.exit(lost);
      if (message.isReadOnlyRefusal && isReadOnly) message.sayDiskFull();
      isReady = message.isReady;
      if (isReady) isIdle = message.isIdle;
    }
  };
  await database.execProtocolRawStream(sent, { syncToFs: false, onRawData });
  // The engine broke off in the middle (its stack or its memory ran out), and answers nothing from then on.
  if (!isReady) process.exit(lost);
  return answer.all();
}

const say = (sql) => run(new Uint8Array(protocol.serialize.query(sql)));

/**
 * PostgreSQL panics when its log cannot grow. So it is told to refuse writes while there is little space, between two
 * transactions: what one may add has room in the reserve.
 */
async function watchSpace() {
  if (!folder || !isIdle) return;
  const { bavail, bsize } = statfsSync(folder);
  const isLittle = bavail * bsize < reserveBytes;
  if (isLittle === isReadOnly) return;
  await say(`set default_transaction_read_only = ${isLittle ? "on" : "off"}`);
  isReadOnly = isLittle;
}

/** A client that connects gets a session as on a server, with nothing in it from the one before. */
async function welcome(next) {
  if (client !== undefined) {
    await say("rollback");
    await say("discard all");
    isReadOnly = false;
  }
  client = next;
}

async function handle({ from, sent }) {
  if (!sent) {
    await database.close();
    process.exit(0);
  }
  if (sent[0] === 0) await welcome(from);
  if (from !== client || sent[0] === terminate) return;
  await watchSpace();
  const answer = await run(sent);
  parentPort.postMessage({ to: from, answer }, [answer.buffer]);
}

// One message after the other: the library promises an answer, not that it is there at once.
let last = Promise.resolve();
parentPort.on("message", (message) => {
  last = last.then(() => handle(message)).catch(() => process.exit(lost));
});
parentPort.postMessage("open");
