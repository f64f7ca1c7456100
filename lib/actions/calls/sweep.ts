import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { lowestId } from "@/lib/kernel/id-bounds";
import { db, holder } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { type Statement, statement } from "@/lib/platform/db/statement";
import { type Job, loop } from "@/lib/platform/jobs";
import { completeCall } from "./complete";
import { resultWindow } from "./contract";
import { noReply } from "./reply";
import { waitForCalls } from "./send";

const abandonedAfterMs = 30_000;
const pageSize = 100;

const checkFirst = "It may have happened: look before you press again.";
const stopped = `Beside stopped while this was running. ${checkFirst}`;
const neverReported = `Your server took this call and promised its result within ${resultWindow.text}, but never sent one. ${checkFirst}`;

const CallId = z.strictObject({ workspaceId: z.uuid(), id: z.uuid() });
type CallId = z.output<typeof CallId>;
const distantFuture = new Date("9999-01-01");

/** `$1` a time, `$2` the last id of the previous page, `$3` the limit. The states are literals: the partial index has only these two. */
const overdue = (state: "sending" | "working", since: "started_at" | "answer_by") => statement({ row: CallId, scope: "all" })`
  select workspace_id as "workspaceId", id from action_call
  where state = '${state}' and ${since} < $1::timestamptz and id > $2::uuid order by id limit $3::int`;
export const unfinished = { sending: overdue("sending", "started_at"), working: overdue("working", "answer_by") };

/** Marks abandoned calls as unknown: no reply or result is expected any more, and they are never sent again. */
export async function sweep(): Promise<void> {
  const now = currentTime().getTime();
  await markUnknown(unfinished.sending, { before: new Date(now - abandonedAfterMs), reason: stopped });
  await markUnknown(unfinished.working, { before: new Date(now), reason: neverReported });
}

/** The same at the start of the only process: no other one can still be sending. */
async function sweepAtStart(): Promise<void> {
  await markUnknown(unfinished.sending, { before: distantFuture, reason: stopped });
  await sweep();
}

async function markUnknown(statement: Statement<typeof CallId>, { before, reason }: { before: Date; reason: string }): Promise<void> {
  let found: CallId[] = [];
  do {
    found = await rows(db(), statement)(before, found.at(-1)?.id ?? lowestId, pageSize);
    if (found.length === 0) return;
    const page = await db().actionCall.findMany({ where: { OR: found }, orderBy: { id: "asc" } });
    for (const call of page) {
      await completeCall(call, { state: "unknown", reply: noReply, reason, received: {} }).catch((error: unknown) => {
        // A busy workspace does not hold up the others; the next sweep tries it again.
        if (!(error instanceof AppError)) throw error;
      });
    }
  } while (found.length === pageSize);
}

export const jobs: Job[] = [
  { name: "action calls", start: async () => waitForCalls },
  loop({
    name: "sweep of action calls",
    everyMs: 10_000,
    // Only this process uses the folder, so every call that is still being sent was left by a process that has ended. On a
    // PostgreSQL server other instances may be sending, and only the age of a call shows that it was abandoned.
    atStart: () => (holder() ? sweepAtStart() : sweep()),
    run: sweep,
    failure: "the sweep of action calls failed",
  }),
];
