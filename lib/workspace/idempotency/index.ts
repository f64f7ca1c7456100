/**
 * An idempotent call is a call of the API with an `Idempotency-Key`, and its first answer, which a repeat gets for a day. An event has its key
 * in its own row, as long as the event exists: that is in `events`.
 */

import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { canonical } from "@/lib/kernel/json";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { deleteInBatches } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { lockInstallationKey } from "@/lib/workspace/secrets";
import {
  claimStatement,
  completeStatement,
  findStatement,
  forgetStatement,
  reencryptStatement,
  releaseStatement,
  removeExpiredStatement,
  removeSurplusStatement,
  renewStatement,
  withAnswersStatement,
} from "./sql";

const retentionMs = dayMs;
/** So many answers of a workspace are kept at least: those of half an hour at the full rate, and so many bytes of them. */
const [maxKept, maxKeptBytes] = [10_000, 64 * 1024 * 1024];
/** A claim that is not renewed for so long is that of a process that was killed, and the next call with the key takes it over. */
const leaseMs = 20_000;
const renewEveryMs = 5_000;
/** A repeat waits for the first call: together less than two seconds. */
const pausesMs = [25, 50, 100, 200, 400, 800];
const retryAfterSeconds = 2;
/** Covers the calls that were claimed while a deletion ran. */
const deletionMs = 1_000;

/** Which call it is: `key` names it among those of a method and path. `answerIsAbout` people when an erasure has to empty it. */
type Named = { key: string; call: unknown; answerIsAbout: "people" | "nobody" };
type Claim = { digest: string; claimId: string; stop: () => void };
type Stored = { bodyDigest: string; status: number; text: string };

const digestOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(value)))
    .digest("base64url");

/** The additional data that binds an answer to its row: it cannot be decrypted in another one. */
const contextOf = (workspaceId: string, digest: string) => `idempotent_call:${workspaceId}:${digest}`;

/**
 * Claims a call, or finds the first answer of it. Of two at the same time the second waits a moment for the first. The claim is renewed until
 * it is completed or released. @throws idempotency_conflict while the first one takes longer, or when its answer was removed by an erasure
 */
export async function claim(workspaceId: string, { key, call, answerIsAbout }: Named): Promise<Claim | Stored> {
  const digest = digestOf([call, key]);
  const claimId = newId();
  for (const pauseMs of [...pausesMs, undefined]) {
    const now = currentTime().getTime();
    const times = [now, now + leaseMs, now - retentionMs].map((time) => new Date(time));
    const [claimed] = await withRetry(() => rows(db(), claimStatement)(workspaceId, digest, claimId, answerIsAbout === "people", ...times));
    if (claimed) return { digest, claimId, stop: renewed(workspaceId, { digest, claimId }) };
    const [found] = await rows(db(), findStatement)(workspaceId, digest);
    if (found?.status && found.bodyDigest !== null) return storedOf(workspaceId, { ...found, digest });
    if (pauseMs !== undefined) await pause(pauseMs);
  }
  throw new AppError(
    "idempotency_conflict",
    `The first call with this Idempotency-Key is not finished yet. Wait ${retryAfterSeconds} seconds and send it again.`,
    { "retry-after": String(retryAfterSeconds) },
  );
}

function storedOf(
  workspaceId: string,
  found: { digest: string; bodyDigest: string | null; status: number | null; encrypted: string | null },
) {
  const { digest, bodyDigest, status, encrypted } = found;
  if (encrypted === null || bodyDigest === null || status === null)
    throw new AppError(
      "idempotency_conflict",
      "The call with this Idempotency-Key was done. Its answer was removed, because somebody was deleted since. Read what is there; to do it again, send a new key.",
    );
  return { bodyDigest, status, text: decrypt(encrypted, contextOf(workspaceId, digest)) };
}

