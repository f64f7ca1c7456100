import { type OutsideChannel, outsideChannels } from "@/lib/chats/shared/channels";
import { backoffMs } from "@/lib/kernel/backoff";
import { lowestId } from "@/lib/kernel/id-bounds";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { afterDeadlock } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { goAround } from "@/lib/platform/db/turns/around";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { nameOf } from "@/lib/workspace/integrations";
import { type DeliveryResult, outcomeUnknown, type Queued } from "./result";
import {
  abandonedAfterMs,
  abandonedStatement,
  confirmStatement,
  disconnectedStatement,
  notSentStatement,
  type PassedRow,
  sentStatement,
  slowDownStatement,
  takeStatement,
  triesPerSend,
} from "./sql";

// About half an hour, after which what an agent wrote is too old to be sent by itself.
const maxTries = 12;
const backoff = { firstMs: 2_000, maxMs: 5 * 60_000 };

const isTaken = (row: PassedRow): row is Extract<PassedRow, { id: string }> => row.id !== null;

/** Messages of different chats that are due, marked as being sent. Nobody is notified: within moments it is known what became of them. */
export async function take(workspaceId: string, max: number): Promise<{ messages: Queued[]; isMore: boolean }> {
  const look = (after: string) => afterDeadlock(() => rows(db(), takeStatement)(workspaceId, after, currentTime(), max));
  const { passed, isMore } = await goAround({ key: `outbound ${workspaceId}`, begin: lowestId, max, look });
  const messages = passed.filter(isTaken).map(({ position, isLast: _, ...message }) => ({ ...message, workspaceId, chatId: position }));
  return { messages, isMore };
}

/** Whether this attempt may still send. */
export async function confirm({ workspaceId, id, attempts }: Queued): Promise<boolean> {
  return (await run(db(), confirmStatement)(workspaceId, id, attempts, currentTime())) > 0;
}

type NotSent = Exclude<DeliveryResult, { kind: "sent" }>;

/** Stores what became of an attempt. A repeat changes nothing. */
export async function finish(message: Queued, result: DeliveryResult): Promise<void> {
  const { workspaceId, id, chatId, attempts } = message;
  if (result.kind === "sent") await run(db(), sentStatement)(workspaceId, id, attempts, result.externalId, currentTime());
  else await finishNotSent(message, result);
  notify(workspaceId, itemsChanged([{ chatId, id }]));
}

async function finishNotSent({ workspaceId, id, channel, attempts }: Queued, result: NotSent): Promise<void> {
  const now = currentTime();
  const { state, code, reason, waitMs } = nextOf(result, channel, attempts % triesPerSend);
  const nextTryAt = new Date(now.getTime() + waitMs);
  await run(db(), notSentStatement)(workspaceId, id, attempts, state, code, reason, nextTryAt, now);
  if (result.kind === "retry" && result.scope === "workspace" && state === "queued") {
    await run(db(), slowDownStatement)(workspaceId, nextTryAt, channel);
  }
}

function nextOf(result: NotSent, channel: OutsideChannel, tries: number) {
  switch (result.kind) {
    case "retry":
      if (tries >= maxTries) {
        const reason = `${result.reason} Nothing was sent, although it was tried for half an hour.`;
        return { state: "failed", code: result.code, reason, waitMs: 0 };
      }
      return { state: "queued", code: null, reason: `${result.reason} It is tried again.`, waitMs: backoffMs(tries - 1, backoff) };
    case "paused":
      return { state: "queued", code: null, reason: `It waits until an admin has looked at the ${nameOf(channel)} settings.`, waitMs: 0 };
    case "failed":
      return { state: "failed", code: result.code, reason: result.reason, waitMs: 0 };
    case "unknown":
      return { state: "unknown", code: null, reason: `${result.reason} ${outcomeUnknown}`, waitMs: 0 };
  }
}

/** Ends attempts of killed processes, and messages that wait for a channel which is gone. */
export async function sweep(abandonedBefore = new Date(currentTime().getTime() - abandonedAfterMs)): Promise<void> {
  const now = currentTime();
  const stopped = `Beside stopped while this was being sent. ${outcomeUnknown}`;
  notifyAll(await rows(db(), abandonedStatement)(abandonedBefore, stopped, now));
  for (const channel of outsideChannels) {
    const disconnected = `${nameOf(channel)} was disconnected before this was sent.`;
    notifyAll(await rows(db(), disconnectedStatement)(disconnected, now, channel));
  }
}

/** The same at the start of the only process: no other one can still be sending. */
export const sweepAtStart = (): Promise<void> => sweep(new Date("9999-01-01"));

function notifyAll(found: readonly { workspaceId: string; chatId: string; id: string }[]): void {
  for (const of of new Set(found.map(({ workspaceId }) => workspaceId)))
    notify(of, itemsChanged(found.filter(({ workspaceId }) => workspaceId === of)));
}
