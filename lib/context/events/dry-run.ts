import type { z } from "zod";
import type { Item } from "@/lib/kernel/contract";
import { answersOf, asked, jobsIn } from "@/lib/kernel/items";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { lockTimeoutMs } from "@/lib/platform/db/timeouts";
import { undone } from "@/lib/platform/db/undone";
import { jobFrom } from "./batch";
import type { DryRun, EventInput, EventItem } from "./contract";
import { type ReachedRow, reachedStatement } from "./dry-run-sql";
import { reasonOfName } from "./shared/level";
import { recordStatement, releaseKeyStatement } from "./sql";
import { answerOf, type Idempotency, type Job, parametersOf, type Row, requestOf } from "./write";

type Reached = z.output<typeof ReachedRow>;
type Rehearsed = { row: Row | undefined; reached: Reached[]; createsContact: boolean };

/**
 * What an event would do (contract §9): it is recorded by the statement of every event in a transaction that is always undone, so the
 * two cannot disagree.
 * @throws what recording it would throw
 */
export async function dryRun(workspaceId: string, input: EventInput, idempotency: Idempotency): Promise<DryRun> {
  const job = requestOf(workspaceId, input, idempotency);
  return dryRunOf(job, Boolean(input.level), (await rehearse(workspaceId, [job])).get(job));
}

/** The same of each event of a batch, after what those before it would have done. */
export async function dryRunAll(workspaceId: string, items: readonly Item<EventItem>[]): Promise<(DryRun | Error)[]> {
  const all = items.map((item) => asked(() => jobFrom(workspaceId, item)));
  const withLevel = new Set(all.filter((_, at) => (items[at]?.sent as { level?: unknown })?.level !== undefined));
  return answersOf(all, await rehearse(workspaceId, jobsIn(all)), (job, done) => dryRunOf(job, withLevel.has(job), done));
}

function dryRunOf(job: Job, hasLevel: boolean, { row, reached, createsContact } = unwritten): DryRun {
  const { event, level, occurredAt, postedToConversations, replayed } = answerOf(job, row);
  return {
    event,
    level,
    levelReason: hasLevel ? { by: "level", word: null } : reasonOfName(event),
    occurredAt,
    createsContact,
    // The same event was recorded before: nothing would be posted again.
    postedToConversations: replayed ? 0 : postedToConversations,
    wouldPostTo: reached.filter(({ reason }) => reason === null),
    wouldNotPostTo: reached.flatMap(({ reason, ...chat }) => (reason === null ? [] : [{ ...chat, reason }])),
  };
}

const unwritten: Rehearsed = { row: undefined, reached: [], createsContact: false };

function rehearse(workspaceId: string, jobs: readonly Job[]): Promise<Map<Job, Rehearsed>> {
  const [withPhone, withBoth] = [jobs.some(({ phone }) => phone), jobs.some(({ phone, userId }) => phone && userId)];
  return undone(workspaceId, withBoth ? "change" : withPhone ? "read" : undefined, async (tx) => {
    const rehearsed = new Map<Job, Rehearsed>();
    for (const job of jobs) rehearsed.set(job, await recordIn(tx, job));
    return rehearsed;
  });
}

async function recordIn(tx: Runner, job: Job): Promise<Rehearsed> {
  const { workspaceId, idempotencyKey, newContactId, phone, variant } = job;
  const attempt = async () => (await rows(tx, recordStatement)(...parametersOf([job], lockTimeoutMs)))[0];
  let row = await attempt();
  if (!row && idempotencyKey) {
    await run(tx, releaseKeyStatement)(workspaceId, idempotencyKey);
    row = await attempt();
  }
  if (!row || row.replayed) return { ...unwritten, row };
  const { id, contactId, personId, receivedAt } = row;
  const reached = await rows(tx, reachedStatement)(workspaceId, id, contactId, personId, phone ?? null, variant ?? null, receivedAt);
  return { row, reached, createsContact: contactId === newContactId };
}
