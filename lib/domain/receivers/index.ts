import { randomBytes } from "node:crypto";
import { bodyOf } from "@/lib/domain/calls/body";
import { sign } from "@/lib/domain/calls/signature";
import * as secrets from "@/lib/domain/secrets";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Translator } from "@/lib/messages";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";
import * as limit from "@/lib/platform/rate-limit";
import type { Finding, Probe } from "./contract";
import { type Echo, findingOf, verdictOf } from "./finding";
import { callsOf, type Sent } from "./probes";

export { templates } from "./kit";

type Agent = { id: string; name: string };

const checksPerMinute = 5;
// More than that many checks can need: one that was begun is never cut off in the middle.
const probesPerMinute = 60;

/** Sends the saved address the calls of one probe and says what the receiver got right. @throws conflict, rate_limited */
export async function check(t: Translator<"settings.check.findings">, workspaceId: string, agent: Agent, probe: Probe): Promise<Finding> {
  const url = await addressOf(workspaceId);
  await spend(
    probe === "good" ? { of: `check:${workspaceId}`, most: checksPerMinute } : { of: `probe:${workspaceId}`, most: probesPerMinute },
  );
  const valid = await forSigning(workspaceId);
  const world = { now: new Date(), secrets: valid, stranger: strangersSecret(), bodyAt: (sentAt: Date) => pingBy(agent, sentAt) };

  const echoes: Echo[] = [];
  for (const sent of callsOf(probe, world)) {
    const echo = await knock(t, url, sent);
    echoes.push(echo);
    if (echo.kind !== "answered") break;
  }
  return findingOf(t, probe, echoes, valid.length > 1);
}

/** One good call that is signed with the newest secret alone. @throws conflict without an overlap, rate_limited */
export async function tryNewSecret(
  t: Translator<"settings.check.findings">,
  workspaceId: string,
  agent: Agent,
): Promise<{ accepted: boolean; message: string }> {
  const [fresh, before] = await forSigning(workspaceId);
  if (before === undefined) throw new AppError("conflict", "There is no new secret to try: one secret is valid.");
  const url = await addressOf(workspaceId);
  await spend({ of: `try:${workspaceId}`, most: checksPerMinute });

  const sentAt = new Date();
  const body = Buffer.from(pingBy(agent, sentAt));
  const echo = await knock(t, url, { headers: sign([fresh], Math.floor(sentAt.getTime() / 1000), body), body });
  return verdictOf(t, echo);
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

async function spend({ of, most }: { of: string; most: number }): Promise<void> {
  const { allowed, resetSeconds } = await limit.take(of, most);
  if (allowed) return;
  throw new AppError("rate_limited", `Your server was checked ${most} times in the last minute. Wait ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}

const strangersSecret = () => `whsec_${randomBytes(32).toString("base64url")}`;

/** A press of nobody's button: the person is made up, and has letters that JSON may be written with in several ways. */
const pingBy = (agent: Agent, sentAt: Date): string =>
  bodyOf({
    action: "ping",
    label: "Ping",
    chatId: newId(),
    person: { id: newId(), name: "Zoë Example / Test 👍", phone: "447700900123", visitorId: null, email: "zoe@example.com" },
    contact: null,
    agent: { id: agent.id, name: agent.name },
    sentAt,
  });

async function knock(t: Translator<"settings.check.findings">, url: string, { headers, body }: Sent): Promise<Echo> {
  const allowOrigins = env().ACTIONS_ALLOW_ORIGINS;
  const all = { "Content-Type": "application/json", "X-Service-Delivery": newId(), ...headers };
  const outcome = await outbound.call(url, { headers: all, body, allowOrigins });
  if (outcome.kind === "reply") {
    const clock = Date.parse(outcome.headers["date"] ?? "");
    return { kind: "answered", status: outcome.status, clockMs: Number.isNaN(clock) ? null : clock - Date.now() };
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
