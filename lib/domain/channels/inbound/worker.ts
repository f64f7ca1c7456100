import { setTimeout as pause } from "node:timers/promises";
import { processor as whatsapp } from "@/lib/domain/channels/whatsapp/process";
import type { Channel } from "@/lib/domain/chats/contract";
import { backoffMs } from "@/lib/kernel/backoff";
import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { type Processor, TryLaterError, WaitError } from "./entry";
import { type Lane, type LaneState, lanes, newLane, stored } from "./lanes";
import {
  abandonStatement,
  ClaimedRow,
  claimStatement,
  DueRow,
  dueStatement,
  finishStatement,
  leaseMs,
  postponeStatement,
  renewStatement,
} from "./sql";

/** How often an entry is tried that fails for a reason of its own. */
const maxTries = 8;
const tryAgain = { firstMs: 500, maxMs: 60_000 };
const unavailableMs = 2_000;
const maxDue = 100;
const maxStopMs = 5_000;

/** How the entries of a channel are processed. The website's visitors talk to us directly. */
const processors: Partial<Record<(typeof Channel.options)[number], Processor>> = { whatsapp };

type Sender = { workspaceId: string; sender: string };
type Claimed = ClaimedRow & Sender;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    inbound: { lanes: Record<Lane, LaneState<Sender>>; stopping: AbortController };
  }
}

const state = () => singleton("inbound", () => ({ lanes: { message: newLane(), file: newLane() }, stopping: new AbortController() }));

/** Looks for entries that are due, in the background. */
export function wake(): void {
  for (const lane of ["message", "file"] as const) wakeLane(lane);
}

/** Takes no more entries, and waits for those under way, but not long: whatever is cut off is processed again by the next process. */
export async function stop(): Promise<void> {
  state().stopping.abort();
  const active = Object.values(state().lanes).flatMap((lane) => [...lane.active.values()]);
  await Promise.race([Promise.all(active), pause(maxStopMs, undefined, { ref: false })]);
}

function wakeLane(lane: Lane): void {
  const own = state().lanes[lane];
  own.isRequested = true;
  if (own.isFilling) return;
  own.isFilling = true;
  fill(lane, own)
    .catch((error: unknown) => reportUnlessStopping(error, "waiting messages of channels could not be looked up"))
    .finally(() => {
      own.isFilling = false;
      // A request may have come after the last look at it.
      if (own.isRequested && own.active.size < lanes[lane].parallel && !state().stopping.signal.aborted) wakeLane(lane);
    });
}

/** Starts the senders whose turn it is, until all places are taken or nobody waits. */
async function fill(lane: Lane, own: LaneState<Sender>): Promise<void> {
  const { begins, parallel } = lanes[lane];
  while (own.active.size < parallel && !state().stopping.signal.aborted) {
    const next = own.due.shift();
    if (next) start(lane, own, next);
    else if (own.isRequested) {
      own.isRequested = false;
      own.due = await rows(db(), DueRow)(dueStatement, begins, maxDue);
    } else return;
  }
}

function start(lane: Lane, own: LaneState<Sender>, sender: Sender): void {
  const key = `${sender.workspaceId} ${sender.sender}`;
  if (own.active.has(key)) return;
  const running = processSender(lane, sender)
    .catch((error: unknown) => reportUnlessStopping(error, "the messages of a sender could not be processed"))
    .finally(() => {
      own.active.delete(key);
      // An entry may have been stored after the last look.
      if (!state().stopping.signal.aborted) wakeLane(lane);
    });
  own.active.set(key, running);
}

/** One entry after the other, until none is due or one has to wait. */
async function processSender(lane: Lane, sender: Sender): Promise<void> {
  while (!state().stopping.signal.aborted) {
    const [claimed] = await rows(db(), ClaimedRow)(claimStatement, sender.workspaceId, sender.sender);
    if (!claimed) return;
    const waitMs = await processEntry({ ...claimed, ...sender });
    if (waitMs === undefined) continue;
    setTimeout(() => wakeLane(lane), waitMs + 1).unref();
    return;
  }
}

/** Returns undefined when the entry is done, or after how many milliseconds it is tried again. */
async function processEntry(claimed: Claimed): Promise<number | undefined> {
  const { workspaceId, channel, externalId } = claimed;
  const renewing = setInterval(() => {
    db()
      .$executeRawUnsafe(renewStatement, workspaceId, channel, externalId)
      .catch(() => undefined);
  }, leaseMs / 3).unref();
  try {
    // Every try is counted before it begins, so an entry that ends the process does not do so for ever.
    await (claimed.attempt > maxTries ? giveUp(claimed) : complete(claimed));
    return undefined;
  } catch (error) {
    return await retryOrGiveUp(claimed, error);
  } finally {
    clearInterval(renewing);
  }
}

async function complete(claimed: Claimed): Promise<void> {
  const { workspaceId, channel, externalId } = claimed;
  const following = (await processors[channel]?.process(workspaceId, { ...claimed, entry: externalId })) ?? [];
  await db().$executeRawUnsafe(finishStatement, workspaceId, channel, externalId, JSON.stringify(stored(channel, following)));
  if (following.length > 0) wake();
}

/**
 * While the database is away nothing counts as tried; if not even this can be written, the entry's lease runs out. Logs name the
 * entry by our own id, because WhatsApp's ids contain the customer's phone.
 */
async function retryOrGiveUp(claimed: Claimed, error: unknown): Promise<number | undefined> {
  const uncountedMs = error instanceof WaitError ? error.waitMs : isUnavailable(error) ? unavailableMs : undefined;
  if (uncountedMs !== undefined) {
    await postpone(claimed, { waitMs: uncountedMs, uncounted: 1 });
    return uncountedMs;
  }
  const { attempt, channel, id, workspaceId } = claimed;
  if (attempt < maxTries) {
    const waitMs = Math.round(backoffMs(attempt - 1, tryAgain));
    if (!(error instanceof TryLaterError))
      log.warn({ error, workspaceId, channel, entry: id, attempt }, "an entry of a channel could not be processed; it is tried again");
    await postpone(claimed, { waitMs, uncounted: 0 });
    return waitMs;
  }
  if (!(error instanceof TryLaterError))
    log.error({ error, workspaceId, channel, entry: id }, "an entry of a channel could not be processed; it is kept as unsupported");
  await giveUp(claimed);
  return undefined;
}

async function giveUp(claimed: Claimed): Promise<void> {
  const { workspaceId, channel, externalId, id } = claimed;
  try {
    await processors[channel]?.giveUp(workspaceId, { ...claimed, entry: externalId });
    await db().$executeRawUnsafe(finishStatement, workspaceId, channel, externalId, "[]");
    metrics.inboundCounted("given_up");
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ error, workspaceId, channel, entry: id }, "an entry of a channel could not be kept at all");
    await db().$executeRawUnsafe(abandonStatement, workspaceId, channel, externalId);
    metrics.inboundCounted("abandoned");
  }
}

const postpone = (
  { workspaceId, channel, externalId }: Claimed,
  { waitMs, uncounted }: { waitMs: number; uncounted: number },
): Promise<number> => db().$executeRawUnsafe(postponeStatement, workspaceId, channel, externalId, waitMs, uncounted);

/** While stopping, the database may be closed before the last entry is done. */
function reportUnlessStopping(error: unknown, message: string): void {
  if (!state().stopping.signal.aborted) log.error({ error }, message);
}
