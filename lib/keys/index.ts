import { db } from "@/lib/db";
import { grouped } from "@/lib/db/group";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { once } from "@/lib/once";
import type { Plan } from "@/lib/workspaces/contract";
import { hashOf, isWellFormed, newKey } from "./key";

const visible = { id: true, name: true, prefix: true, lastFour: true, createdAt: true, lastUsedAt: true } as const;
const prefixLength = 10;
const usedStepMs = 60_000;

export async function list(workspaceId: string) {
  return { keys: await db().apiKey.findMany({ where: { workspaceId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }], select: visible }) };
}

function mint() {
  const secret = newKey();
  return { secret, kept: { hash: hashOf(secret), prefix: secret.slice(0, prefixLength), lastFour: secret.slice(-4) } };
}

/** Makes a key; `secret` is the only time it is seen. */
export async function create(workspaceId: string, { name }: { name: string }) {
  const { secret, kept } = mint();
  const key = await db().apiKey.create({ data: { id: newId(), workspaceId, name, createdAt: new Date(), ...kept }, select: visible });
  return { key, secret };
}

/** Replaces a key; the old one stops at once. @throws not_found */
export async function rotate(workspaceId: string, id: string) {
  const { secret, kept } = mint();
  const fresh = { ...kept, createdAt: new Date(), lastUsedAt: null };
  const [key] = await db().apiKey.updateManyAndReturn({ where: { id, workspaceId }, data: fresh, select: visible });
  if (!key) throw new AppError("not_found", "There is no such key.");
  forget(workspaceId);
  return { key, secret };
}

/** @throws not_found */
export async function revoke(workspaceId: string, id: string): Promise<{ revoked: true }> {
  const { count } = await db().apiKey.deleteMany({ where: { id, workspaceId } });
  if (count === 0) throw new AppError("not_found", "There is no such key.");
  forget(workspaceId);
  return { revoked: true };
}

type Holder = { id: string; slug: string; name: string; plan: Plan };

// A busy key is looked up once a second. What changes keys or plans forgets at once, here and over the bus elsewhere.
const rememberedMs = 1_000;
const mostRemembered = 10_000;
type Remembered = { holders: Map<string, { holder: Holder; until: number }>; forgotten: number };
const remembered = () => once("key-holders", (): Remembered => ({ holders: new Map(), forgotten: 0 }));

/** Forgets every looked-up key of a workspace: its keys or its plan changed. */
export function forget(workspaceId: string): void {
  const { holders } = remembered();
  remembered().forgotten += 1;
  for (const [hash, { holder }] of holders) if (holder.id === workspaceId) holders.delete(hash);
}

/** The workspace that a live key belongs to; nothing for any other text. */
export async function holderOf(key: string): Promise<Holder | undefined> {
  if (!isWellFormed(key)) return undefined;
  const hash = hashOf(key);
  const now = Date.now();
  const { holders, forgotten } = remembered();
  const known = holders.get(hash);
  if (known && known.until > now) return known.holder;
  const holder = await lookUp(hash);
  if (holders.size >= mostRemembered) holders.clear();
  // What was looked up before something was forgotten may be what was to be forgotten.
  if (holder && remembered().forgotten === forgotten) holders.set(hash, { holder, until: now + rememberedMs });
  else holders.delete(hash);
  return holder;
}

type Found = { hash: string; keyId: string; lastUsedAt: Date | null } & Holder;

/** Keys that are asked for while a look-up is under way share the next one. */
const lookUp = (hash: string): Promise<Holder | undefined> =>
  once("key-look-ups", () => grouped<string, Holder | null>(findTogether, findAlone, () => ({ most: 200, parallel: 1 })))(hash).then(
    (found) => found ?? undefined,
  );

const findAlone = async (hash: string) => (await findTogether([hash]))[0] ?? null;

async function findTogether(hashes: string[]): Promise<(Holder | null)[]> {
  const rows = await db().$queryRaw<Found[]>`
    select k.hash, k.id as "keyId", k.last_used_at as "lastUsedAt", w.id, w.slug, w.name, w.plan::text as plan
    from api_key k join workspace w on w.id = k.workspace_id where k.hash = any(${hashes}::text[])`;
  const now = Date.now();
  const idle = rows.filter(({ lastUsedAt }) => now - (lastUsedAt?.getTime() ?? 0) > usedStepMs).map(({ keyId }) => keyId);
  if (idle.length > 0) await used(idle, new Date(now));
  const holders = new Map(rows.map(({ hash, id, slug, name, plan }) => [hash, { id, slug, name, plan }]));
  return hashes.map((hash) => holders.get(hash) ?? null);
}

/** "Last used" is told to the minute, so that a busy key writes once a minute. */
async function used(ids: string[], at: Date): Promise<void> {
  await db().apiKey.updateMany({ where: { id: { in: ids } }, data: { lastUsedAt: at } });
}
