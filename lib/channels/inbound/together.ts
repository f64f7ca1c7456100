import { recordOf } from "@/lib/channels/registry";
import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import type { Attempt } from "./entry";
import { type EntryRow, followersStatement } from "./sql";

type Together = {
  /** The first entries of different senders, of which the first one counts as tried. */
  entries: readonly EntryRow[];
  /** How many of a sender's may be processed. */
  each: number;
};

/**
 * Processes and ends at once what can be, of the senders of one channel whose first entries a turn has taken: each statement is for all of them. Where few
 * senders wait, also what they sent next, which nobody else takes before their first entry has ended. Returns the ids of the first
 * entries that ended, and how many ended in all; the others are to be processed one by one. What was tried before is always, so that an
 * entry that ends the process, or fails, holds up others once.
 */
export async function processTogether(workspaceId: string, { entries, each }: Together): Promise<{ ended: Set<string>; count: number }> {
  const none = { ended: new Set<string>(), count: 0 };
  const [begun, ...others] = entries;
  if (!begun || begun.attempt > 1) return none;
  const untried = [begun, ...others.filter(({ attempt, channel }) => attempt === 0 && channel === begun.channel)];
  if (untried.length === 1 && each === 1) return none;
  try {
    const senders = await withFollowers(workspaceId, untried, each);
    const done = (await recordOf(begun.channel).inbound?.processTogether?.(workspaceId, senders)) ?? new Set();
    return { ended: new Set(untried.flatMap(({ id, externalId }) => (done.has(externalId) ? [id] : []))), count: done.size };
  } catch (error) {
    if (!isUnavailable(error))
      log.warn({ error, workspaceId }, "entries of a channel could not be processed together; they are processed one by one");
    return none;
  }
}

async function withFollowers(workspaceId: string, first: readonly EntryRow[], each: number): Promise<Attempt[][]> {
  const senders = first.map(({ position }) => position);
  const firstIds = first.map(({ id }) => id);
  const next = each > 1 ? await rows(db(), followersStatement)(workspaceId, senders, firstIds, each - 1) : [];
  return first.map((entry) => {
    const own = next.filter(({ position }) => position === entry.position);
    const tried = own.findIndex(({ attempt }) => attempt > 0);
    return [entry, ...own.slice(0, tried === -1 ? undefined : tried)].map(attemptOf);
  });
}

const attemptOf = (entry: EntryRow): Attempt => ({ ...entry, entry: entry.externalId, attempt: 1 });
