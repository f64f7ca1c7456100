import { randomBytes } from "node:crypto";
import { enqueue, requireCapacity } from "@/lib/channels/inbound";
import { type Ignored, readWebhook } from "@/lib/channels/whatsapp/parse/webhook";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { foundWorkspace } from "@/lib/platform/db/on-behalf";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import * as limit from "@/lib/platform/rate-limit";
import { reportRefusal } from "@/lib/platform/refusals";
import * as integrations from "@/lib/workspace/integrations";
import { isSameToken, isSignedBy } from "./signature";

const maxChallengeLength = 1_000;

type Verification = { mode: string | undefined; token: string | undefined; challenge: string | undefined };

/** Answers Meta's question with its challenge. @throws forbidden, also when there is no such workspace or it has no WhatsApp */
export async function verify(slug: string, { mode, token = "", challenge = "" }: Verification): Promise<string> {
  const workspaceId = await workspaceOf(slug);
  const verifyToken = workspaceId && (await channelOf(workspaceId))?.secrets.verifyToken;
  const isRight = isSameToken(token, verifyToken || unguessable());
  if (isRight && mode === "subscribe" && challenge !== "" && challenge.length <= maxChallengeLength) return challenge;
  throw new AppError("forbidden", "The verify token is not the one of this address. Copy both from Settings, WhatsApp.");
}

type Webhook = {
  signature: string | null;
  /** The caller's network. */
  network: string;
  read: () => Promise<Uint8Array>;
};

/** Wrong signatures of one network in a minute, for each workspace: whoever guesses may send 3 MB each time. */
const wrongPerMinute = 60;
/** The webhooks of one workspace: more than its messages are processed in that time. Meta sends what was refused again. */
const perMinute = 3_000;

/**
 * Stores everything that a webhook reports, before Meta hears that it arrived; it is processed after that. Whatever is wrong with
 * the caller has the same answer, so that nobody learns which workspaces have WhatsApp. While the channel is switched off this is
 * the answer too: Meta sends it again for seven days. Nothing is read for a workspace that does not exist, or from a network that has
 * sent too many wrong signatures.
 * @throws invalid_key, rate_limited, payload_too_large, invalid_request, unavailable
 */
export async function receive(slug: string, { signature, network, read }: Webhook): Promise<{ stored: number }> {
  if (!signature) throw rejected();
  const workspaceId = await workspaceOf(slug);
  const wrong = `wrong-webhooks:${network} ${workspaceId ?? ""}`;
  requireRoom(await limit.peek(wrong, wrongPerMinute));
  if (!workspaceId) throw await counted(wrong);
  const bytes = await read();
  const channel = await channelOf(workspaceId);
  if (!isSignedBy(channel?.secrets.appSecret || unguessable(), bytes, signature)) throw await counted(wrong);
  if (!channel?.settings.isOn) throw rejected();
  // Only now it is known to be this workspace's.
  foundWorkspace(workspaceId);
  await countWebhook(workspaceId);
  await requireCapacity(workspaceId);
  const { entries, ignored } = readWebhook(jsonOf(bytes), channel.settings.phoneNumberId);
  report(workspaceId, ignored);
  return { stored: await enqueue(workspaceId, "whatsapp", entries) };
}

/** The refusal of a wrong signature. */
async function counted(counter: string): Promise<AppError> {
  await limit.consume(counter, wrongPerMinute);
  return rejected();
}

async function countWebhook(workspaceId: string): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(`webhooks:${workspaceId}`, perMinute);
  if (allowed) return;
  reportRefusal("webhooks", workspaceId);
  const message = `More than ${perMinute} webhooks in a minute. Wait ${resetSeconds} seconds and send it again.`;
  throw new AppError("rate_limited", message, { "retry-after": String(resetSeconds) });
}

function requireRoom({ allowed, resetSeconds }: limit.RateLimitState): void {
  if (allowed) return;
  metrics.inboundCounted("rejected");
  const message = `Too many webhooks from your network had a wrong signature. Wait ${resetSeconds} seconds and send it again.`;
  throw new AppError("rate_limited", message, { "retry-after": String(resetSeconds) });
}

async function workspaceOf(slug: string): Promise<string | undefined> {
  if (slug.includes("\0") || !slug.isWellFormed()) return undefined;
  return (await db().workspace.findUnique({ where: { slug }, select: { id: true } }))?.id;
}

/** Nothing is cached, so that a change of the settings counts from the next call on. Undefined without WhatsApp. */
const channelOf = async (workspaceId: string) => (await integrations.read(workspaceId, "whatsapp").catch(withoutUnreadable)) ?? undefined;

/** Its cause is logged; Meta sends the webhook again until the secrets were entered again. */
function withoutUnreadable(error: unknown): undefined {
  if (!(error instanceof integrations.UnreadableIntegrationError)) throw error;
}

/** Compared when there is nothing to compare with: nobody can have it, and the time of the answer reveals nothing. */
const unguessable = () => randomBytes(32).toString("hex");

function rejected(): AppError {
  metrics.inboundCounted("rejected");
  const message =
    "The header X-Hub-Signature-256 must be “sha256=” and the HMAC of the body with the app secret that is entered in Settings, WhatsApp.";
  return new AppError("invalid_key", message);
}

/** Undefined for anything that is no JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** What Meta sent and Beside left out: counted, and logged when it should not have come at all. */
function report(workspaceId: string, ignored: readonly Ignored[]): void {
  for (const reason of ignored) metrics.inboundCounted(reason);
  if (ignored.includes("unreadable")) log.warn({ workspaceId }, "a webhook of WhatsApp could not be read");
  if (ignored.includes("other_number"))
    log.warn({ workspaceId }, "a webhook of WhatsApp is for a phone number id that is not the one in the settings");
}
