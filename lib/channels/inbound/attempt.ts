import { recordOf } from "@/lib/channels/registry";
import { backoffMs } from "@/lib/kernel/backoff";
import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { run } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { type Entry, TryLaterError, WaitError } from "./entry";
import { abandonStatement, type EntryRow, postponeStatement } from "./sql";

/** How often an entry is tried that fails for a reason of its own. */
const maxTries = 8;
const tryAgain = { firstMs: 500, maxMs: 60_000 };
const unavailableMs = 2_000;

/** An entry whose try has begun. */
type Begun = EntryRow & { workspaceId: string };

/**
 * What became of a try: `done` with what follows from the entry, which is still to be ended; `postponed` to another try; or `ended`, when
 * nothing could be kept of it.
 */
type Outcome = { kind: "done"; following: Entry[]; isGivenUp: boolean } | { kind: "postponed" } | { kind: "ended" };

/** One try. Every try is counted before it begins, so an entry that ends the process does not do so for ever. */
export async function attempt(entry: Begun): Promise<Outcome> {
  try {
    if (entry.attempt > maxTries) return await giveUp(entry);
    const { workspaceId, channel, externalId } = entry;
    const following = (await recordOf(channel).inbound?.process(workspaceId, { ...entry, entry: externalId })) ?? [];
    return { kind: "done", following, isGivenUp: false };
  } catch (error) {
    return retryOrGiveUp(entry, error);
  }
}

/**
 * While the database is away nothing counts as tried; if not even this can be written, the entry's lease runs out. Logs name the
 * entry by our own id, because a channel's may contain the customer's phone.
 */
async function retryOrGiveUp(entry: Begun, error: unknown): Promise<Outcome> {
  const uncountedMs = error instanceof WaitError ? error.waitMs : isUnavailable(error) ? unavailableMs : undefined;
  if (uncountedMs !== undefined) return postpone(entry, { waitMs: uncountedMs, uncounted: 1 });
  const { attempt, channel, id, workspaceId } = entry;
  if (attempt < maxTries) {
    const waitMs = Math.round(backoffMs(attempt - 1, tryAgain));
    if (!(error instanceof TryLaterError))
      log.warn({ error, workspaceId, channel, entry: id, attempt }, "an entry of a channel could not be processed; it is tried again");
    return postpone(entry, { waitMs, uncounted: 0 });
  }
  if (!(error instanceof TryLaterError))
    log.error({ error, workspaceId, channel, entry: id }, "an entry of a channel could not be processed; it is kept as unsupported");
  return giveUp(entry);
}

async function giveUp(entry: Begun): Promise<Outcome> {
  const { workspaceId, channel, externalId, id } = entry;
  try {
    await recordOf(channel).inbound?.giveUp(workspaceId, { ...entry, entry: externalId });
    return { kind: "done", following: [], isGivenUp: true };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ error, workspaceId, channel, entry: id }, "an entry of a channel could not be kept at all");
    await run(db(), abandonStatement)(workspaceId, channel, externalId);
    metrics.inboundCounted("abandoned");
    return { kind: "ended" };
  }
}

async function postpone(
  { workspaceId, channel, externalId }: Begun,
  { waitMs, uncounted }: { waitMs: number; uncounted: number },
): Promise<Outcome> {
  await run(db(), postponeStatement)(workspaceId, channel, externalId, waitMs, uncounted);
  return { kind: "postponed" };
}
