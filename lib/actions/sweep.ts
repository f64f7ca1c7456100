import { db } from "@/lib/db";
import type { ActionCall, Prisma } from "@/lib/db/client/client";
import { AppError } from "@/lib/errors";
import { finish } from "./outcome";
import { noReply } from "./reply";

const lostAfterMs = 30_000;
const pageOfCalls = 100;

const look = "It may have happened: look before you press again.";
const stopped = `Beside stopped while this was running. ${look}`;
const neverReported = `Your server took this call and promised its result within 30 minutes, but never sent one. ${look}`;

/** Calls of which nothing more will be heard: what became of them is not known, and they are never sent again. */
export async function sweep(): Promise<void> {
  const now = Date.now();
  await giveUp({ state: "sending", startedAt: { lt: new Date(now - lostAfterMs) } }, stopped);
  await giveUp({ state: "working", answerBy: { lt: new Date(now) } }, neverReported);
}

/** The same at the start of the only process there is: nobody else can still be sending. */
export async function sweepAll(): Promise<void> {
  await giveUp({ state: "sending" }, stopped);
  await sweep();
}

async function giveUp(where: Prisma.ActionCallWhereInput, reason: string): Promise<void> {
  let page: ActionCall[] = [];
  do {
    const last = page.at(-1);
    const after = last ? { id: { gt: last.id } } : {};
    page = await db().actionCall.findMany({ where: { ...where, ...after }, orderBy: { id: "asc" }, take: pageOfCalls });
    for (const call of page) {
      await finish(call, { state: "unknown", reply: noReply, reason, received: {} }).catch((error: unknown) => {
        // One workspace that is busy does not keep the others; its turn comes with the next sweep.
        if (!(error instanceof AppError)) throw error;
      });
    }
  } while (page.length === pageOfCalls);
}
