import * as calls from "@/lib/actions/calls/log";
import * as inbound from "@/lib/channels/inbound";
import * as visitorNetworks from "@/lib/channels/website/networks";
import * as comeBack from "@/lib/chats/come-back";
import * as merges from "@/lib/context/contacts/merge";
import * as events from "@/lib/context/events/retention";
import { deleteExpiredCodes } from "@/lib/desk/helpdesks/codes";
import * as push from "@/lib/desk/notifications/push";
import { hourMs } from "@/lib/kernel/durations";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { loop, measured } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as webhooks from "@/lib/webhooks/retention";
import * as links from "@/lib/workspace/accounts/retention";
import * as idempotency from "@/lib/workspace/idempotency";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import * as sessions from "@/lib/workspace/sessions";
import * as usage from "@/lib/workspace/usage";

/** Data with a limited retention. Each removes small batches, and ends early when the signal aborts. */
const removals: Record<string, (signal: AbortSignal) => Promise<void>> = {
  events: events.deleteExpired,
  calls: calls.deleteExpired,
  "request log": requests.deleteExpired,
  "idempotent calls": idempotency.deleteExpired,
  "counts of calls": usage.deleteExpired,
  keys: keys.deleteExpired,
  sessions: sessions.deleteExpired,
  links: links.deleteExpired,
  "inbound messages": inbound.deleteExpired,
  "networks of visitors": visitorNetworks.deleteExpired,
  "merges of contacts": merges.deleteExpired,
  "webhook events": webhooks.deleteExpired,
  "frame codes": deleteExpiredCodes,
  "browsers to notify": push.deleteExpired,
  "members online": comeBack.deleteExpired,
};

/** Removes expired data now and every hour, on one instance at a time. */
export const jobs = [
  loop({
    name: "removal by age",
    everyMs: hourMs,
    run: (signal) => withSingleRunnerLock("removal", () => removeExpired(signal)),
    failure: "the removal by age failed",
  }),
];

async function removeExpired(signal: AbortSignal): Promise<void> {
  for (const [name, deleteExpired] of Object.entries(removals)) {
    // A failure of one does not stop the others.
    if (!signal.aborted)
      await measured(`removal by age: ${name}`, () => deleteExpired(signal)).catch((error: unknown) =>
        log.error({ error, kind: name }, "a removal by age failed"),
      );
  }
}
