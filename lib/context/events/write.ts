import { createHash } from "node:crypto";
import type { z } from "zod";
import { hasCredential } from "@/lib/kernel/credentials";
import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { canonical } from "@/lib/kernel/json";
import { recordConflict } from "@/lib/people/conflicts";
import { phoneVariant } from "@/lib/people/shared/phone-variants";
import { db, rawClient } from "@/lib/platform/db";
import { type BatchesByShard, batched, newQueues, perBatch } from "@/lib/platform/db/batch";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { lockTimeoutMs } from "@/lib/platform/db/timeouts";
import { wake } from "@/lib/platform/db/turns";
import * as metrics from "@/lib/platform/metrics";
import { type ChangeNotification, notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { singleton } from "@/lib/platform/runtime";
import { addedCards, type Recorded } from "./added-cards";
import type { EventInput } from "./contract";
import { pendingCards } from "./pending-cards";
import { closedCards } from "./problem-cards";
import { problemRefreshes } from "./problem-refreshes";
import { type Level, levelOf } from "./shared/level";
import { type RecordedRow, recordStatement, releaseKeyStatement } from "./sql";

/** One event on its way into the statement, an item of its one JSON parameter. */
export type Job = {
  workspaceId: string;
  id: string;
  newContactId: string;
  userId?: string | undefined;
  phone?: string | undefined;
  /** The other form of the phone. */
  variant?: string | undefined;
  personId?: string;
  chatId?: string;
  event: string;
  level: Level;
  properties: Record<string, unknown>;
  /** As it was sent, if it was. */
  occurredAt?: string | undefined;
  /** When this process began with it, by its steady clock. */
  arrivedMs: number;
  idempotencyKey?: string | undefined;
  requestHash?: string;
};

export type Row = z.output<typeof RecordedRow>;

export type EventFields = Pick<EventInput, "event" | "level" | "occurredAt" | "properties">;
const maxAheadMs = 5_000;

const units: [name: string, ms: number][] = [
  ["year", 365.25 * dayMs],
  ["month", 30 * dayMs],
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
];

/** Seconds, while somebody can picture them; else so many of the largest unit. */
function describeAhead(ms: number): string {
  const [name, size] = units.find(([, one]) => ms >= 0.95 * one && ms >= 2 * minuteMs) ?? [];
  if (name === undefined || size === undefined) return `${(ms / 1000).toFixed(1)} seconds`;
  const count = Math.round(ms / size);
  return `about ${count === 1 ? (name === "hour" ? "an" : "a") : count} ${name}${count === 1 ? "" : "s"}`;
}

/** A local time that says it is UTC is ahead by the offset of its place. */
function localHint(ms: number): string {
  const quarters = ms / (15 * minuteMs);
  const isOffset = quarters >= 2 && quarters <= 14 * 4 + 1 && Math.abs(quarters - Math.round(quarters)) < 1 / 15;
  return isOffset ? " It may be a local time that says it is UTC: send its offset." : "";
}

/** Up to five seconds ahead counts as now (contract §3). @throws invalid_request for a later time */
export function checkTime(occurredAt: Date | undefined): void {
  if (!occurredAt) return;
  const now = currentTime();
  const ahead = occurredAt.getTime() - now.getTime();
  if (ahead <= maxAheadMs) return;
  throw new AppError(
    "invalid_request",
    `occurredAt must not be in the future: it is ${describeAhead(ahead)} ahead of our clock, which says ${now.toISOString()}.${localHint(ahead)} Leave it out to use the time of the request.`,
  );
}

/** @throws invalid_request for a time in the future */
export function jobOf(workspaceId: string, { event, level, occurredAt, properties = {} }: EventFields): Job {
  checkTime(occurredAt);
  return {
    workspaceId,
    id: newId(),
    newContactId: newId(),
    event,
    level: level ?? levelOf(event),
    properties,
    occurredAt: occurredAt?.toISOString(),
    arrivedMs: performance.now(),
  };
}

/** The parameters of the statement, made just before it is sent; it waits for a locked row as long as `lockMs`. */
export function parametersOf(jobs: Job[], lockMs: number): [list: string, lockMs: string] {
  const now = performance.now();
  return [JSON.stringify(jobs.map(({ arrivedMs, ...job }) => ({ ...job, waitedMs: now - arrivedMs }))), String(lockMs)];
}

const phoneOf = ({ phone }: { phone?: string | undefined }) => (phone === undefined ? {} : { phone, variant: phoneVariant(phone) });

/** The Idempotency-Key of an event, if it has one, and the body that was sent with it. */
export type Idempotency = { key: string | undefined; body: unknown };

/** An event as it was sent, by a call or in a batch. @throws invalid_request for a time in the future */
export function requestOf(workspaceId: string, input: EventInput, { key, body }: Idempotency): Job {
  const job: Job = { ...jobOf(workspaceId, input), userId: input.userId, ...phoneOf(input) };
  if (!key) return job;
  return { ...job, idempotencyKey: storableKey(key), requestHash: hashOf(JSON.stringify(canonical(body))) };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** An API key or a secret in the place of an Idempotency-Key does what one does, and is not stored. */
const storableKey = (key: string): string => (hasCredential(key) ? hashOf(key) : key);

/** The row of an event that was recorded now, or before with its key. @throws customer_not_found, idempotency_conflict */
export function answerOf(job: Job, row: Row | undefined): Row {
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

declare module "@/lib/platform/runtime" {
  interface Runtime {
    eventBatches: BatchesByShard<Job, Row | undefined>;
  }
}

/** The row, or undefined when nobody has the phone. An event with a phone needs the linking lock, so it is not batched. */
export const write = (job: Job): Promise<Row | undefined> => (job.phone ? writeSingle(job, lockTimeoutMs) : writeInBatch(job));

async function writeSingle(job: Job, lockMs: number): Promise<Row | undefined> {
  const again = () => secondAttempt(job, { on: db(), attempt: () => attempt(job, lockMs) });
  const row = (await attempt(job, lockMs)) ?? (await again());
  if (row && !row.replayed) announce(job.workspaceId, [{ job, row }]);
  return row;
}

/**
 * With an idempotency key, a missing row has two more causes: another request is recording the same key, and the next attempt
 * finds its event; or the key's event waits for removal, because its contact was deleted.
 */
export async function secondAttempt(
  { workspaceId, idempotencyKey }: Job,
  { on, attempt }: { on: Runner; attempt: () => Promise<Row | undefined> },
): Promise<Row | undefined> {
  if (!idempotencyKey) return undefined;
  await run(on, releaseKeyStatement)(workspaceId, idempotencyKey);
  return attempt();
}

const writeInBatch = batched<Job, Row | undefined>(writeTogether, writeSingle, {
  queues: () => singleton("eventBatches", newQueues),
  options: () => ({ ...perBatch(), sent: metrics.batchSent }),
});

export async function writeTogether(jobs: Job[], lockMs: number): Promise<(Row | undefined)[]> {
  const recorded = await rows(rawClient, recordStatement)(...parametersOf(jobs, lockMs));
  const found: (Row | undefined)[] = jobs.map(() => undefined);
  const fresh = new Map<string, (Recorded & { row: Row })[]>();
  for (const row of recorded) {
    found[row.i - 1] = row;
    const job = jobs[row.i - 1];
    if (job && !row.replayed) fresh.set(job.workspaceId, [...(fresh.get(job.workspaceId) ?? []), { job, row }]);
  }
  for (const [workspaceId, recorded] of fresh) announce(workspaceId, recorded);
  return found;
}

/** Counts the recorded events and notifies open screens of their cards. Which cards of closed problems changed is looked up after it. */
export function announce(workspaceId: string, recorded: (Recorded & { row: Row })[]): void {
  const newRows = recorded.map(({ row }) => row);
  metrics.eventsRecorded(newRows);
  notify(workspaceId, notificationOf(newRows), () => addedCards(recorded));
  const closers = newRows.filter(({ reset }) => reset.length > 0);
  if (newRows.some(({ postedToConversations, chats }) => postedToConversations > chats.length)) wake(pendingCards, workspaceId);
  if (closers.length > 0) wake(problemRefreshes, workspaceId);
  if (closers.length > 0) void closedBy(db(), workspaceId, closers).then((what) => notify(workspaceId, what));
}

/** The cards of the problems that these events closed; any in their chats, when these cannot be read. */
export async function closedBy(on: Runner, workspaceId: string, closers: Row[]): Promise<ChangeNotification> {
  const chats = closers.flatMap(({ reset }) => reset);
  const ids = closers.map(({ id }) => id);
  return itemsChanged(await closedCards(on, workspaceId, ids).catch(() => undefined), chats);
}

/** One change notification for all rows; each chat once, with its highest seq. */
export function notificationOf(recorded: Row[]): ChangeNotification {
  const seqs = new Map<string, number>();
  for (const { chats } of recorded) for (const { id, seq } of chats) seqs.set(id, Math.max(seq, seqs.get(id) ?? 0));
  return {
    chats: [...seqs].map(([id, seq]) => ({ id, seq })),
    contacts: [...new Set(recorded.flatMap(({ contactId }) => contactId ?? []))],
    people: [...new Set(recorded.flatMap(({ personId }) => personId ?? []))],
  };
}

/** Records one event by itself, under the linking lock when it carries a phone. */
async function attempt(job: Job, lockMs: number): Promise<Row | undefined> {
  const { phone, workspaceId } = job;
  if (!phone) return withRetry(async () => (await rows(rawClient, recordStatement)(...parametersOf([job], lockMs)))[0]);
  return withLinkingLock(workspaceId, job.userId ? "change" : "read", async (tx) => (await attemptIn(tx, [job], lockMs))[0]);
}

/** Records events in a transaction, which holds the linking lock if one of them carries a phone. Such a one is alone. */
export async function attemptIn(tx: Runner, jobs: Job[], lockMs: number): Promise<(Row | undefined)[]> {
  const found: (Row | undefined)[] = jobs.map(() => undefined);
  for (const row of await rows(tx, recordStatement)(...parametersOf(jobs, lockMs))) found[row.i - 1] = row;
  const [job, row] = [jobs[0], found[0]];
  // The userId and the phone are those of different contacts: an admin decides (contract §4).
  if (job?.phone && row && !row.replayed && row.contactId && row.otherContactId)
    await recordConflict(tx, job.workspaceId, { contactId: row.contactId, otherContactId: row.otherContactId, phone: job.phone });
  return found;
}
