import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { withoutQuery } from "@/lib/kernel/redact";
import { db, holder, rawClient } from "@/lib/platform/db";
import { type BatchesByShard, batched, newQueues, perBatch } from "@/lib/platform/db/batch";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable, withRetry } from "@/lib/platform/db/errors";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { rows, run } from "@/lib/platform/db/rows";
import type { Queue } from "@/lib/platform/db/turns";
import * as turns from "@/lib/platform/db/turns";
import { env } from "@/lib/platform/env";
import type { Job, Stop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { call, type Outcome } from "@/lib/platform/outbound";
import { singleton } from "@/lib/platform/runtime";
import * as audit from "@/lib/workspace/audit";
import { product } from "@/lib/workspace/audit/contract";
import { messageOf } from "./message";
import { verdictOf } from "./schedule";
import { secretsOf } from "./secret";
import { signedHeaders } from "./signature";
import {
  abandonedStatement,
  countStatement,
  deliveredStatement,
  dueStatement,
  finishStatement,
  nextStatement,
  readyStatement,
  sweepStatement,
  type TakenRow,
  type ToSendRow,
  takeStatement,
  toSendStatement,
} from "./sql";

const timeoutMs = 15_000;
const maxLoggedReply = 4_096;
/** Requests of this process at the same time, of all workspaces and of one: twenty endpoints with ten each. */
const maxSending = 1_000;
const maxSendingEach = 200;
/** How often is looked for what other processes wrote. While an endpoint has all its places taken, its workspace's others wait no longer. */
const pollMs = 250;
/** What is not finished when an instance stops is sent again by another one. */
const stopMs = 5_000;

type Taken = z.output<typeof TakenRow>;
type ToSend = z.output<typeof ToSendRow>;
/** A successful attempt, as its statement reads it. */
type Delivered = {
  workspaceId: string;
  eventId: string;
  endpointId: string;
  /** Its number. */
  attempt: number;
  id: string;
  at: string;
  url: string | null;
  tookMs: number;
  status: number | null;
  reply: string | null;
};

/** Whether the success ended the rest of its endpoint. */
type EndsRest = boolean;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The webhooks that this process is sending. */
    webhooks: { isStarted: boolean; sending: Map<string, Set<Promise<void>>> };
    webhookDeliveries: BatchesByShard<Delivered, EndsRest>;
  }
}
const state = () => singleton("webhooks", () => ({ isStarted: false, sending: new Map() }));

/** A turn takes what is due; it is sent beside the turns, so that a server that does not answer keeps nobody's turn from coming. */
export const queue: Queue = {
  name: "webhooks",
  places: 8,
  placesEach: 1,
  first: 50,
  min: 10,
  max: 200,
  maxStopMs: stopMs,
  maxRestMs: pollMs,
  nextStatement,
  sweepStatement,
  countStatement,
  serve,
};

/** Sends webhooks. */
export const jobs: Job[] = [{ name: queue.name, start: startSending }];

async function startSending(): Promise<Stop> {
  state().isStarted = true;
  // Only this process uses an embedded folder, so whatever is still being sent was left by a process that has ended.
  if (holder()) {
    await run(db(), abandonedStatement)();
    await turns.makeAllDue([queue]);
  }
  const stop = await turns.serving(queue, { pollMs }).start();
  return async () => {
    state().isStarted = false;
    await stop?.();
    const left = [...state().sending.values()].flatMap((sending) => [...sending]);
    await Promise.race([Promise.all(left), pause(stopMs, undefined, { ref: false })]);
  };
}

/** Looks for what is due; `workspaceId` has new work. */
export function wake(workspaceId: string): void {
  if (state().isStarted) turns.wake(queue, workspaceId);
}

async function serve(workspaceId: string, { max }: turns.Turn): Promise<turns.Served> {
  const { sending } = state();
  const all = [...sending.values()].reduce((sum, { size }) => sum + size, 0);
  const free = Math.min(max, maxSending - all, maxSendingEach - (sending.get(workspaceId)?.size ?? 0));
  if (free <= 0) return { count: 0, isMore: false };
  const taken = await take(workspaceId, free);
  await begin(workspaceId, taken);
  return { count: taken.length, isMore: taken.length >= free };
}

const take = (workspaceId: string, max: number): Promise<Taken[]> =>
  withRetry(() =>
    db().$transaction(async (tx) => {
      const now = currentTime();
      const ready = await rows(tx, readyStatement)(workspaceId, now);
      if (ready.length === 0) return [];
      return rows(tx, takeStatement)(
        workspaceId,
        now,
        ready.map(({ id }) => id),
        max,
      );
    }),
  );

