import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import type { ActionCall } from "@/lib/platform/db/client/client";
import { isTooSlow, isUnavailable } from "@/lib/platform/db/errors";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import * as outbound from "@/lib/platform/outbound";
import { singleton } from "@/lib/platform/runtime";
import * as secrets from "@/lib/workspace/secrets";
import { type CallResult, completeCall } from "./complete";
import { signedHeaders, withoutCredentials } from "./headers";
import { noReply, readReason, readReply } from "./reply";

const maxLoggedReply = 65_536;

const unreadable = "The signing secret of this workspace cannot be opened, so nothing was sent. Whoever runs Beside finds why in its log.";
const databaseUnavailable = "Beside's database was away, so nothing was sent. Press again.";
const databaseSlow = "Beside's database took too long, so nothing was sent. Press again later.";
const erased = "The person was erased before this was sent.";
// Longer than a database takes to be restarted or replaced.
const retryForMs = 10 * 60_000;
const retryIntervalMs = 500;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The calls that this process is sending. */
    calls: Set<Promise<void>>;
  }
}

const runningCalls = () => singleton("calls", () => new Set());

/** Sends a call that is recorded as `sending`, and adds its outcome to the chat. It is never retried automatically. */
export function sendCall(call: ActionCall): void {
  const running = onBehalfOf(call.workspaceId, () => attempt(call)).finally(() => runningCalls().delete(running));
  runningCalls().add(running);
}

/** Resolves when no call is running any more, so that a process that stops leaves none without an outcome. */
export async function waitForCalls(): Promise<void> {
  await Promise.all(runningCalls());
}

async function attempt(call: ActionCall): Promise<void> {
  try {
    await completeWhenAvailable(call, await send(call));
  } catch (error) {
    // The sweep will mark the call as unknown.
    log.error({ error, call: call.id }, "the outcome of an action call could not be kept");
  }
}

/** The reply exists only in memory, so recording it is retried for a while when the database is unavailable or slow. */
async function completeWhenAvailable(call: ActionCall, result: CallResult): Promise<void> {
  const until = Date.now() + retryForMs;
  for (;;) {
    try {
      return await completeCall(call, result);
    } catch (error) {
      if (!(isUnavailable(error) || isTooSlow(error)) || Date.now() > until) throw error;
    }
    await pause(retryIntervalMs);
  }
}

/** Signs a call and stores its headers before it is sent, so that a call with an unknown outcome shows them too. */
async function prepare({ workspaceId, id, deliveryId, url, requestBody, startedAt }: ActionCall) {
  const body = Buffer.from(requestBody ?? "");
  const headers = signedHeaders({ secrets: await secrets.forSigning(workspaceId), deliveryId, at: startedAt, body });
  const requestHeaders = outbound.headersOnWire(url, { headers, body });
  const { count } = await db().actionCall.updateMany({ where: { workspaceId, id }, data: { requestHeaders } });
  return count > 0 ? { headers, body } : { reason: erased };
}

/** Why nothing was sent, as text for the agent. @throws any other error */
function reasonNotToSend(error: unknown): string {
  if (isUnavailable(error)) return databaseUnavailable;
  if (isTooSlow(error)) return databaseSlow;
  if (!(error instanceof secrets.UnreadableSecretError)) throw error;
  return unreadable;
}

async function send(call: ActionCall): Promise<CallResult> {
  const prepared = await prepare(call).catch((error: unknown) => ({ reason: reasonNotToSend(error) }));
  if ("reason" in prepared) return { state: "failed", reply: noReply, reason: prepared.reason, received: {}, isSent: false };
  const outcome = await outbound.call(call.url, { ...prepared, allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  const { tookMs } = outcome;
  if (outcome.kind === "failed") {
    const { isSent, message } = outcome;
    return { state: isSent ? "unknown" : "failed", reply: noReply, reason: message, received: { tookMs }, isSent };
  }

  const { status } = outcome;
  // A leading byte order mark is not text: the embedded database would drop it, PostgreSQL would not.
  const replyBody = outcome.body
    .subarray(0, maxLoggedReply)
    .toString("utf8")
    .replaceAll("\0", "")
    .replace(/^\ufeff+/, "");
  const received = { tookMs, replyStatus: status, replyHeaders: withoutCredentials(outcome.headers), replyBody };
  if (status >= 200 && status < 300) {
    const reply = readReply(outcome.body);
    return { state: status === 202 ? "working" : "succeeded", reply, reason: reply.refused, received };
  }
  const plain =
    status >= 300 && status < 400
      ? `Your server answered ${status}, a redirect; redirects are not followed.`
      : `Your server answered ${status} without saying why.`;
  return { state: "refused", reply: noReply, reason: readReason(outcome.body) ?? plain, received };
}
