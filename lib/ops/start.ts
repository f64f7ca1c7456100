import type { IncomingMessage, ServerResponse } from "node:http";
import { waitForCalls } from "@/lib/actions/calls/send";
import { sweep, sweepAtStart } from "@/lib/actions/calls/sweep";
import * as inbound from "@/lib/channels/inbound";
import { startOutbound } from "@/lib/channels/outbound/worker";
import { startRemovalOfUnused } from "@/lib/chats/attachments/removal";
import { startWaking } from "@/lib/chats/wake";
import { startRemovalOfDeleted } from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { startRemovalOfErased } from "@/lib/data/erasure";
import { scheduleDeletion } from "@/lib/data/retention/removal";
import { startPushing } from "@/lib/desk/notifications/push";
import { startIndexing } from "@/lib/desk/search";
import { closeStreams } from "@/lib/http/event-stream";
import { frameAncestors } from "@/lib/http/frame-ancestors";
import { handleFrameStream } from "@/lib/http/frame-stream";
import { admitPage } from "@/lib/http/page-limit";
import { checkStreams, handleNodeStream } from "@/lib/http/stream";
import { handleNodeRequest } from "@/lib/http/v1";
import { handleVisitorStream } from "@/lib/http/visitor-stream";
import { eventMoves } from "@/lib/people/event-moves";
import { close, holder, open } from "@/lib/platform/db";
import { inOpenRequest } from "@/lib/platform/db/on-behalf";
import * as replica from "@/lib/platform/db/replica";
import { withStartupLock } from "@/lib/platform/db/startup-lock";
import * as turns from "@/lib/platform/db/turns";
import { env } from "@/lib/platform/env";
import { drain } from "@/lib/platform/health";
import { log } from "@/lib/platform/log";
import * as realtime from "@/lib/platform/notify";
import { connectRedis } from "@/lib/platform/redis";
import { runtime } from "@/lib/platform/runtime";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import { checkInstallationKey } from "@/lib/workspace/secrets/installation-key";
import { flushRefusals } from "@/lib/workspace/sessions/refusals";
import * as usage from "@/lib/workspace/usage";

const sweepMs = 10_000;
/** What follows an event or a link in steps. Often it is written by a transaction of its own, which wakes nobody. */
const followMs = 1_000;

type NodeHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /**
     * What server.mjs calls: the endpoints of the public API and the streams (not while developing), and the two steps of stopping;
     * and what proxy.ts asks for the policy of a page.
     */
    entryPoints: {
      api: NodeHandler;
      stream: NodeHandler;
      visitorStream: NodeHandler;
      frameStream: NodeHandler;
      frameAncestors: (path: string) => Promise<string | undefined>;
      /** Runs a request that Next handles; of a page only when it is its turn. */
      inPage: <T>(work: () => T) => T;
      admitPage: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
      drain: () => void;
      close: () => Promise<void>;
    };
  }
}

/** Starts everything that lives as long as the process. @throws an error for the operator: environment, folder in use, wrong key */
export async function start(): Promise<void> {
  env();
  await Promise.all([open(), connectRedis()]);
  await checkInstallationKey();
  realtime.listenForAccessChanges(keys.invalidateLocally);
  realtime.listenForAccessChanges(checkStreams);
  realtime.connect();
  // Only this process uses the folder, so every call that is still being sent was left by a process that has ended. On a
  // PostgreSQL server other instances may be sending, and only the age of a call shows that it was abandoned.
  await (holder() ? sweepAtStart() : sweep());
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ error }, "the sweep of action calls failed"));
  }, sweepMs);
  sweeping.unref();
  if (env().DEMO === "1") {
    const demo = await import("./demo");
    await withStartupLock(demo.start);
  }
  const stopTasks = [
    scheduleDeletion(),
    startRemovalOfDeleted(),
    startRemovalOfErased(),
    startRemovalOfUnused(),
    startWaking(),
    ...[...events.queues, eventMoves].map((queue) => turns.start(queue, { pollMs: followMs })),
    startIndexing(),
    startPushing(),
    replica.startWatching(),
    await inbound.startProcessing(),
    await startOutbound(),
  ];
  runtime.entryPoints = {
    api: handleNodeRequest,
    stream: handleNodeStream,
    visitorStream: handleVisitorStream,
    frameStream: handleFrameStream,
    frameAncestors,
    inPage: inOpenRequest,
    admitPage,
    drain: stopAccepting,
    close: () => finish(stopTasks),
  };
}

/** The first step of stopping: the instance is no longer ready, and tabs reconnect to another one. */
function stopAccepting(): void {
  drain();
  closeStreams();
}

/** The last step: background work ends, then the database closes. */
async function finish(stopTasks: (() => Promise<void>)[]): Promise<void> {
  await Promise.all([
    waitForCalls(),
    ...stopTasks.map((stop) => stop()),
    requests.flush(),
    usage.flush(),
    keys.flushUses(),
    flushRefusals(),
  ]);
  await realtime.disconnect();
  await close();
}
