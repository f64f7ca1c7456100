import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db, type Runner } from "@/lib/platform/db";
import { type Batches, grouped, isEmbedded, newBatches } from "@/lib/platform/db/batch";
import { settle } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import * as metrics from "@/lib/platform/metrics";
import { type Poke, poke } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import type { EventInput, RecordedEvent } from "./contract";

import { type Level, levelOf } from "./shared/level";
import { RecordedRow, recordStatement, releaseKeyStatement } from "./sql";

export { removeOf } from "./removal";

/** One event on its way into the statement; dates travel as ISO text inside one JSON parameter. */
type Job = {
  workspaceId: string;
  id: string;
  newContactId: string;
  userId?: string | undefined;
  phone?: string | undefined;
  personId?: string;
  chatId?: string;
  event: string;
  level: Level;
  properties: Record<string, unknown>;
  occurredAt: string;
  receivedAt: string;
  idempotencyKey?: string | undefined;
  requestHash?: string;
};

type Row = z.output<typeof RecordedRow>;

type What = Pick<EventInput, "event" | "level" | "occurredAt" | "properties">;
const aheadMs = 5_000;

/** The effective time (contract §3): now when none was sent or it is up to five seconds ahead, refused when later. */
export function effectiveTime(occurredAt: Date | undefined, now: Date): Date {
  if (!occurredAt) return now;
  const ahead = occurredAt.getTime() - now.getTime();
  if (ahead > aheadMs) {
    throw new AppError(
      "invalid_request",
      `occurredAt must not be in the future: it is ${(ahead / 1000).toFixed(1)} seconds ahead of our clock, which says ${now.toISOString()}. Leave it out to use the time of the request.`,
    );
  }
  return ahead > 0 ? now : occurredAt;
}

const jobOf = (workspaceId: string, input: What, now: Date): Job => ({
  workspaceId,
  id: newId(),
  newContactId: newId(),
  event: input.event,
  level: input.level ?? levelOf(input.event),
  properties: input.properties ?? {},
  occurredAt: effectiveTime(input.occurredAt, now).toISOString(),
  receivedAt: now.toISOString(),
});

/** Key order and white space do not make another body. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/**
 * Records an event by the contract's §3; durable when it returns.
 * @param only the Idempotency-Key, and the body as it was sent.
 * @throws customer_not_found, idempotency_conflict, invalid_request (a time in the future)
 */
export async function record(
  workspaceId: string,
  input: EventInput,
  only: { key: string | undefined; body: unknown } = { key: undefined, body: undefined },
): Promise<RecordedEvent & { replayed: boolean }> {
  const job: Job = { ...jobOf(workspaceId, input, new Date()), userId: input.userId, phone: input.phone };
  if (only.key) {
    job.idempotencyKey = only.key;
    job.requestHash = createHash("sha256")
      .update(JSON.stringify(canonical(only.body)))
      .digest("base64url");
  }
  const row = await write(job);
  if (!row) {
    throw new AppError(
      "customer_not_found",
      "Nobody with this phone has chatted yet. Send a userId as well, and the event is kept for when they do.",
    );
  }
  if (row.replayed && row.requestHash !== job.requestHash) {
    throw new AppError("idempotency_conflict", "This Idempotency-Key was used with another body. Send a new key with a new event.");
  }
  return row;
}

/**
 * Records what a reply to an action call named: it belongs to the person of the chat, contact or not (contract §5). Runs in a
 * transaction that holds the linking lock, and returns the event with whom to poke once that is committed.
 */
export async function recordFor(
  on: Runner,
  workspaceId: string,
  at: { personId: string; chatId: string },
  input: What,
): Promise<{ event: RecordedEvent; poke: Poke }> {
  const job = { ...jobOf(workspaceId, input, new Date()), ...at };
  const [row] = await rows(on, RecordedRow)(recordStatement, JSON.stringify([job]));
  if (!row) throw new Error(`Person ${at.personId} is missing.`);
  metrics.eventsRecorded([row]);
  return { event: row, poke: pokeOf([row]) };
}

declare module "@/lib/platform/runtime" {
  interface Runtime {
    eventBatches: Batches<Job, Row | undefined>;
  }
}

/** The row, or nothing when the phone is nobody's. An event that carries a phone needs a lock, and goes alone. */
const write = (job: Job): Promise<Row | undefined> => (job.phone ? writeAlone(job) : writeInBatch(job));

async function writeAlone(job: Job): Promise<Row | undefined> {
  const row = (await attempt(job)) ?? (await attemptAgain(job));
  if (row && !row.replayed) told(job.workspaceId, [row]);
  return row;
}

/**
 * With a key, nothing may also mean that another request is just recording it, whose event the next look finds; or that the
 * key's event waits for its removal, because its contact was deleted.
 */
async function attemptAgain(job: Job): Promise<Row | undefined> {
  const { workspaceId, idempotencyKey } = job;
  if (!idempotencyKey) return undefined;
  await db().$executeRawUnsafe(releaseKeyStatement, workspaceId, idempotencyKey);
  return attempt(job);
}

const writeInBatch = grouped<Job, Row | undefined>(writeTogether, writeAlone, {
  batches: () => singleton("eventBatches", newBatches),
  grouping: () => ({
    most: env().EVENTS_PER_GROUP,
    // The embedded database runs one statement after the other: a second one under way would only make batches smaller.
    parallel: isEmbedded() ? 1 : 2,
    sent: metrics.groupSent,
  }),
});

async function writeTogether(jobs: Job[]): Promise<(Row | undefined)[]> {
  const recorded = await rows(db(), RecordedRow)(recordStatement, JSON.stringify(jobs));
  const found: (Row | undefined)[] = jobs.map(() => undefined);
  const fresh = new Map<string, Row[]>();
  for (const row of recorded) {
    found[row.i - 1] = row;
    const { workspaceId } = jobs[row.i - 1] ?? {};
    if (workspaceId && !row.replayed) fresh.set(workspaceId, [...(fresh.get(workspaceId) ?? []), row]);
  }
  for (const [workspaceId, theirs] of fresh) told(workspaceId, theirs);
  return found;
}

/** What was recorded is counted, and whoever looks at it looks again. */
function told(workspaceId: string, recorded: Row[]): void {
  metrics.eventsRecorded(recorded);
  poke(workspaceId, pokeOf(recorded));
}

/** One poke for all of them: each chat once, with how far it has come. */
function pokeOf(recorded: Row[]): Poke {
  const seqs = new Map<string, number>();
  for (const { chats } of recorded) for (const { id, seq } of chats) seqs.set(id, Math.max(seq, seqs.get(id) ?? 0));
  return {
    chats: [...seqs].map(([id, seq]) => ({ id, seq })),
    contacts: [...new Set(recorded.flatMap(({ contactId }) => contactId ?? []))],
    people: [...new Set(recorded.flatMap(({ personId }) => personId ?? []))],
  };
}

/** Records one event by itself, under the linking lock when it carries a phone. */
async function attempt(job: Job): Promise<Row | undefined> {
  const record = async (on: Runner) => (await rows(on, RecordedRow)(recordStatement, JSON.stringify([job])))[0];
  if (!job.phone) return settle(() => record(db()));
  return withLinkingLock(job.workspaceId, job.userId ? "change" : "read", record);
}
