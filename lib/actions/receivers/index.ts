/**
 * A receiver is the company's server that gets calls: its address, samples of its code, and the check of its answers. Calls that agents
 * start are in `calls`.
 */

import { callBody } from "@/lib/actions/calls/call-body";
import { sign } from "@/lib/actions/calls/signature";
import { AppError, refusal } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import type { Translator } from "@/lib/messages";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";
import * as limit from "@/lib/platform/rate-limit";
import { newestSecrets } from "@/lib/webhooks/secret";
import * as secrets from "@/lib/workspace/secrets";
import type { Finding, Probe } from "./contract";
import { findingOf, type ProbeOutcome, verdictOf } from "./finding";
import { callsOf, type Sent } from "./probes";
import { keepFinding } from "./server-check";

export { templates } from "./kit";

type Agent = { id: string; name: string };

const checksPerMinute = 5;
// More than five checks need, so that a check that has begun is never cut off.
const probesPerMinute = 60;

/** Sends the calls of one probe to the saved address, evaluates the responses and keeps what it found. @throws conflict, rate_limited */
export async function check(t: Translator<"settings.check.findings">, workspaceId: string, agent: Agent, probe: Probe): Promise<Finding> {
  const url = await addressOf(workspaceId);
  await enforceCheckLimit(
    probe === "good" ? { of: `check:${workspaceId}`, max: checksPerMinute } : { of: `probe:${workspaceId}`, max: probesPerMinute },
  );
  const valid = await forSigning(workspaceId);
  const world = { now: currentTime(), secrets: valid, stranger: secrets.newSecret(), bodyAt: (sentAt: Date) => pingBy(agent, sentAt) };

  const echoes: ProbeOutcome[] = [];
  for (const sent of callsOf(probe, world)) {
    const echo = await sendProbe(t, url, sent);
    echoes.push(echo);
    if (echo.kind !== "answered") break;
  }
  const finding = (await takesOtherSecret({ t, workspaceId, url, agent, probe, echoes }))
    ? { probe, ok: false, isReached: true, message: t("rejectedValid.otherSecret") }
    : findingOf(t, probe, echoes, valid.length > 1);
  await keepFinding(workspaceId, url, finding);
  return finding;
}

/** Sends one valid call that is signed with the newest secret only. @throws conflict without an overlap, rate_limited */
export async function tryNewSecret(
  t: Translator<"settings.check.findings">,
  workspaceId: string,
  agent: Agent,
): Promise<{ accepted: boolean; message: string }> {
  const [newSecret, before] = await forSigning(workspaceId);
  if (before === undefined) throw new AppError("conflict", "There is no new secret to try: one secret is valid.");
  const url = await addressOf(workspaceId);
  await enforceCheckLimit({ of: `try:${workspaceId}`, max: checksPerMinute });

  const sentAt = currentTime();
  const body = Buffer.from(pingBy(agent, sentAt));
  const echo = await sendProbe(t, url, { headers: sign([newSecret], Math.floor(sentAt.getTime() / 1000), body), body });
  return verdictOf(t, echo);
}

type Rejected = {
  t: Translator<"settings.check.findings">;
  workspaceId: string;
  url: string;
  agent: Agent;
  probe: Probe;
  echoes: readonly ProbeOutcome[];
};

/** Whether a server that rejected a valid signature accepts one made with the secret of a webhook endpoint, which begins like ours. */
async function takesOtherSecret({ t, workspaceId, url, agent, probe, echoes: [echo] }: Rejected): Promise<boolean> {
  if (probe !== "good" || echo?.kind !== "answered" || (echo.status !== 401 && echo.status !== 403)) return false;
  for (const secret of await newestSecrets(workspaceId)) {
    const sentAt = currentTime();
    const body = Buffer.from(pingBy(agent, sentAt));
    const answer = await sendProbe(t, url, { headers: sign([secret], Math.floor(sentAt.getTime() / 1000), body), body });
    if (answer.kind !== "answered") return false;
    if (answer.status >= 200 && answer.status < 300) return true;
  }
  return false;
}

async function addressOf(workspaceId: string): Promise<string> {
  const { actionsUrl } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
  if (!actionsUrl) throw new AppError("conflict", "There is no address to check. Save the address of your server first.");
  return actionsUrl;
}

async function forSigning(workspaceId: string): Promise<[string, ...string[]]> {
  const [current, ...before] = await secrets.forSigning(workspaceId);
  if (current === undefined) throw new Error(`Workspace ${workspaceId} has no signing secret.`);
  return [current, ...before];
}

async function enforceCheckLimit({ of, max }: { of: string; max: number }): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(of, max);
  if (allowed) return;
  throw refusalError("rate_limited", refusal("tooManyChecks", { max, seconds: resetSeconds }), { "retry-after": String(resetSeconds) });
}

/** A press without a button. The made-up person has characters that JSON may encode in several ways. */
const pingBy = (agent: Agent, sentAt: Date): string =>
  callBody({
    action: "ping",
    label: "Ping",
    chatId: newId(),
    person: { id: newId(), name: "Zoë Example / Test 👍", phone: "447700900123", visitorId: null, email: "zoe@example.com" },
    contact: null,
    agent: { id: agent.id, name: agent.name },
    sentAt,
  });

async function sendProbe(t: Translator<"settings.check.findings">, url: string, { headers, body }: Sent): Promise<ProbeOutcome> {
  const allowOrigins = env().ACTIONS_ALLOW_ORIGINS;
  const all = { "Content-Type": "application/json", "X-Service-Delivery": newId(), ...headers };
  const outcome = await outbound.call(url, { headers: all, body, allowOrigins });
  if (outcome.kind === "reply") {
    const clock = Date.parse(outcome.headers["date"] ?? "");
    const clockMs = Number.isNaN(clock) ? null : clock - currentTime().getTime();
    return { kind: "answered", status: outcome.status, clockMs, body: outcome.body.toString("utf8") };
  }
  switch (outcome.reason) {
    case "timeout":
      return { kind: "late" };
    case "too_large":
      return { kind: "garbled", problem: t("tooLarge") };
    case "bad_reply":
      return { kind: "garbled", problem: t("garbled") };
    case "refused_address":
    case "unreachable":
    case "tls":
      return { kind: "unreached", problem: outcome.problem };
  }
}
