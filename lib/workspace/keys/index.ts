/**
 * An API key is the credential with which a customer's backend calls the public API; only its digest is stored. Keys that Beside signs
 * with are `secrets`.
 */

import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { rows, run } from "@/lib/platform/db/rows";
import { version } from "@/lib/platform/health/version";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { invalidateKeys } from "./holder";
import { hashOf, newKey } from "./key";
import { flushUses } from "./last-used";

export { holderOf, invalidateKeys, invalidateLocally } from "./holder";
export { isWellFormed } from "./key";
export { jobs } from "./last-used";
export { deleteExpired } from "./retention";

const visible = { id: true, name: true, prefix: true, lastFour: true, createdAt: true, lastUsedAt: true } as const;
const visibleOlder = { id: true, prefix: true, lastFour: true, lastUsedAt: true, endsAt: true, replacedById: true } as const;
const prefixLength = 10;

type Tx = Prisma.TransactionClient;
type Reader = Pick<Tx, "apiKey">;

/** The current keys, each with the keys it replaced that still work. */
export async function list(workspaceId: string) {
  await flushUses();
  const orderBy: Prisma.ApiKeyOrderByWithRelationInput[] = [{ createdAt: "asc" }, { id: "asc" }];
  const keys = await db().apiKey.findMany({ where: { workspaceId, replacedById: null }, orderBy, select: visible });
  const older = await olderOf(db(), workspaceId);
  return { keys: keys.map((key) => ({ ...key, older: older.filter(({ replacedById }) => replacedById === key.id) })) };
}

/** Replaced keys that still work, of one key or of all, the latest end first. */
async function olderOf(on: Reader, workspaceId: string, id?: string) {
  const rows = await on.apiKey.findMany({
    where: { workspaceId, replacedById: id ?? { not: null }, hash: { not: null }, endsAt: { gt: currentTime() } },
    orderBy: [{ endsAt: "desc" }, { id: "desc" }],
    select: visibleOlder,
  });
  return rows.flatMap(({ endsAt, ...row }) => (endsAt ? [{ ...row, endsAt }] : []));
}

function generateKey() {
  const secret = newKey();
  return { secret, storedFields: { hash: hashOf(secret), prefix: secret.slice(0, prefixLength), lastFour: secret.slice(-4) } };
}

type Hint = { prefix: string; lastFour: string };
/** Identifies a key without revealing it. */
const hintOf = ({ prefix, lastFour }: Hint) => `${prefix}…${lastFour}`;

/** Creates a key. Only this call returns `secret`; the database has its hash. */
export async function create(workspaceId: string, by: Actor, { name }: { name: string }) {
  const { secret, storedFields } = generateKey();
  const data = { id: newId(), workspaceId, name, createdAt: currentTime(), ...storedFields };
  const key = await db().$transaction(async (tx) => {
    await audit.record(tx, workspaceId, by, { what: "key.created", subject: name, details: { key: hintOf(storedFields) } });
    return tx.apiKey.create({ data, select: visible });
  });
  return { key: { ...key, older: [] }, secret };
}

/** @throws not_found, conflict when it was rotated in the meantime */
export async function rename(workspaceId: string, by: Actor, { id, name }: { id: string; name: string }) {
  return db().$transaction(async (tx) => {
    const before = await current(tx, workspaceId, id);
    if (before.name !== name) {
      const details = { name: { from: before.name, to: name }, key: hintOf(before) };
      await audit.record(tx, workspaceId, by, { what: "key.renamed", subject: before.name, details });
      // The keys it replaced appear under the same name in the request log.
      await tx.apiKey.updateMany({ where: { workspaceId, OR: [{ id }, { replacedById: id }] }, data: { name } });
    }
    return { ...before, name, older: await olderOf(tx, workspaceId, id) };
  });
}

/**
 * Replaces a key by a new one of the same name. The old one stops at once, or works for `overlapSeconds` more. Its row stays, so
 * that its calls and its last use are not mixed with those of the new key.
 * @throws not_found, conflict when it was rotated in the meantime
 */
