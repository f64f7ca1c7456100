import { append } from "@/lib/chats/append";
import type { Outcome } from "@/lib/chats/contract";
import { db } from "@/lib/db";
import type { ActionCall } from "@/lib/db/client/client";
import { settle } from "@/lib/db/errors";
import { linkingLock } from "@/lib/db/linking";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import * as events from "@/lib/events";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { once } from "@/lib/once";
import * as outbound from "@/lib/outbound";
import { poke } from "@/lib/realtime";
import * as secrets from "@/lib/secrets";
import { type Reply, readReason, readReply } from "./reply";
import { sign } from "./signature";

const lostAfterMs = 30_000;
const keptReply = 65_536;

type Ended = {
  state: Outcome["state"];
  reply: Reply;
  reason: string | null;
  tookMs: number | null;
  status: number | null;
  body: string | null;
};

/** The calls that this process has under way. */
const underWay = () => once("deliveries", () => new Set<Promise<void>>());

/** Sends a call that is written down as `sending`, and puts what became of it into the chat. Never sent again by itself. */
export function deliver(call: ActionCall): void {
  const delivery = attempt(call).finally(() => underWay().delete(delivery));
  underWay().add(delivery);
}

/** Ends when no call is under way any more, so that a process that stops leaves none without an outcome. */
export async function settled(): Promise<void> {
  await Promise.all(underWay());
}

async function attempt(call: ActionCall): Promise<void> {
  try {
    await finish(call, await send(call));
  } catch (error) {
    // The sweep will say "result unknown": that is all that is known.
    log.error({ error, call: call.id }, "the outcome of an action call could not be kept");
  }
}

async function send({ workspaceId, deliveryId, url, requestBody, startedAt }: ActionCall): Promise<Ended> {
  const body = Buffer.from(requestBody ?? "");
  const signature = sign(await secrets.forSigning(workspaceId), Math.floor(startedAt.getTime() / 1000), body);
  const headers = { "Content-Type": "application/json", "X-Service-Delivery": deliveryId, ...signature };
  const outcome = await outbound.call(url, { headers, body, allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  const nothing: Reply = { message: null, event: null, refused: null };
  const { tookMs } = outcome;
  if (outcome.kind === "failed") return { state: "failed", reply: nothing, reason: outcome.message, tookMs, status: null, body: null };

  const { status } = outcome;
  const kept = { tookMs, status, body: outcome.body.subarray(0, keptReply).toString("utf8").replaceAll("\0", "") };
  if (status >= 200 && status < 300) {
    const reply = readReply(outcome.body);
    return { state: "delivered", reply, reason: reply.refused, ...kept };
  }
  const plain =
    status >= 300 && status < 400
      ? `Your server answered ${status}, a redirect; redirects are not followed.`
      : `Your server answered ${status} without saying why.`;
  return { state: "refused", reply: nothing, reason: readReason(outcome.body) ?? plain, ...kept };
}

/** The outcome, the note and the event stand in the chat together, or not at all. */
async function finish(call: ActionCall, ended: Ended): Promise<void> {
  const { workspaceId, chatId, personId } = call;
  const done = await settle(() =>
    db().$transaction(async (tx) => {
      await linkingLock(tx, workspaceId, "read");
      const checked = checkTime(ended);
      const { count } = await tx.actionCall.updateMany({
        where: { workspaceId, id: call.id, state: "sending" },
        data: {
          state: checked.state,
          replyStatus: checked.status,
          replyBody: checked.body,
          reason: checked.reason,
          tookMs: checked.tookMs,
          finishedAt: new Date(),
        },
      });
      if (count === 0) return undefined;
      const row = await append(tx, workspaceId, chatId, itemOf(call, checked));
      const event = checked.reply.event && (await events.recordFor(tx, workspaceId, { personId, chatId }, checked.reply.event));
      return { seq: row?.seq ?? 0, event };
    }),
  );
  if (!done) return;
  poke(workspaceId, { chats: [{ id: chatId, seq: done.seq }], people: [personId] });
  if (done.event) poke(workspaceId, done.event);
}

/** An event in the future is refused like any other bad event: the note is not lost for it. */
function checkTime(ended: Ended): Ended {
  try {
    events.effectiveTime(ended.reply.event?.occurredAt, new Date());
    return ended;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...ended, reason: `The reply's event was not recorded: ${error.message}`, reply: { ...ended.reply, event: null } };
  }
}

function itemOf({ id, label, accountId, agentName }: ActionCall, { state, reply, reason, tookMs }: Omit<Ended, "status" | "body">) {
  const data: Outcome = { callId: id, label, state, message: reply.message, reason, tookMs };
  return { id: newId(), kind: "action" as const, author: "agent" as const, by: { id: accountId, name: agentName }, data, at: new Date() };
}

/** Calls that a stopped process left behind: what became of them is not known, and they are never sent again. */
export async function sweep(): Promise<void> {
  const before = new Date(Date.now() - lostAfterMs);
  const lost = await db().actionCall.findMany({ where: { state: "sending", startedAt: { lt: before } }, take: 100 });
  for (const call of lost) {
    const reason = "Beside stopped while this was running. It may have happened: look before you press again.";
    const reply: Reply = { message: null, event: null, refused: null };
    await finish(call, { state: "unknown", reply, reason, tookMs: null, status: null, body: null });
  }
}
