import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
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
  return { key, secret };
}

/** @throws not_found */
export async function revoke(workspaceId: string, id: string): Promise<{ revoked: true }> {
  const { count } = await db().apiKey.deleteMany({ where: { id, workspaceId } });
  if (count === 0) throw new AppError("not_found", "There is no such key.");
  return { revoked: true };
}

/** The workspace that a live key belongs to; nothing for any other text. */
export async function holderOf(key: string): Promise<{ id: string; slug: string; name: string; plan: Plan } | undefined> {
  if (!isWellFormed(key)) return undefined;
  const found = await db().apiKey.findUnique({
    where: { hash: hashOf(key) },
    select: { id: true, lastUsedAt: true, workspace: { select: { id: true, slug: true, name: true, plan: true } } },
  });
  if (!found) return undefined;
  const now = new Date();
  if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > usedStepMs) await used(found.id, now);
  return found.workspace;
}

/** "Last used" is told to the minute, so that a busy key writes once a minute. */
async function used(id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - usedStepMs);
  await db().apiKey.updateMany({ where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] }, data: { lastUsedAt: at } });
}
