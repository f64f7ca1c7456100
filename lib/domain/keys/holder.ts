import { z } from "zod";
import { Plan } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";
import { type Batches, grouped, newBatches } from "@/lib/platform/db/batch";
import { rows } from "@/lib/platform/db/rows";
import { tellChange } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { hashOf, isWellFormed } from "./key";
import { noteUse } from "./used";

const holder = { id: z.uuid(), slug: z.string(), name: z.string(), plan: Plan, keyId: z.uuid() };
const HolderRow = z.strictObject({ ...holder, hash: z.string(), isIdle: z.boolean(), leftMs: z.number().nullable() });
type Holder = Omit<z.output<typeof HolderRow>, "hash" | "isIdle" | "leftMs">;

// A busy key is looked up once a second. What changes keys or plans forgets at once, here and over the bus elsewhere.
// Times here are the monotonic clock's: one that is set back must not keep a key alive.
const rememberedMs = 1_000;
const trustedMs = 24 * 60 * 60 * 1000;
const maxRemembered = 10_000;
type Memory = {
  holders: Map<string, { holder: Holder; until: number }>;
  /** Grows whenever something is forgotten. */
  forgotten: number;
  /** Keys that were live when they were last looked up, and until when that says something about them. */
  lively: Map<string, number>;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    keyHolders: Memory;
    keyLookUps: Batches<string, Found | null>;
  }
}

const memory = () => singleton("keyHolders", () => ({ holders: new Map(), forgotten: 0, lively: new Map() }));

/** The keys of a workspace or its plan changed: every looked-up key of it is forgotten, on every instance. */
export async function forget(workspaceId: string): Promise<void> {
  forgetHere(workspaceId);
  await tellChange(workspaceId);
}

/** Forgets every looked-up key of a workspace, or of all, in this process. */
export function forgetHere(workspaceId?: string): void {
  const { holders } = memory();
  memory().forgotten += 1;
  for (const [hash, { holder }] of holders) if (workspaceId === undefined || holder.id === workspaceId) holders.delete(hash);
}

/**
 * The workspace that a live key belongs to; nothing for any other text. `beforeLookUp` is asked, and may throw, before the
 * database is asked about a key that was not live lately.
 */
export async function holderOf(key: string, beforeLookUp: () => Promise<void>): Promise<Holder | undefined> {
  if (!isWellFormed(key)) return undefined;
  const hash = hashOf(key);
  const known = memory().holders.get(hash);
  if (known && known.until > performance.now()) return known.holder;
  if ((memory().lively.get(hash) ?? 0) <= performance.now()) await beforeLookUp();

  const { forgotten } = memory();
  const asked = performance.now();
  const found = await lookUp(hash);
  // What was looked up before something was forgotten may be what was to be forgotten.
  remember(hash, found, memory().forgotten === forgotten ? asked : undefined);
  if (!found) return undefined;
  if (found.isIdle) noteUse(found.holder.keyId);
  return found.holder;
}

function remember(hash: string, found: Found | undefined, asked: number | undefined): void {
  const { holders, lively } = memory();
  for (const one of [holders, lively]) if (one.size >= maxRemembered) one.clear();
  if (found) lively.set(hash, performance.now() + trustedMs);
  else lively.delete(hash);
  if (found && asked !== undefined)
    holders.set(hash, { holder: found.holder, until: asked + Math.min(rememberedMs, found.leftMs ?? rememberedMs) });
  else holders.delete(hash);
}

/** `leftMs` is how long a key goes on that was replaced, by the clock of the database: the same for all instances. */
type Found = { holder: Holder; isIdle: boolean; leftMs: number | null };

/** Keys that are asked for while a look-up is under way share the next one. */
const lookUp = (hash: string): Promise<Found | undefined> => lookUpInBatch(hash).then((found) => found ?? undefined);

const findAlone = async (hash: string) => (await findTogether([hash]))[0] ?? null;

/** It only reads: a locked row, a full disk or a database that takes no writes stops no key. */
async function findTogether(hashes: string[]): Promise<(Found | null)[]> {
  const holders = await rows(db(), HolderRow)`
    select k.hash, k.id as "keyId", w.id, w.slug, w.name, w.plan::text as plan,
      k.last_used_at is null or abs(extract(epoch from now() - k.last_used_at)) >= 60 as "isIdle",
      (extract(epoch from k.ends_at - now()) * 1000)::float8 as "leftMs"
    from api_key k join workspace w on w.id = k.workspace_id
    where k.hash = any(${hashes}::text[]) and (k.ends_at is null or k.ends_at > now())`;
  const found = new Map(holders.map(({ hash, isIdle, leftMs, ...holder }): [string, Found] => [hash, { holder, isIdle, leftMs }]));
  return hashes.map((hash) => found.get(hash) ?? null);
}

const lookUpInBatch = grouped<string, Found | null>(findTogether, findAlone, {
  batches: () => singleton("keyLookUps", newBatches),
  grouping: () => ({ most: 200, parallel: 1 }),
});
