import { setTimeout as pause } from "node:timers/promises";
import { deliveryBy } from "@/lib/channels/registry";
import { holder } from "@/lib/platform/db";
import { isTooSlow, isUnavailable } from "@/lib/platform/db/errors";
import type { Queue } from "@/lib/platform/db/turns";
import * as turns from "@/lib/platform/db/turns";
import { type Job, loop, type Stop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import * as integrations from "@/lib/workspace/integrations";
import { confirm, finish, sweep, sweepAtStart, take } from "./queue";
import type { DeliveryResult, Queued } from "./result";
import { countStatement, nextStatement, sweepStatement } from "./sql";

// Longer than a database takes to be restarted or replaced.
const storeForMs = 10 * 60_000;
const storeIntervalMs = 500;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Whether this process sends messages to channels outside. */
    outboundWorker: { isStarted: boolean };
  }
}

const worker = () => singleton("outboundWorker", () => ({ isStarted: false }));

/** A turn is one message, because sending one takes longer than a turn should. */
export const queue: Queue = {
  name: "outbound",
  places: 16,
  placesEach: 8,
  first: 1,
  max: 1,
  // What was begun has to be finished.
  maxStopMs: 60_000,
  nextStatement,
  sweepStatement,
  countStatement,
  serve,
};

/** Sends what is queued: at once for what this process queues, and within a second for the rest. */
export const jobs: Job[] = [
  loop({
    name: "sweep of outgoing messages",
    everyMs: 10_000,
    async atStart() {
      // Only this process uses an embedded folder, so whatever is still being sent was left by a process that has ended.
      await (holder() ? sweepAtStart() : sweep());
      if (holder()) await turns.makeAllDue([queue]);
    },
    run: () => sweep(),
    failure: "the sweep of outgoing messages failed",
  }),
  { name: queue.name, start: startSending },
];

/** The returned function waits for the messages that are being sent. */
async function startSending(): Promise<Stop> {
  worker().isStarted = true;
  const stop = await turns.serving(queue).start();
  return async () => {
    worker().isStarted = false;
    await stop?.();
  };
}

/** Looks for messages that are due; `workspaceId` has new ones. */
export function wake(workspaceId: string): void {
  if (worker().isStarted) turns.wake(queue, workspaceId);
}

async function serve(workspaceId: string, { max }: turns.Turn): Promise<turns.Served> {
  const { messages, isMore } = await take(workspaceId, max);
  await Promise.all(messages.map(attempt));
  return { count: messages.length, isMore };
}

async function attempt(message: Queued): Promise<void> {
  const { workspaceId, id, channel } = message;
  try {
    const result = await deliver(message);
    metrics.outboundCounted(result.kind);
    await storeWhenAvailable(async () => {
      if (result.kind === "paused") await integrations.pause(workspaceId, channel, result.reason, result);
      await finish(message, result);
    });
  } catch (error) {
    // The sweep will mark the message as unknown.
    log.error({ error, message: id }, "the outcome of an outgoing message could not be kept");
  }
}

/** A bug or a database that is away: before anything was sent the message is tried again, after that nobody knows. */
async function deliver(message: Queued): Promise<DeliveryResult> {
  let isConfirmed = false;
  const confirmOnce = async () => {
    // A process that stops sends nothing any more: another one, or the next start, will.
    isConfirmed = worker().isStarted && (await confirm(message));
    return isConfirmed;
  };
  try {
    return await deliveryBy(message.channel)(message, confirmOnce);
  } catch (error) {
    if (!isUnavailable(error)) log.error({ error, message: message.id }, "an outgoing message failed");
    if (isConfirmed) return { kind: "unknown", reason: "Something went wrong on our side." };
    return { kind: "retry", scope: "message", code: null, reason: "Something went wrong on our side." };
  }
}

/** What the channel answered exists only in memory, so storing it is retried for a while when the database is away or slow. */
async function storeWhenAvailable(store: () => Promise<void>): Promise<void> {
  const until = Date.now() + storeForMs;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!(isUnavailable(error) || isTooSlow(error)) || Date.now() > until) throw error;
    }
    await pause(storeIntervalMs);
  }
}
