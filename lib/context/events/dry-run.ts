import type { z } from "zod";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { lockTimeoutMs } from "@/lib/platform/db/timeouts";
import type { DryRun, EventInput } from "./contract";
import { type ReachedRow, reachedStatement } from "./dry-run-sql";
import { reasonOfName } from "./shared/level";
import { recordStatement, releaseKeyStatement } from "./sql";
import { answerOf, type Idempotency, type Job, parametersOf, type Row, requestOf } from "./write";

type Reached = z.output<typeof ReachedRow>;
type Rehearsed = { row: Row | undefined; reached: Reached[]; createsContact: boolean };

/** Carries what was found out of the transaction, which it ends without a trace. */
class Undone extends Error {
  constructor(readonly rehearsed: Rehearsed) {
    super("A dry run was undone.");
  }
}

/**
 * What an event would do (contract §9): it is recorded by the statement of every event in a transaction that is always undone, so the
 * two cannot disagree.
 * @throws what recording it would throw
 */
export async function dryRun(workspaceId: string, input: EventInput, idempotency: Idempotency): Promise<DryRun> {
  const job = requestOf(workspaceId, input, idempotency);
  const { row, reached, createsContact } = await rehearse(job);
  const { event, level, occurredAt, postedToConversations, replayed } = answerOf(job, row);
  return {
    event,
    level,
    levelReason: input.level ? { by: "level", word: null } : reasonOfName(event),
    occurredAt,
    createsContact,
    // The same event was recorded before: nothing would be posted again.
    postedToConversations: replayed ? 0 : postedToConversations,
    wouldPostTo: reached.filter(({ reason }) => reason === null),
    wouldNotPostTo: reached.flatMap(({ reason, ...chat }) => (reason === null ? [] : [{ ...chat, reason }])),
  };
}

async function rehearse(job: Job): Promise<Rehearsed> {
  const { workspaceId, phone, userId } = job;
  const undone = async (tx: Runner): Promise<never> => {
    throw new Undone(await recordIn(tx, job));
  };
  try {
    if (phone) return await withLinkingLock(workspaceId, userId ? "change" : "read", undone);
    return await withRetry(() => db().$transaction(undone));
  } catch (error) {
    if (error instanceof Undone) return error.rehearsed;
    throw error;
  }
}

async function recordIn(tx: Runner, job: Job): Promise<Rehearsed> {
  const { workspaceId, idempotencyKey, newContactId, phone, variant } = job;
  const attempt = async () => (await rows(tx, recordStatement)(...parametersOf([job], lockTimeoutMs)))[0];
  let row = await attempt();
  if (!row && idempotencyKey) {
    await run(tx, releaseKeyStatement)(workspaceId, idempotencyKey);
    row = await attempt();
  }
  if (!row || row.replayed) return { row, reached: [], createsContact: false };
  const { id, contactId, personId, receivedAt } = row;
  const reached = await rows(tx, reachedStatement)(workspaceId, id, contactId, personId, phone ?? null, variant ?? null, receivedAt);
  return { row, reached, createsContact: contactId === newContactId };
}
