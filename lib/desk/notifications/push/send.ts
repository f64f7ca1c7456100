import { createHash } from "node:crypto";
import webpush from "web-push";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { call } from "@/lib/platform/outbound";
import { pushKeys } from "./keys";
import { removeGone, type Target, targetOf } from "./subscription";
import { isUnresponsive, markResponsive, markUnresponsive, serviceOf } from "./unresponsive";

/** How long a push service tries: who was away longer sees it at the desk. */
const keptSeconds = 12 * 60 * 60;
// An instance that stops waits for it.
const timeoutMs = 5_000;
const gone = new Set([404, 410]);

type Subscription = { workspaceId: string; id: string; encrypted: string };
/** What the service worker gets (app/sw.js). */
type Payload = { title: string; body: string; tag: string; path: string };

/** Contact that a push service may ask about us; it wants one. */
const contact = (): string => {
  const { VAPID_SUBJECT, PUBLIC_URL } = env();
  return VAPID_SUBJECT ?? (PUBLIC_URL?.startsWith("https:") ? PUBLIC_URL : "mailto:nobody@beside.invalid");
};

/** Encrypted for the browser, so that the push service reads nothing; a later notification of the chat replaces one that it still holds. */
async function requestOf({ endpoint, keys }: Target, payload: Payload) {
  const topic = createHash("sha256").update(payload.tag).digest("base64url").slice(0, 32);
  const vapidDetails = { subject: contact(), ...(await pushKeys()) };
  const options = { vapidDetails, TTL: keptSeconds, urgency: "high" as const, topic, contentEncoding: "aes128gcm" as const };
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), options);
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  return { headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])), body: body ?? Buffer.alloc(0) };
}

/** Sends at most once: what a push service does not take is not tried again. A subscription that it does not know any more is removed. */
export async function send({ workspaceId, id, encrypted }: Subscription, payload: Payload): Promise<void> {
  const target = targetOf(workspaceId, { id, encrypted });
  const service = serviceOf(workspaceId, target);
  if (isUnresponsive(service)) return;
  const request = await requestOf(target, payload);
  const outcome = await call(target.endpoint, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS, timeoutMs, ...request });
  if (outcome.kind === "failed") markUnresponsive(service);
  else markResponsive(service);
  if (outcome.kind === "reply" && gone.has(outcome.status)) return removeGone(workspaceId, id, encrypted);
  if (outcome.kind === "reply" && outcome.status < 300) return;
  const why = outcome.kind === "reply" ? { status: outcome.status } : { reason: outcome.reason };
  // The rest of the address names the browser.
  log.warn({ ...why, host: new URL(target.endpoint).host }, "a push service did not take a notification");
}
