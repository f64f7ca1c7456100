import { z } from "zod";
import { Plan } from "@/lib/kernel/contract";
import { dayMs } from "@/lib/kernel/durations";
import { rawClient } from "@/lib/platform/db";
import { type BatchesByShard, batched, newQueues } from "@/lib/platform/db/batch";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { notifyAccessChange } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { hashOf, isWellFormed } from "./key";
import { noteUse } from "./last-used";

const holder = { id: z.uuid(), slug: z.string(), name: z.string(), plan: Plan, keyId: z.uuid() };
const HolderRow = z.strictObject({ ...holder, hash: z.string(), isIdle: z.boolean(), leftMs: z.number().nullable() });
type Holder = Omit<z.output<typeof HolderRow>, "hash" | "isIdle" | "leftMs">;

// A busy key is looked up once a second. A change of keys or plans invalidates the cache at once: here directly, on other
// instances over the bus. Times are monotonic, because a system clock that is set back must not keep a key alive.
const cacheTtlMs = 1_000;
const recentlyLiveMs = dayMs;
const maxCached = 10_000;
type KeyCache = {
  holders: Map<string, { holder: Holder; until: number }>;
  /** Incremented by every invalidation. */
  generation: number;
  /** Keys that were live at their last look-up, and until when they count as live lately. */
  recentlyLive: Map<string, number>;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    keyHolders: KeyCache;
    keyLookUps: BatchesByShard<string, Found | null>;
  }
}

const cache = () => singleton("keyHolders", () => ({ holders: new Map(), generation: 0, recentlyLive: new Map() }));

/** Removes a workspace's keys from the cache of every instance, after its keys or its plan changed. */
export async function invalidateKeys(workspaceId: string): Promise<void> {
  invalidateLocally(workspaceId);
  await notifyAccessChange(workspaceId);
}

/** Removes the keys of a workspace, or of all workspaces, from the cache of this process. */
export function invalidateLocally(workspaceId?: string): void {
  const { holders } = cache();
  cache().generation += 1;
  for (const [hash, { holder }] of holders) if (workspaceId === undefined || holder.id === workspaceId) holders.delete(hash);
}

/**
 * The workspace that a live key belongs to; undefined for any other text. `beforeLookUp` runs, and may throw, before the
 * database is queried for a key that was not live lately.
 */
export async function holderOf(key: string, beforeLookUp: () => Promise<void>): Promise<Holder | undefined> {
  if (!isWellFormed(key)) return undefined;
  const hash = hashOf(key);
  const known = cache().holders.get(hash);
  if (known && known.until > performance.now()) return known.holder;
  if ((cache().recentlyLive.get(hash) ?? 0) <= performance.now()) await beforeLookUp();

  const { generation } = cache();
  const lookedUpAt = performance.now();
  const found = await lookUp(hash);
  // A result that was read before an invalidation may be stale, so it is not cached.
  cacheHolder(hash, found, cache().generation === generation ? lookedUpAt : undefined);
  if (!found) return undefined;
  if (found.isIdle) noteUse(found.holder.keyId);
  return found.holder;
}

function cacheHolder(hash: string, found: Found | undefined, lookedUpAt: number | undefined): void {
  const { holders, recentlyLive } = cache();
  for (const map of [holders, recentlyLive]) if (map.size >= maxCached) map.clear();
  if (found) recentlyLive.set(hash, performance.now() + recentlyLiveMs);
  else recentlyLive.delete(hash);
  if (found && lookedUpAt !== undefined)
    holders.set(hash, { holder: found.holder, until: lookedUpAt + Math.min(cacheTtlMs, found.leftMs ?? cacheTtlMs) });
  else holders.delete(hash);
}

/** `leftMs` is how long a replaced key still works, by the database clock, which all instances share. */
type Found = { holder: Holder; isIdle: boolean; leftMs: number | null };

/** Keys requested while a look-up is in flight share the next one. */
const lookUp = (hash: string): Promise<Found | undefined> => lookUpBatched(hash).then((found) => found ?? undefined);

const findSingle = async (hash: string) => (await findTogether([hash]))[0] ?? null;

/** `$1` the hashes of keys. */
const holdersStatement = statement({ row: HolderRow, scope: "everywhere" })`
select k.hash, k.id as "keyId", w.id, w.slug, w.name, w.plan::text as plan,
  k.last_used_at is null or abs(extract(epoch from now() - k.last_used_at)) >= 60 as "isIdle",
  (extract(epoch from k.ends_at - now()) * 1000)::float8 as "leftMs"
from api_key k join workspace w on w.id = k.workspace_id
where k.hash = any($1::text[]) and (k.ends_at is null or k.ends_at > now())
`;

/** Only reads, so that keys work while a row is locked, the disk is full or the database accepts no writes. */
async function findTogether(hashes: string[]): Promise<(Found | null)[]> {
  const holders = await rows(rawClient, holdersStatement)(hashes);
  const found = new Map(holders.map(({ hash, isIdle, leftMs, ...holder }): [string, Found] => [hash, { holder, isIdle, leftMs }]));
  return hashes.map((hash) => found.get(hash) ?? null);
}

const lookUpBatched = batched<string, Found | null>(findTogether, findSingle, {
  queues: () => singleton("keyLookUps", newQueues),
  options: () => ({ max: 200, parallel: 1 }),
});