/** Renews a claim while its call is worked on: an upload takes minutes. */
function renewed(workspaceId: string, { digest, claimId }: Pick<Claim, "digest" | "claimId">): () => void {
  const renew = () => run(db(), renewStatement)(workspaceId, digest, claimId, new Date(currentTime().getTime() + leaseMs));
  const failed = (error: unknown) => log.warn({ error, workspaceId }, "the claim of an idempotent call could not be renewed");
  const timer = setInterval(() => void renew().catch(failed), renewEveryMs).unref();
  return () => clearInterval(timer);
}

/** @throws idempotency_conflict unless both bodies are the same */
export function requireSameBody({ bodyDigest }: Stored, body: unknown): void {
  if (bodyDigest !== digestOf(body))
    throw new AppError("idempotency_conflict", "This Idempotency-Key was used with another body. Send a new key with a new call.");
}

/**
 * Stores the first answer. What was done stays done if this fails, so the caller gets the answer all the same; a repeat does it again once the
 * claim has ended.
 */
export async function complete(
  workspaceId: string,
  { digest, claimId, stop }: Claim,
  { body, status, text }: { body: unknown } & Omit<Stored, "bodyDigest">,
) {
  stop();
  const values = [digestOf(body), status, encrypt(text, contextOf(workspaceId, digest))];
  const write = () =>
    db().$transaction(async (tx) => {
      // A change of the installation's key waits, and then re-encrypts the answer.
      await lockInstallationKey(tx);
      await run(tx, completeStatement)(workspaceId, digest, claimId, ...values);
    });
  await withRetry(write).catch((error: unknown) => log.error({ error, workspaceId }, "the answer of an idempotent call was not stored"));
}

/** A call that failed leaves no trace: its repeat is tried. */
export async function release(workspaceId: string, { digest, claimId, stop }: Claim): Promise<void> {
  stop();
  await withRetry(() => run(db(), releaseStatement)(workspaceId, digest, claimId)).catch((error: unknown) =>
    log.warn({ error, workspaceId }, "an idempotent call could not be released; its claim ends by itself"),
  );
}

/**
 * Empties the answers that may say something of a person, also of calls that are being worked on. Within the transaction that deletes
 * somebody, and once more after it, for calls that began while it ran.
 */
export const forget = (on: Runner, workspaceId: string, deletedAt: Date): Promise<number> =>
  run(on, forgetStatement)(workspaceId, new Date(deletedAt.getTime() + deletionMs));

/** Removes answers after a day, and the oldest of a workspace that has very many, in batches and one workspace after the other. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  for (const { id } of await rows(db(), withAnswersStatement)()) {
    const what = "idempotent calls";
    await deleteInBatches({ what, signal }, (limit) => run(db(), removeExpiredStatement)(id, before, limit));
    await deleteInBatches({ what, signal }, (limit) => run(db(), removeSurplusStatement)(id, maxKept, maxKeptBytes, limit));
  }
}

const reencryptedPerBatch = 500;

/** Re-encrypts the answers of every workspace; the table is locked against writes until the transaction ends. Returns their number. */
export async function reencrypt(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }): Promise<number> {
  await run(tx, { scope: "everywhere" })`lock table idempotent_call in share row exclusive mode`;
  const keys = await tx.idempotentCall.findMany({ where: { encrypted: { not: null } }, select: { workspaceId: true, digest: true } });
  for (let at = 0; at < keys.length; at += reencryptedPerBatch) {
    const batch = keys.slice(at, at + reencryptedPerBatch);
    const found = await tx.idempotentCall.findMany({ where: { OR: batch }, select: { workspaceId: true, digest: true, encrypted: true } });
    const changed = found.flatMap(({ workspaceId, digest, encrypted }) => {
      const context = contextOf(workspaceId, digest);
      return encrypted === null ? [] : [{ ws: workspaceId, digest, encrypted: encrypt(decrypt(encrypted, context, from), context, to) }];
    });
    await run(tx, reencryptStatement)(JSON.stringify(changed));
  }
  return keys.length;
}
