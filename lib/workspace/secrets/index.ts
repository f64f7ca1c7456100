/**
 * A secret is a workspace's key for signatures: of action calls, or of a website's visitors. It is stored encrypted and can be rotated;
 * tokens of channels are in `integrations`.
 */

import { randomBytes } from "node:crypto";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { withLock } from "@/lib/platform/db/workspace-lock";
import { encrypt, isKeyOf } from "@/lib/platform/encryption";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { decryptSecret, encryptionContext } from "./decrypt";
import { type Purpose, purposes, type Row, type Tables } from "./purpose";

export { UnreadableSecretError } from "./decrypt";
export { reencrypt } from "./reencrypt";

const overlapMs = dayMs;

/**
 * Locks the installation's key for a transaction that writes secrets. A change of the key waits until the transaction ends, and
 * then re-encrypts what it wrote. An instance that still has the old key is rejected.
 * @throws unavailable
 */
export async function lockInstallationKey(tx: Prisma.TransactionClient): Promise<void> {
  await lockRow(tx, "installation", 1, "share");
  const row = await tx.installation.findUnique({ where: { id: 1 }, select: { keyCheck: true } });
  if (row && isKeyOf(row.keyCheck)) return;
  throw new AppError("unavailable", "The key of this installation was changed. Whoever runs Beside has to restart it with the new one.");
}

/** A workspace's first signing secret, to be written with the workspace. @throws unavailable when the installation's key was changed */
export async function firstSecret(tx: Prisma.TransactionClient, workspaceId: string) {
  await lockInstallationKey(tx);
  return generateSecret("signing", workspaceId).row;
}

export const newSecret = (purpose: Purpose = "signing"): string => `${purposes[purpose].prefix}${randomBytes(32).toString("base64url")}`;

function generateSecret(purpose: Purpose, workspaceId: string): { secret: string; row: Row } {
  const secret = newSecret(purpose);
  const id = newId();
  const encrypted = encrypt(secret, encryptionContext(purpose, workspaceId, id));
  return { secret, row: { id, encrypted, lastFour: secret.slice(-4), createdAt: currentTime(), endsAt: null } };
}

