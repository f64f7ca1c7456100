import { setTimeout as pause } from "node:timers/promises";
import * as secrets from "@/lib/domain/secrets";
import { db } from "@/lib/platform/db";
import type { ActionCall } from "@/lib/platform/db/client/client";
import { isUnavailable } from "@/lib/platform/db/errors";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import * as outbound from "@/lib/platform/outbound";
import { singleton } from "@/lib/platform/runtime";
import { type Ended, finish } from "./complete";
import { withoutCredentials } from "./headers";
import { noReply, readReason, readReply } from "./reply";
import { sign } from "./signature";

const keptReply = 65_536;

// What ends a call before a byte of it has left.
const beforeSending: readonly outbound.Reason[] = ["refused_address", "unreachable", "tls"];

const unreadable = "The signing secret of this workspace cannot be opened, so nothing was sent. Whoever runs Beside finds why in its log.";
const databaseAway = "Beside's database was away, so nothing was sent. Press again.";
// Longer than a database takes to be restarted or replaced.
const keepTryingMs = 10 * 60_000;
const againMs = 500;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The calls that this process has under way. */
    calls: Set<Promise<void>>;
  }
}

const underWay = () => singleton("calls", () => new Set());

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
    await keep(call, await send(call));
  } catch (error) {
    // The sweep will say "result unknown": that is all that is known.
    log.error({ error, call: call.id }, "the outcome of an action call could not be kept");
  }
}

/** What a customer's server said is known nowhere else: while the database is away it is kept here. */
async function keep(call: ActionCall, ended: Ended): Promise<void> {
  const until = Date.now() + keepTryingMs;
  for (;;) {
    try {
      return await finish(call, ended);
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error;
    }
    await pause(againMs);
  }
}

/** Signs a call and keeps what will be sent, so that one whose outcome is never known shows it too. */
async function prepare({ workspaceId, id, deliveryId, url, requestBody, startedAt }: ActionCall) {
  const body = Buffer.from(requestBody ?? "");
  const signature = sign(await secrets.forSigning(workspaceId), Math.floor(startedAt.getTime() / 1000), body);
  const headers = { "Content-Type": "application/json", "X-Service-Delivery": deliveryId, ...signature };
  const requestHeaders = outbound.headersOnWire(url, { headers, body });
  await db().actionCall.update({ where: { workspaceId_id: { workspaceId, id } }, data: { requestHeaders } });
  return { headers, body };
}

/** What ended a call before anything of it was sent, for the agent. @throws what is none of these */
function reasonNotToSend(error: unknown): string {
  if (isUnavailable(error)) return databaseAway;
  if (!(error instanceof secrets.UnreadableSecretError)) throw error;
  return unreadable;
}

async function send(call: ActionCall): Promise<Ended> {
  const prepared = await prepare(call).catch((error: unknown) => ({ reason: reasonNotToSend(error) }));
  if ("reason" in prepared) return { state: "failed", reply: noReply, reason: prepared.reason, received: {}, isSent: false };
  const outcome = await outbound.call(call.url, { ...prepared, allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  const { tookMs } = outcome;
  if (outcome.kind === "failed") {
    const isSent = !beforeSending.includes(outcome.reason);
    return { state: "failed", reply: noReply, reason: outcome.message, received: { tookMs }, isSent };
  }

  const { status } = outcome;
  // A mark of the byte order at the start is no text: the embedded database would drop it, PostgreSQL would not.
  const replyBody = outcome.body
    .subarray(0, keptReply)
    .toString("utf8")
    .replaceAll("\0", "")
    .replace(/^\ufeff+/, "");
  const received = { tookMs, replyStatus: status, replyHeaders: withoutCredentials(outcome.headers), replyBody };
  if (status >= 200 && status < 300) {
    const reply = readReply(outcome.body);
    return { state: status === 202 ? "working" : "delivered", reply, reason: reply.refused, received };
  }
  const plain =
    status >= 300 && status < 400
      ? `Your server answered ${status}, a redirect; redirects are not followed.`
      : `Your server answered ${status} without saying why.`;
  return { state: "refused", reply: noReply, reason: readReason(outcome.body) ?? plain, received };
}