/** What cannot be read now is due again by itself. */
async function begin(workspaceId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  const ids = [taken.map(({ eventId }) => eventId), taken.map(({ endpointId }) => endpointId)];
  const found = await rows(db(), toSendStatement)(workspaceId, ...ids);
  for (const one of found) {
    const of = taken.find(({ eventId, endpointId }) => eventId === one.id && endpointId === one.endpointId);
    if (of) track(workspaceId, send(workspaceId, one, of.attempts));
  }
}

function track(workspaceId: string, work: Promise<void>): void {
  const { sending } = state();
  const own = sending.get(workspaceId) ?? new Set();
  sending.set(workspaceId, own);
  const tracked = work.finally(() => {
    own.delete(tracked);
    if (own.size === 0) sending.delete(workspaceId);
    wake(workspaceId);
  });
  own.add(tracked);
}

/** One attempt. A failure of ours is no attempt: it is made again when its time is over. */
async function send(workspaceId: string, one: ToSend, attempt: number): Promise<void> {
  try {
    const outcome = await attemptOf(workspaceId, one);
    if (outcome) await onBehalfOf(workspaceId, () => finish(workspaceId, { one, attempt, outcome }));
  } catch (error) {
    if (!isUnavailable(error)) log.error({ error, event: one.id }, "a webhook could not be sent");
  }
}

async function attemptOf(workspaceId: string, one: ToSend): Promise<Outcome | undefined> {
  const { id, url } = one;
  if (url === null) return undefined;
  const { id: _, ...message } = messageOf(one, one.withContent);
  const body = Buffer.from(JSON.stringify(message));
  const at = currentTime();
  const secrets = secretsOf(workspaceId, { ...one, id: one.endpointId }, at);
  const headers = { "content-type": "application/json", "user-agent": "Beside-Webhooks", ...signedHeaders(secrets, { id, at, body }) };
  const maxReplyBytes = maxLoggedReply;
  return call(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS, timeoutMs, headers, body, maxReplyBytes, cutsReply: true });
}

type Attempt = { one: ToSend; attempt: number; outcome: Outcome };

async function finish(workspaceId: string, { one, attempt, outcome }: Attempt): Promise<void> {
  const { state: became, waitMs, off } = verdictOf(attempt, outcome);
  const now = currentTime();
  const status = outcome.kind === "reply" ? outcome.status : null;
  const reason = outcome.kind === "reply" ? null : outcome.problem;
  const reply = outcome.kind === "reply" ? outcome.body.toString("utf8").replaceAll("\0", "") : null;
  const { id: eventId, endpointId, url } = one;
  const { tookMs } = outcome;
  if (became === "delivered") {
    const done = { workspaceId, eventId, endpointId, attempt, id: newId(), at: now.toISOString(), url, tookMs, status, reply };
    // What waited meanwhile is due: the turn has the time when the rest would have ended.
    if (await finishDelivered(done)) await run(db(), dueStatement)(workspaceId, now);
    return;
  }
  const dueAt = new Date(now.getTime() + waitMs);
  const values = [eventId, endpointId, attempt, became, dueAt, now, newId(), url, tookMs, status, reason, reply, off];
  await withRetry(() =>
    db().$transaction(async (tx) => {
      const [health] = await rows(tx, finishStatement)(workspaceId, ...values);
      if (health?.reason) await recordOff(tx, workspaceId, { ...health, address: withoutQuery(url) });
    }),
  );
  // The turn waits for the time when what is under way would count as abandoned.
  if (became === "waiting") await run(db(), dueStatement)(workspaceId, dueAt);
}

type Off = { description: string; address: string | null; reason: string | null; failingSince: Date | null };

/** Admins see in the audit log that an endpoint was switched off, and why: nobody of theirs did it. */
function recordOff(tx: Prisma.TransactionClient, workspaceId: string, { description, address, reason, failingSince }: Off): Promise<void> {
  const why =
    reason === "failing"
      ? { failingSince: failingSince?.toISOString() ?? null }
      : { answer: reason === "gone" ? "410" : "webhook-delivery: disable" };
  return audit.record(tx, workspaceId, product, {
    what: "webhook.switched_off",
    subject: description || address || "",
    details: { address, ...why },
  });
}

/** Deliveries that ended at about the same time are written down together. */
const finishDelivered = batched<Delivered, EndsRest>(
  async (all, lockMs) => {
    const done = await rows(rawClient, deliveredStatement)(JSON.stringify(all), String(lockMs));
    const ended = new Set(done.flatMap(({ i, endsRest }) => (endsRest ? [i] : [])));
    return all.map((_, at) => ended.has(at + 1));
  },
  async (one, lockMs) => {
    const [done] = await withRetry(() => rows(rawClient, deliveredStatement)(JSON.stringify([one]), String(lockMs)));
    return done?.endsRest ?? false;
  },
  { queues: () => singleton("webhookDeliveries", newQueues), options: perBatch },
);
