import { settled } from "@/lib/actions/deliver";
import { sweep, sweepAll } from "@/lib/actions/sweep";
import { close, db, holder, open } from "@/lib/db";
import { settle } from "@/lib/db/errors";
import { inTurn } from "@/lib/db/in-turn";
import { env } from "@/lib/env";
import { drain } from "@/lib/health";
import * as keys from "@/lib/keys";
import { log } from "@/lib/log";
import * as metrics from "@/lib/metrics";
import * as realtime from "@/lib/realtime";
import { reach } from "@/lib/redis";
import * as requests from "@/lib/requests";
import { startRemoval } from "@/lib/retention/removal";
import { isKeyOf, newKeyCheck } from "@/lib/seal";
import { finish as finishRefusals } from "@/lib/sessions/refusals";
import { closeStreams, listenStream, lookAgain, openStreams } from "./stream";
import { listen } from "./v1";

const sweepMs = 10_000;

/** Starts what lives as long as the process. @throws a sentence for the operator: environment, folder in use, wrong key */
export async function start(): Promise<void> {
  env();
  await Promise.all([open(), reach()]);
  await checkSecretKey();
  realtime.listenForChanges(keys.forgetHere);
  realtime.listenForChanges(lookAgain);
  realtime.join();
  // The folder is this process's alone, so whatever is still being sent was being sent by one that is gone. Beside a
  // PostgreSQL server other instances may be sending, and only time tells.
  await (holder() ? sweepAll() : sweep());
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ error }, "the sweep of action calls failed"));
  }, sweepMs);
  sweeping.unref();
  metrics.gauge("beside_open_streams", "Streams of open tabs.", openStreams);
  if (env().DEMO === "1") {
    const demo = await import("@/prisma/demo");
    await inTurn(demo.start);
  }
  const endRemoval = startRemoval();
  Object.assign(globalThis, {
    [Symbol.for("beside.api")]: listen,
    [Symbol.for("beside.stream")]: listenStream,
    [Symbol.for("beside.stop")]: { drain: stopTaking, close: () => finish(endRemoval) },
  });
}

/** The first step of stopping: nothing new is to come here, and tabs go elsewhere. */
function stopTaking(): void {
  drain();
  closeStreams();
}

/** The last step: what runs in the background ends, then the database closes. */
async function finish(endRemoval: () => Promise<void>): Promise<void> {
  await Promise.all([settled(), endRemoval(), requests.finish(), finishRefusals()]);
  await realtime.leave();
  await close();
}

/** A key that did not seal the secrets in the database could not open them: better to stop than to fail at the first press. */
async function checkSecretKey(): Promise<void> {
  const create = { id: 1, keyCheck: newKeyCheck() };
  // Of several instances on an empty database one writes the row; the others find it at the next try.
  const row = await settle(() => db().installation.upsert({ where: { id: 1 }, create, update: {} }));
  if (isKeyOf(row.keyCheck)) return;
  throw new Error("SECRET_KEY is not the key that sealed the secrets in this database. Start with the one that was used before.");
}
