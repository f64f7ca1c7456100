import { setTimeout as pause } from "node:timers/promises";
import { whatsapp } from "@/lib/domain/channels/whatsapp/send";
import * as integrations from "@/lib/domain/integrations";
import { holder } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { confirm, finish, sweep, sweepAtStart, take } from "./queue";
import type { Adapter, DeliveryResult, OutsideChannel, Queued } from "./result";

const adapters: Record<OutsideChannel, Adapter> = { whatsapp };

const pollMs = 1_000;
const sweepMs = 10_000;
const maxRunning = 8;
// Longer than a database takes to be restarted or replaced.
const storeForMs = 10 * 60_000;
const storeIntervalMs = 500;

type Worker = { isStarted: boolean; taking: Promise<void> | undefined; isRequested: boolean; running: Set<Promise<void>> };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The messages that this process is sending to channels outside. */
    outboundWorker: Worker;
  }
}

const worker = () => singleton("outboundWorker", () => ({ isStarted: false, taking: undefined, isRequested: false, running: new Set() }));

/**
 * Sends what is queued: at once for what this process queues, and within a second for the rest. The returned function stops it
 * and waits for the messages that are being sent.
 */
export async function startOutbound(): Promise<() => Promise<void>> {
  const state = worker();
  // Only this process uses an embedded folder, so whatever is still being sent was left by a process that has ended.
  await (holder() ? sweepAtStart() : sweep());
  state.isStarted = true;
  wake();
  const polling = setInterval(wake, pollMs).unref();
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ error }, "the sweep of outgoing messages failed"));
  }, sweepMs).unref();
  return async () => {
    state.isStarted = false;
    clearInterval(polling);
    clearInterval(sweeping);
    await state.taking;
    await Promise.all(state.running);
  };
}

/** Looks for messages that are due. */
export function wake(): void {
  const state = worker();
  if (!state.isStarted) return;
  state.isRequested = true;
  state.taking ??= takeAll(state).finally(() => {
    state.taking = undefined;
  });
}

async function takeAll(state: Worker): Promise<void> {
  try {
    while (state.isStarted && state.isRequested && state.running.size < maxRunning) {
      // Whoever queues a message while the database is asked is heard.
      state.isRequested = false;
      const message = await take();
      if (!message) continue;
      start(state, message);
      state.isRequested = true;
    }
  } catch (error) {
    // The database is away: the next poll tries again.
    if (!isUnavailable(error)) log.error({ error }, "outgoing messages could not be looked for");
  }
}

function start(state: Worker, message: Queued): void {
  const running = attempt(message).finally(() => {
    state.running.delete(running);
    wake();
  });
  state.running.add(running);
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
    return await adapters[message.channel].deliver(message, confirmOnce);
  } catch (error) {
    if (!isUnavailable(error)) log.error({ error, message: message.id }, "an outgoing message failed");
    if (isConfirmed) return { kind: "unknown", reason: "Something went wrong on our side." };
    return { kind: "retry", scope: "message", code: null, reason: "Something went wrong on our side." };
  }
}

/** What the channel answered exists only in memory, so storing it is retried while the database is away. */
async function storeWhenAvailable(store: () => Promise<void>): Promise<void> {
  const until = Date.now() + storeForMs;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error;
    }
    await pause(storeIntervalMs);
  }
}
