import { randomBytes } from "node:crypto";
import { z } from "zod";
import * as audit from "@/lib/domain/audit";
import type { Actor } from "@/lib/domain/audit/contract";
import { signingSecretPrefix } from "@/lib/kernel/credentials";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Database, db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Queries, rows } from "@/lib/platform/db/rows";
import { decrypt, encrypt, isKeyOf } from "@/lib/platform/encryption";
import { decryptSecret, encryptionContext } from "./decrypt";

export { UnreadableSecretError } from "./decrypt";

const KeyCheckRow = z.strictObject({ keyCheck: z.string() });
const overlapMs = 24 * 60 * 60 * 1000;

/**
 * Locks the installation's key for a transaction that writes secrets. A change of the key waits until the transaction ends, and
 * then re-encrypts what it wrote. An instance that still has the old key is rejected.
 * @throws unavailable
 */
async function lockInstallationKey(tx: Queries): Promise<void> {
  const [row] = await rows(tx, KeyCheckRow)`select key_check as "keyCheck" from installation where id = 1 for share`;
  if (row && isKeyOf(row.keyCheck)) return;
  throw new AppError("unavailable", "The key of this installation was changed. Whoever runs Beside has to restart it with the new one.");
}

/** A workspace's first signing secret, to be written with the workspace. @throws unavailable when the installation's key was changed */
export async function firstSecret(tx: Queries, workspaceId: string) {
  await lockInstallationKey(tx);
  return generateSecret(workspaceId).row;
}

export const newSecret = (): string => `${signingSecretPrefix}${randomBytes(32).toString("base64url")}`;

function generateSecret(workspaceId: string) {
  const secret = newSecret();
  const id = newId();
  return {
    secret,
    row: {
      id,
      encrypted: encrypt(secret, encryptionContext(workspaceId, id)),
      lastFour: secret.slice(-4),
      createdAt: new Date(),
      endsAt: null,
    },
  };
}

type Row = { id: string; encrypted: string; lastFour: string; createdAt: Date; endsAt: Date | null };

