import * as audit from "@/lib/audit";
import type { Actor } from "@/lib/audit/contract";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/client/client";
import { grouped } from "@/lib/db/group";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { once } from "@/lib/once";
import { tellChange } from "@/lib/realtime";
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

type Hint = { prefix: string; lastFour: string };
/** How a key is told apart without being known. */
const hintOf = ({ prefix, lastFour }: Hint) => `${prefix}…${lastFour}`;

/** Makes a key; `secret` is the only time it is seen. */
export async function create(workspaceId: string, by: Actor, { name }: { name: string }) {
  const { secret, kept } = mint();
  const data = { id: newId(), workspaceId, name, createdAt: new Date(), ...kept };
  const key = await db().$transaction(async (tx) => {
    await audit.record(tx, workspaceId, by, { what: "key.created", subject: name, details: { key: hintOf(kept) } });
    return tx.apiKey.create({ data, select: visible });
  });
  return { key, secret };
}

/** @throws not_found */
export async function rename(workspaceId: string, by: Actor, { id, name }: { id: string; name: string }) {
  return db().$transaction(async (tx) => {
    const before = await held(tx, workspaceId, id);
    if (before.name === name) return before;
    const details = { name: { from: before.name, to: name }, key: hintOf(before) };
    await audit.record(tx, workspaceId, by, { what: "key.renamed", subject: before.name, details });
    return tx.apiKey.update({ where: { id, workspaceId }, data: { name }, select: visible });
  });
}

/** Replaces a key; the old one stops at once. @throws not_found */
export async function rotate(workspaceId: string, by: Actor, id: string) {
  const { secret, kept } = mint();
  const fresh = { ...kept, createdAt: new Date(), lastUsedAt: null };
  const key = await db().$transaction(async (tx) => {
    const before = await held(tx, workspaceId, id);
    const details = { key: { from: hintOf(before), to: hintOf(kept) } };
    await audit.record(tx, workspaceId, by, { what: "key.rotated", subject: before.name, details });
    return tx.apiKey.update({ where: { id, workspaceId }, data: fresh, select: visible });
  });
  await forget(workspaceId);
  return { key, secret };
}

/** @throws not_found */
export async function revoke(workspaceId: string, by: Actor, id: string): Promise<{ revoked: true }> {
  await db().$transaction(async (tx) => {
    const before = await held(tx, workspaceId, id);
    await audit.record(tx, workspaceId, by, { what: "key.revoked", subject: before.name, details: { key: hintOf(before) } });
    await tx.apiKey.delete({ where: { id, workspaceId } });
  });
  await forget(workspaceId);
  return { revoked: true };
}

/** The key, held to the end of the transaction: what is written of it is what it was. */
async function held(tx: Prisma.TransactionClient, workspaceId: string, id: string) {
  await tx.$queryRaw`select id from api_key where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
  const key = await tx.apiKey.findFirst({ where: { id, workspaceId }, select: visible });
  if (!key) throw new AppError("not_found", "There is no such key.");
  return key;
}

type Holder = { id: string; slug: string; name: string; plan: Plan; keyId: string };

// A busy key is looked up once a second. What changes keys or plans forgets at once, here and over the bus elsewhere.
const rememberedMs = 1_000;
const mostRemembered = 10_000;
type Remembered = { holders: Map<string, { holder: Holder; until: number }>; forgotten: number };
const remembered = () => once("key-holders", (): Remembered => ({ holders: new Map(), forgotten: 0 }));

/** The keys of a workspace or its plan changed: every looked-up key of it is forgotten, on every instance. */
export async function forget(workspaceId: string): Promise<void> {
  forgetHere(workspaceId);
  await tellChange(workspaceId);
}

/** Forgets every looked-up key of a workspace, or of all, in this process. */
export function forgetHere(workspaceId?: string): void {
  const { holders } = remembered();
  remembered().forgotten += 1;
  for (const [hash, { holder }] of holders) if (workspaceId === undefined || holder.id === workspaceId) holders.delete(hash);
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

type Found = { hash: string; lastUsedAt: Date | null } & Holder;

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
  const holders = new Map(rows.map(({ hash, id, slug, name, plan, keyId }) => [hash, { id, slug, name, plan, keyId }]));
  return hashes.map((hash) => holders.get(hash) ?? null);
}

/** "Last used" is told to the minute, so that a busy key writes once a minute. */
async function used(ids: string[], at: Date): Promise<void> {
  await db().apiKey.updateMany({ where: { id: { in: ids } }, data: { lastUsedAt: at } });
}
