import { db } from "@/lib/platform/db";
import { isDistributed } from "@/lib/platform/db/citus";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import { buffer } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/runtime";

const minIntervalMs = 60_000;
const lockTimeoutMs = 500;

type Uses = {
  /** When this process last noted each key, by the monotonic clock. */
  noted: Map<string, number>;
  isFailing: boolean;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    keyUses: Uses;
  }
}

const uses = () => singleton("keyUses", () => ({ noted: new Map(), isFailing: false }));

/** One batch at a time is written, so that at most one connection is used. */
const waiting = buffer({
  name: "last use of keys",
  everyMs: 500,
  empty: () => new Map<string, Date>(),
  write,
  failed: onError,
});
export const jobs = [waiting];
export const flushUses = waiting.flush;

/**
 * Notes that a key was used now. "Last used" has a precision of one minute, so a busy key is written once a minute. It is
 * written later, in a batch with other keys, and no call waits for the write.
 */
export function noteUse(keyId: string): void {
  const { noted } = uses();
  const now = performance.now();
  if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < minIntervalMs) return;
  noted.set(keyId, now);
  waiting.collect().set(keyId, currentTime());
}

async function write(used: Map<string, Date>): Promise<void> {
  const { noted } = uses();
  const now = performance.now();
  for (const [keyId, at] of noted) if (now - at >= minIntervalMs) noted.delete(keyId);
  if (used.size === 0) return;
  const [ids, times] = [[...used.keys()], [...used.values()]];
  if (isDistributed()) await writeOnAllNodes(ids, times.at(-1) ?? currentTime());
  else await writeAll(ids, times);
  if (uses().isFailing) log.warn("the last use of keys can be written again");
  uses().isFailing = false;
}

async function writeAll(ids: string[], times: Date[]): Promise<void> {
  // A locked row is skipped, so that it does not delay the other keys; the timeout is for a locked table.
  await db().$transaction(async (tx) => {
    await run(tx, { scope: "everywhere" })`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
    await run(tx, { scope: "everywhere" })`
      with idle as (
        select k.id, u.at from unnest(${ids}::uuid[], ${times.map((at) => at.toISOString())}::timestamptz[]) as u(id, at) join api_key k on k.id = u.id
        where k.last_used_at is null or abs(extract(epoch from u.at - k.last_used_at)) * 1000 >= ${minIntervalMs}::int
        for update of k skip locked
      )
      update api_key k set last_used_at = idle.at from idle where k.id = idle.id`;
  });
}

/**
 * Every node has the keys, and Citus skips no locked rows there. A write costs as much as a transaction over all nodes, so the keys have
 * it together, with one time: that of the last use.
 */
async function writeOnAllNodes(ids: string[], at: Date): Promise<void> {
  const before = new Date(at.getTime() - minIntervalMs);
  const isDue = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] };
  await db().apiKey.updateMany({ where: { id: { in: ids }, ...isDue }, data: { lastUsedAt: at } });
}

/** Best effort: API calls work while the disk is full or the database is read-only. Logged once, not for every key. */
function onError(error: unknown): void {
  const state = uses();
  if (!state.isFailing) log.warn({ error }, "the last use of keys cannot be written");
  state.isFailing = true;
}
