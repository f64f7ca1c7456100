import type { IncomingMessage, ServerResponse } from "node:http";
import { settled } from "@/lib/domain/calls/send";
import { sweep, sweepAll } from "@/lib/domain/calls/sweep";
import { startRemovalOfDeleted } from "@/lib/domain/contacts";
import * as keys from "@/lib/domain/keys";
import * as requests from "@/lib/domain/request-log";
import { startRemoval } from "@/lib/domain/retention/removal";
import { checkInstallationKey } from "@/lib/domain/secrets/installation-key";
import { finish as finishRefusals } from "@/lib/domain/sessions/refusals";
import { closeStreams, listenStream, lookAgain } from "@/lib/http/stream";
import { listen } from "@/lib/http/v1";
import { close, holder, open } from "@/lib/platform/db";
import { withStartupLock } from "@/lib/platform/db/startup-lock";
import { env } from "@/lib/platform/env";
import { drain } from "@/lib/platform/health";
import { log } from "@/lib/platform/log";
import * as realtime from "@/lib/platform/notify";
import { reach } from "@/lib/platform/redis";
import { runtime } from "@/lib/platform/runtime";

const sweepMs = 10_000;

type NodeHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What server.mjs calls: the endpoints of the public API and the streams (not while developing), and the two steps of stopping. */
    entryPoints: { api: NodeHandler; stream: NodeHandler; drain: () => void; close: () => Promise<void> };
  }
}

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
  if (env().DEMO === "1") {
    const demo = await import("./demo");
    await withStartupLock(demo.start);
  }
  const endings = [startRemoval(), startRemovalOfDeleted()];
  runtime.entryPoints = { api: listen, stream: listenStream, drain: stopTaking, close: () => finish(endings) };
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
