import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import * as events from "@/lib/domain/events";
import * as requests from "@/lib/domain/request-log";
import { db } from "@/lib/platform/db";
import { settle } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { alone } from "@/lib/platform/db/single-runner";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { poke } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { DeletedRow, deletedStatement, forgottenStatement, removeStatement } from "./sql";

const everyMs = 20_000;
const atOnce = 100;
const [leastPauseMs, longestPauseMs] = [10, 500];
/** How long it takes that other instances wrote what they had noted. */
const waitMs = 500;

type Deleted = z.output<typeof DeletedRow>;
/** How far the events of a contact were removed, and the chats that were told of it. */
type Place = { from: Date | null; told: Set<string> };

type Job = {
  stopping: AbortController;
  underWay: Promise<void> | undefined;
  isAsked: boolean;
  /** When the oldest contact was deleted that was left when this instance looked last. */
  oldest: Date | undefined;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    contactRemoval: Job;
  }
}

const job = () =>
  singleton("contactRemoval", () => ({ stopping: new AbortController(), underWay: undefined, isAsked: false, oldest: undefined }));

/**
 * Removes what deleted contacts left behind: now, and whenever there may be something again. It begins where a process that
 * was killed stopped. The returned function ends it, and waits for the batch under way.
 */
export function startRemovalOfDeleted(): () => Promise<void> {
  removeSoon();
  const timer = setInterval(removeSoon, everyMs).unref();
  return async () => {
    clearInterval(timer);
    job().stopping.abort();
    await job().underWay;
  };
}

/** A contact was just deleted: its rows go from now on. */
export function removeSoon(): void {
  const held = job();
  held.isAsked = true;
  held.underWay ??= run(held).finally(() => {
    held.underWay = undefined;
  });
}

async function run(held: Job): Promise<void> {
  const { signal } = held.stopping;
  while (held.isAsked && !signal.aborted) {
    held.isAsked = false;
    try {
      if ((await deleted()).length > 0) await alone("deleted contacts", () => removeAll(signal));
    } catch (error) {
      log.error({ error }, "the removal of what deleted contacts left behind failed; it goes on in a while");
    }
  }
}

async function deleted(): Promise<Deleted[]> {
  const found = await rows(db(), DeletedRow)(deletedStatement, atOnce);
  job().oldest = found[0]?.deletedAt;
  return found;
}

/** How long ago the oldest contact was deleted whose rows are not removed yet; for the metrics. */
export function removalAgeSeconds(): number {
  const { oldest } = job();
  return oldest ? Math.max(1, (Date.now() - oldest.getTime()) / 1000) : 0;
}

/**
 * In rounds, a batch of each contact in turn: a long history does not hold up the short ones. A contact that fails is left for
 * the next time, and does not hold up the others.
 */
async function removeAll(signal: AbortSignal): Promise<void> {
  const places = new Map<string, Place>();
  const failed = new Set<string>();
  for (;;) {
    const round = (await deleted()).filter(({ id }) => !failed.has(id));
    if (round.length === 0) return;
    let isWaiting = true;
    for (const contact of round) {
      if (signal.aborted) return;
      const place = places.get(contact.id) ?? { from: null, told: new Set() };
      places.set(contact.id, place);
      const began = performance.now();
      try {
        if (await removeSome(contact, place, signal)) isWaiting = false;
      } catch (error) {
        failed.add(contact.id);
        log.error({ error, contact: contact.id }, "a batch of what a deleted contact left behind could not be removed");
      }
      // The database has twice as long for everything else.
      await pause(Math.min(longestPauseMs, Math.max(leastPauseMs, 2 * (performance.now() - began))));
    }
    if (isWaiting) await pause(waitMs);
  }
}

/** One step. False when there is nothing to do but to wait. */
async function removeSome(contact: Deleted, place: Place, signal: AbortSignal): Promise<boolean> {
  const { workspaceId, id, deletedAt, formerUserId } = contact;
  if (formerUserId !== null && requests.isWritten(deletedAt)) {
    if (!(await requests.forgetWritten(workspaceId, formerUserId, { deletedAt, signal }))) return true;
    await db().$executeRawUnsafe(forgottenStatement, workspaceId, id);
  }
  const { count, reset, last } = await settle(() => events.removeOf(db(), workspaceId, id, place.from));
  if (count > 0) {
    metrics.rowsRemoved("events of deleted contacts", count);
    tell(workspaceId, place, reset);
    place.from = last;
    return true;
  }
  // Rows that somebody held were left out: the next round looks at all of them again.
  const isFromTheFirst = place.from === null;
  place.from = null;
  if (!isFromTheFirst) return true;
  const isGone = (await db().$executeRawUnsafe(removeStatement, workspaceId, id)) > 0;
  if (isGone) metrics.rowsRemoved("deleted contacts", 1);
  return isGone;
}

/** Whoever reads a card of a deleted contact sees that it was deleted from the first moment on; open chats look again once. */
function tell(workspaceId: string, { told }: Place, chats: string[]): void {
  const reset = chats.filter((chat) => !told.has(chat));
  if (reset.length === 0) return;
  for (const chat of reset) told.add(chat);
  poke(workspaceId, { reset });
}
