import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { finish } from "./complete";
import { noReply } from "./reply";

const lostAfterMs = 30_000;
const pageOfCalls = 100;

const look = "It may have happened: look before you press again.";
const stopped = `Beside stopped while this was running. ${look}`;
const neverReported = `Your server took this call and promised its result within 30 minutes, but never sent one. ${look}`;

const Place = z.strictObject({ workspaceId: z.uuid(), id: z.uuid() });
type Place = z.output<typeof Place>;
const firstId = "00000000-0000-0000-0000-000000000000";
const farAhead = new Date("9999-01-01");

/** `$1` a time, `$2` the last id of the page before, `$3` how many. The states are spelled out: the index is for these two alone. */
const overdue = (state: "sending" | "working", since: "started_at" | "answer_by") => `
  select workspace_id as "workspaceId", id from action_call
  where state = '${state}' and ${since} < $1::timestamptz and id > $2::uuid order by id limit $3::int`;
export const unfinished = { sending: overdue("sending", "started_at"), working: overdue("working", "answer_by") };

/** Calls of which nothing more will be heard: what became of them is not known, and they are never sent again. */
export async function sweep(): Promise<void> {
  const now = Date.now();
  await giveUp(unfinished.sending, { before: new Date(now - lostAfterMs), reason: stopped });
  await giveUp(unfinished.working, { before: new Date(now), reason: neverReported });
}

/** The same at the start of the only process there is: nobody else can still be sending. */
export async function sweepAll(): Promise<void> {
  await giveUp(unfinished.sending, { before: farAhead, reason: stopped });
  await sweep();
}

async function giveUp(statement: string, { before, reason }: { before: Date; reason: string }): Promise<void> {
  let found: Place[] = [];
  do {
    found = await rows(db(), Place)(statement, before, found.at(-1)?.id ?? firstId, pageOfCalls);
    if (found.length === 0) return;
    const page = await db().actionCall.findMany({ where: { OR: found }, orderBy: { id: "asc" } });
    for (const call of page) {
      await finish(call, { state: "unknown", reply: noReply, reason, received: {} }).catch((error: unknown) => {
        // One workspace that is busy does not keep the others; its turn comes with the next sweep.
        if (!(error instanceof AppError)) throw error;
      });
    }
  } while (found.length === pageOfCalls);
}