export async function rotate(workspaceId: string, by: Actor, { id, overlapSeconds }: { id: string; overlapSeconds: number }) {
  const { secret, storedFields } = generateKey();
  const key = await db().$transaction(async (tx) => {
    const before = await current(tx, workspaceId, id);
    const data = { id: newId(), workspaceId, name: before.name, createdAt: currentTime(), ...storedFields };
    const fresh = await tx.apiKey.create({ data, select: visible });
    const endsAt = await replace(tx, workspaceId, { id, by: fresh.id, overlapSeconds });
    const details = {
      key: { from: hintOf(before), to: hintOf(storedFields) },
      ...(overlapSeconds > 0 && { oldKeyEndsAt: endsAt.toISOString() }),
    };
    await audit.record(tx, workspaceId, by, { what: "key.rotated", subject: before.name, details });
    return { ...fresh, older: await olderOf(tx, workspaceId, fresh.id) };
  });
  await invalidateKeys(workspaceId);
  return { key, secret };
}

const EndRow = z.strictObject({ endsAt: z.date() });

/** Uses the database clock, which all instances share. A key that stops at once loses its hash, so that no clock change revives it. */
async function replace(tx: Tx, workspaceId: string, { id, by, overlapSeconds }: { id: string; by: string; overlapSeconds: number }) {
  const [row] = await rows(tx, { row: EndRow, scope: "everywhere" })`
    update api_key set replaced_by_id = ${by}::uuid, ends_at = statement_timestamp() + make_interval(secs => ${overlapSeconds}::int),
      hash = case when ${overlapSeconds}::int > 0 then hash end
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid returning ends_at as "endsAt"`;
  if (!row) throw new Error(`The key ${id} went away while it was held.`);
  await tx.apiKey.updateMany({ where: { workspaceId, replacedById: id }, data: { replacedById: by } });
  return row.endsAt;
}

/** Stops a replaced key now. @throws not_found when it has ended, conflict for a key that was not replaced */
export async function endOverlap(workspaceId: string, by: Actor, id: string): Promise<{ ended: true }> {
  await db().$transaction(async (tx) => {
    const before = await findForUpdate(tx, workspaceId, id);
    if (before && !before.replacedById) throw new AppError("conflict", "This key was not replaced. Revoke it to stop it.");
    const ended = await run(tx, { scope: "everywhere" })`
      update api_key set hash = null, ends_at = statement_timestamp()
      where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid and hash is not null and ends_at > statement_timestamp()`;
    if (!before || ended === 0) throw new AppError("not_found", "There is no such key, or it has ended already.");
    await audit.record(tx, workspaceId, by, { what: "key.overlap_ended", subject: before.name, details: { key: hintOf(before) } });
  });
  await invalidateKeys(workspaceId);
  return { ended: true };
}

/** Stops a key and the keys it replaced. @throws not_found, conflict when it was rotated in the meantime */
export async function revoke(workspaceId: string, by: Actor, id: string): Promise<{ revoked: true }> {
  await db().$transaction(async (tx) => {
    const before = await current(tx, workspaceId, id);
    const older = (await olderOf(tx, workspaceId, id)).map(hintOf);
    const details = { key: hintOf(before), ...(older.length > 0 && { endedWithIt: older }) };
    await audit.record(tx, workspaceId, by, { what: "key.revoked", subject: before.name, details });
    await tx.apiKey.deleteMany({ where: { workspaceId, OR: [{ id }, { replacedById: id }] } });
  });
  await invalidateKeys(workspaceId);
  return { revoked: true };
}

/** The current key, locked until the transaction ends, so that the audit entry describes the key as it was. */
async function current(tx: Tx, workspaceId: string, id: string) {
  const key = await findForUpdate(tx, workspaceId, id);
  if (!key) throw new AppError("not_found", "There is no such key.");
  if (key.replacedById) throw new AppError("conflict", "This key was rotated in the meantime. Look at the keys again, then decide.");
  const { replacedById: _, ...visibleFields } = key;
  return visibleFields;
}

async function findForUpdate(tx: Tx, workspaceId: string, id: string) {
  await lockRow(tx, "api_key", id);
  return tx.apiKey.findFirst({ where: { id, workspaceId }, select: { ...visible, replacedById: true } });
}

/** A key as the author of a change; no account has its id. */
export async function actorOf(workspaceId: string, keyId: string): Promise<Actor> {
  const key = await db().apiKey.findFirst({ where: { workspaceId, id: keyId }, select: { name: true } });
  return { accountId: keyId, name: key ? `API key “${key.name}”` : "API key" };
}

/** The workspace and the name of a key (contract §1). */
export async function me({ id, name }: { id: string; name: string }, keyId: string) {
  const key = await db().apiKey.findFirst({ where: { workspaceId: id, id: keyId }, select: { name: true } });
  return { workspace: { id, name }, key: { id: keyId, name: key?.name ?? "" }, version };
}