/** The secrets that are valid now: the current one first, then the one before it while they overlap. */
const live = (workspaceId: string, purpose: Purpose, on: Tables = db()): Promise<Row[]> =>
  purposes[purpose].table(on).findMany({
    where: { workspaceId, OR: [{ endsAt: null }, { endsAt: { gt: currentTime() } }] },
    // The one without an end is current, even when the clocks of the instances that made them differ.
    orderBy: [{ endsAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
  });

async function requireLive(workspaceId: string, purpose: Purpose, on: Tables = db()): Promise<[Row, ...Row[]]> {
  const [current, ...before] = await live(workspaceId, purpose, on);
  if (current) return [current, ...before];
  if (purpose === "signing") throw new Error(`Workspace ${workspaceId} has no signing secret.`);
  throw new AppError("conflict", `There is no ${purposes[purpose].noun} yet. Show it first, which makes one.`);
}

/** For signing a call: one secret, or two while a rotation overlaps, the new one first (spec §5.2). @throws UnreadableSecretError */
export async function forSigning(workspaceId: string): Promise<string[]> {
  return (await requireLive(workspaceId, "signing")).map((row) => decryptSecret("signing", workspaceId, row));
}

/** For checking who a visitor is: none before the first was shown, two while a rotation overlaps. @throws UnreadableSecretError */
export async function forIdentifying(workspaceId: string): Promise<string[]> {
  return (await live(workspaceId, "identify")).map((row) => decryptSecret("identify", workspaceId, row));
}

/** Identifies a secret without revealing it, by what `view` shows of it. */
const hintOf = (purpose: Purpose, { lastFour }: { lastFour: string }) => `${purposes[purpose].prefix}…${lastFour}`;

const viewOf = (purpose: Purpose, [current, before]: [Row, ...Row[]]) => ({
  masked: `${purposes[purpose].prefix}${"•".repeat(24)}${current.lastFour}`,
  createdAt: current.createdAt,
  overlapEndsAt: before?.endsAt ?? null,
});

/** What the settings show: never the secret itself. @throws conflict without one, which only another purpose than signing can be */
export const view = async (workspaceId: string, purpose: Purpose = "signing") => viewOf(purpose, await requireLive(workspaceId, purpose));

/** The same; null without one. */
export async function viewIfAny(workspaceId: string, purpose: Purpose) {
  const [current, ...before] = await live(workspaceId, purpose);
  return current ? viewOf(purpose, [current, ...before]) : null;
}

/**
 * Returns the current secret, and records that in the audit log. The first identify secret is made here.
 * @throws UnreadableSecretError, unavailable
 */
export async function reveal(workspaceId: string, by: Actor, purpose: Purpose = "signing"): Promise<{ secret: string }> {
  if (purpose !== "signing") await createFirst(workspaceId, purpose);
  return db().$transaction(async (tx) => {
    const [row] = await requireLive(workspaceId, purpose, tx);
    await audit.record(tx, workspaceId, by, { what: purposes[purpose].audit.revealed, subject: hintOf(purpose, row) });
    return { secret: decryptSecret(purpose, workspaceId, row) };
  });
}

/** Two admins who look for the first time at the same moment get the same secret. */
async function createFirst(workspaceId: string, purpose: Purpose): Promise<void> {
  if ((await live(workspaceId, purpose)).length > 0) return;
  await withLock(workspaceId, "secrets", "change", async (tx) => {
    await lockInstallationKey(tx);
    if ((await live(workspaceId, purpose, tx)).length > 0) return;
    await purposes[purpose].table(tx).create({ data: { workspaceId, ...generateSecret(purpose, workspaceId).row } });
  });
}

/** `shown` is when the secret in the confirmation dialog was made, so that a newer secret is not dropped by mistake. */
type Confirmed = { dropOldest?: boolean | undefined; shown?: Date | undefined };

/**
 * Makes a new secret; the previous one stays valid for 24 hours. While two overlap, `dropOldest` ends the older one at once.
 * @throws conflict while two overlap without `dropOldest`, or when the current secret is not the one that was shown
 */
export async function rotate(workspaceId: string, by: Actor, { dropOldest = false, shown }: Confirmed = {}, purpose: Purpose = "signing") {
  const { secret, row } = generateSecret(purpose, workspaceId);
  const kinds = purposes[purpose].audit;
  await withLock(workspaceId, "secrets", "change", async (tx) => {
    await lockInstallationKey(tx);
    await requireStillShown(tx, workspaceId, { purpose, shown });
    const [before, oldest] = await requireLive(workspaceId, purpose, tx);
    if (oldest && !dropOldest) throw new AppError("conflict", "Two secrets are valid already. End the overlap before you rotate again.");
    if (oldest) await audit.record(tx, workspaceId, by, { what: kinds.olderDropped, subject: hintOf(purpose, oldest) });
    const table = purposes[purpose].table(tx);
    await table.deleteMany({ where: { workspaceId, endsAt: { not: null } } });
    await table.updateMany({ where: { workspaceId, endsAt: null }, data: { endsAt: new Date(currentTime().getTime() + overlapMs) } });
    await table.create({ data: { workspaceId, ...row } });
    const details = { secret: { from: hintOf(purpose, before), to: hintOf(purpose, row) } };
    await audit.record(tx, workspaceId, by, { what: kinds.rotated, subject: hintOf(purpose, row), details });
  });
  return { secret, view: await view(workspaceId, purpose) };
}

/** Ends the older secret now. @throws conflict when there is none, or when the current secret is not the one shown */
export async function endOverlap(workspaceId: string, by: Actor, { shown }: Pick<Confirmed, "shown"> = {}, purpose: Purpose = "signing") {
  await withLock(workspaceId, "secrets", "change", async (tx) => {
    await requireStillShown(tx, workspaceId, { purpose, shown });
    const [, older] = await requireLive(workspaceId, purpose, tx);
    if (!older) throw new AppError("conflict", "There is no overlap to end: one secret is valid.");
    await purposes[purpose].table(tx).deleteMany({ where: { workspaceId, endsAt: { not: null } } });
    await audit.record(tx, workspaceId, by, { what: purposes[purpose].audit.overlapEnded, subject: hintOf(purpose, older) });
  });
  return view(workspaceId, purpose);
}

type Shown = { purpose: Purpose; shown: Date | undefined };

async function requireStillShown(tx: Tables, workspaceId: string, { purpose, shown }: Shown): Promise<void> {
  if (!shown) return;
  const isCurrent = await purposes[purpose].table(tx).count({ where: { workspaceId, endsAt: null, createdAt: shown } });
  if (isCurrent === 0)
    throw new AppError("conflict", "The secret was rotated in the meantime. Look at the secrets that are valid now, then decide again.");
}
