import type { IncomingMessage, ServerResponse } from "node:http";
import * as calls from "@/lib/actions/calls/sweep";
import * as inbound from "@/lib/channels/inbound";
import * as outbound from "@/lib/channels/outbound/worker";
import * as scheduled from "@/lib/channels/scheduled/sending";
import * as attachments from "@/lib/chats/attachments/removal";
import * as comeBack from "@/lib/chats/come-back";
import * as snoozes from "@/lib/chats/wake";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import * as erasure from "@/lib/data/erasure";
import * as imports from "@/lib/data/imports";
import * as retention from "@/lib/data/retention/removal";
import * as push from "@/lib/desk/notifications/push";
import * as search from "@/lib/desk/search";
import { admitPage } from "@/lib/http/limits/page-limit";
import { frameAncestors } from "@/lib/http/pages/frame-ancestors";
import { closeStreams } from "@/lib/http/streams/event-stream";
import { frameStream } from "@/lib/http/streams/frame-stream";
import * as online from "@/lib/http/streams/online";
import { checkStreams, stream } from "@/lib/http/streams/stream";
import { visitorStream } from "@/lib/http/streams/visitor-stream";
import { handleNodeRequest } from "@/lib/http/v1";
import * as moves from "@/lib/people/event-moves";
import { close, open } from "@/lib/platform/db";
import { inOpenRequest } from "@/lib/platform/db/on-behalf";
import * as replica from "@/lib/platform/db/replica";
import { withStartupLock } from "@/lib/platform/db/startup-lock";
import { env } from "@/lib/platform/env";
import { drain } from "@/lib/platform/health";
import { type Job, type Stop, startAll } from "@/lib/platform/jobs";
import * as realtime from "@/lib/platform/notify";
import { connectRedis } from "@/lib/platform/redis";
import { runtime } from "@/lib/platform/runtime";
import * as webhooks from "@/lib/webhooks/sending";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import { checkInstallationKey } from "@/lib/workspace/secrets/installation-key";
import * as refusals from "@/lib/workspace/sessions/refusals";
import * as usage from "@/lib/workspace/usage";

type NodeHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /**
     * What server.mjs calls: the endpoints of the public API and the streams (not while developing), and the two steps of stopping;
     * and what proxy.ts asks for the policy of a page.
     */
    entryPoints: {
      api: NodeHandler;
      /** By the paths of their contracts. */
      streams: Record<string, NodeHandler>;
      frameAncestors: (path: string) => Promise<string | undefined>;
      /** Runs a request that Next handles; of a page only when it is its turn. */
      inPage: <T>(work: () => T) => T;
      admitPage: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
      drain: () => void;
      close: () => Promise<void>;
    };
  }
}

/** What runs in the background, in the order in which it starts. */
const jobs: readonly Job[] = [
  ...calls.jobs,
  { name: "demo", start: startDemo },
  ...retention.jobs,
  ...contacts.jobs,
  ...erasure.jobs,
  ...attachments.jobs,
  ...snoozes.jobs,
  ...online.jobs,
  ...comeBack.jobs,
  ...events.jobs,
  ...moves.jobs,
  ...search.jobs,
  ...push.jobs,
  ...replica.jobs,
  ...inbound.jobs,
  ...outbound.jobs,
  ...scheduled.jobs,
  ...webhooks.jobs,
  ...imports.jobs,
  ...requests.jobs,
  ...usage.jobs,
  ...keys.jobs,
  ...refusals.jobs,
];

/** Starts everything that lives as long as the process. @throws an error for the operator: environment, folder in use, wrong key */
export async function start(): Promise<void> {
  env();
  await Promise.all([open(), connectRedis()]);
  await checkInstallationKey();
  realtime.listenForAccessChanges(keys.invalidateLocally);
  realtime.listenForAccessChanges(checkStreams);
  realtime.connect();
  const stop = await startAll(jobs);
  runtime.entryPoints = {
    api: handleNodeRequest,
    streams: Object.fromEntries([stream, visitorStream, frameStream].map(({ contract, handle }) => [contract.path, handle])),
    frameAncestors,
    inPage: inOpenRequest,
    admitPage,
    drain: stopAccepting,
    close: () => finish(stop),
  };
}

async function startDemo(): Promise<undefined> {
  if (env().DEMO !== "1") return;
  const demo = await import("./demo");
  await withStartupLock(demo.start);
}

/** The first step of stopping: the instance is no longer ready, and tabs reconnect to another one. */
function stopAccepting(): void {
  drain();
  closeStreams();
}

/** The last step: background work ends, then the database closes. */
async function finish(stop: Stop): Promise<void> {
  await stop();
  await realtime.disconnect();
  await close();
}