/** The secrets that sign now: the current one first, then the one before it while they overlap. */
async function live(workspaceId: string, on: Pick<Database, "signingSecret"> = db()): Promise<[Row, ...Row[]]> {
  const rows = await on.signingSecret.findMany({
    where: { workspaceId, OR: [{ endsAt: null }, { endsAt: { gt: new Date() } }] },
    // The one without an end is current, even when the clocks of the instances that made them differ.
    orderBy: [{ endsAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
  });
  const [current, ...before] = rows;
  if (!current) throw new Error(`Workspace ${workspaceId} has no signing secret.`);
  return [current, ...before];
}

/** For signing a call: one secret, or two while a rotation overlaps, the new one first (spec §5.2). @throws UnreadableSecretError */
export async function forSigning(workspaceId: string): Promise<string[]> {
  return (await live(workspaceId)).map((row) => decryptSecret(workspaceId, row));
}

/** Identifies a secret without revealing it, by what `view` shows of it. */
const hintOf = ({ lastFour }: { lastFour: string }) => `${signingSecretPrefix}…${lastFour}`;

/** What the settings show: never the secret itself. */
export async function view(workspaceId: string) {
  const [current, before] = await live(workspaceId);
  return {
    masked: `${signingSecretPrefix}${"•".repeat(24)}${current.lastFour}`,
    createdAt: current.createdAt,
    overlapEndsAt: before?.endsAt ?? null,
  };
}

/** Returns the current secret, and records that in the audit log. @throws UnreadableSecretError */
export async function reveal(workspaceId: string, by: Actor): Promise<{ secret: string }> {
  return db().$transaction(async (tx) => {
    const [row] = await live(workspaceId, tx);
    await audit.record(tx, workspaceId, by, { what: "secret.revealed", subject: hintOf(row) });
    return { secret: decryptSecret(workspaceId, row) };
  });
}

/** `shown` is when the secret in the confirmation dialog was made, so that a newer secret is not dropped by mistake. */
type Confirmed = { dropOldest?: boolean | undefined; shown?: Date | undefined };

/**
 * Makes a new secret; the previous one also signs for 24 hours. While two overlap, `dropOldest` ends the older one at once.
 * @throws conflict while two overlap without `dropOldest`, or when the current secret is not the one that was shown
 */
export async function rotate(workspaceId: string, by: Actor, { dropOldest = false, shown }: Confirmed = {}) {
  const { secret, row } = generateSecret(workspaceId);
  await withLinkingLock(`secrets:${workspaceId}`, "change", async (tx) => {
    await lockInstallationKey(tx);
    await requireStillShown(tx, workspaceId, shown);
    const [before, oldest] = await live(workspaceId, tx);
    if (oldest && !dropOldest) throw new AppError("conflict", "Two secrets are valid already. End the overlap before you rotate again.");
    if (oldest) await audit.record(tx, workspaceId, by, { what: "secret.older_dropped", subject: hintOf(oldest) });
    await tx.signingSecret.deleteMany({ where: { workspaceId, endsAt: { not: null } } });
    await tx.signingSecret.updateMany({ where: { workspaceId, endsAt: null }, data: { endsAt: new Date(Date.now() + overlapMs) } });
    await tx.signingSecret.create({ data: { workspaceId, ...row } });
    const details = { secret: { from: hintOf(before), to: hintOf(row) } };
    await audit.record(tx, workspaceId, by, { what: "secret.rotated", subject: hintOf(row), details });
  });
  return { secret, view: await view(workspaceId) };
}

/** Stops signing with the older secret now. @throws conflict when there is none, or when the current secret is not the one shown */
export async function endOverlap(workspaceId: string, by: Actor, { shown }: Pick<Confirmed, "shown"> = {}) {
  await withLinkingLock(`secrets:${workspaceId}`, "change", async (tx) => {
    await requireStillShown(tx, workspaceId, shown);
    const [, older] = await live(workspaceId, tx);
    if (!older) throw new AppError("conflict", "There is no overlap to end: one secret is valid.");
    await tx.signingSecret.deleteMany({ where: { workspaceId, endsAt: { not: null } } });
    await audit.record(tx, workspaceId, by, { what: "secret.overlap_ended", subject: hintOf(older) });
  });
  return view(workspaceId);
}

async function requireStillShown(tx: Pick<Database, "signingSecret">, workspaceId: string, shown: Date | undefined): Promise<void> {
  if (!shown) return;
  const isCurrent = await tx.signingSecret.count({ where: { workspaceId, endsAt: null, createdAt: shown } });
  if (isCurrent === 0)
    throw new AppError("conflict", "The secret was rotated in the meantime. Look at the secrets that are valid now, then decide again.");
}

const reencryptedPerBatch = 1_000;

/** Re-encrypts every workspace's secrets; the table is locked against writes until the transaction ends. Returns their number. */
export async function reencrypt(tx: Prisma.TransactionClient, by: Actor, { from, to }: { from: string; to: string }): Promise<number> {
  await tx.$executeRaw`lock table signing_secret in share row exclusive mode`;
  const rows = await tx.signingSecret.findMany({ select: { workspaceId: true, id: true, encrypted: true } });
  for (let at = 0; at < rows.length; at += reencryptedPerBatch) {
    const encrypted = rows.slice(at, at + reencryptedPerBatch).map((one) => {
      const row = encryptionContext(one.workspaceId, one.id);
      return { ws: one.workspaceId, id: one.id, encrypted: encrypt(decrypt(one.encrypted, row, from), row, to) };
    });
    await tx.$executeRaw`
      update signing_secret s set sealed = n.encrypted
      from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb) as n(ws uuid, id uuid, encrypted text)
      where s.workspace_id = n.ws and s.id = n.id`;
  }
  const workspaceIds = [...new Set(rows.map(({ workspaceId }) => workspaceId))];
  await audit.recordInAll(tx, workspaceIds, by, { what: "secret.resealed", subject: "Signing secrets" });
  return rows.length;
}
