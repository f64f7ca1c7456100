import { settled } from "@/lib/domain/calls/send";
import { sweep, sweepAll } from "@/lib/domain/calls/sweep";
import { startRemovalOfDeleted } from "@/lib/domain/contacts";
import * as keys from "@/lib/domain/keys";
import * as requests from "@/lib/domain/request-log";
import { startRemoval } from "@/lib/domain/retention/removal";
import { checkInstallationKey } from "@/lib/domain/secrets/installation-key";
import { finish as finishRefusals } from "@/lib/domain/sessions/refusals";
import { closeStreams, listenStream, lookAgain, openStreams } from "@/lib/http/stream";
import { listen } from "@/lib/http/v1";
import { close, holder, open } from "@/lib/platform/db";
import { inTurn } from "@/lib/platform/db/startup-lock";
import { env } from "@/lib/platform/env";
import { drain } from "@/lib/platform/health";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import * as realtime from "@/lib/platform/notify";
import { reach } from "@/lib/platform/redis";

const sweepMs = 10_000;

/** Starts what lives as long as the process. @throws a sentence for the operator: environment, folder in use, wrong key */
export async function start(): Promise<void> {
  env();
  await Promise.all([open(), reach()]);
  await checkInstallationKey();
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
    const demo = await import("./demo");
    await inTurn(demo.start);
  }
  const endings = [startRemoval(), startRemovalOfDeleted()];
  Object.assign(globalThis, {
    [Symbol.for("beside.api")]: listen,
    [Symbol.for("beside.stream")]: listenStream,
    [Symbol.for("beside.stop")]: { drain: stopTaking, close: () => finish(endings) },
  });
}

/** The first step of stopping: nothing new is to come here, and tabs go elsewhere. */
function stopTaking(): void {
  drain();
  closeStreams();
}

/** The last step: what runs in the background ends, then the database closes. */
async function finish(endings: (() => Promise<void>)[]): Promise<void> {
  await Promise.all([settled(), ...endings.map((end) => end()), requests.flush(), keys.flushUses(), finishRefusals()]);
  await realtime.leave();
  await close();
}
