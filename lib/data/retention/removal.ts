import * as calls from "@/lib/actions/calls/log";
import * as inbound from "@/lib/channels/inbound";
import * as visitorNetworks from "@/lib/channels/website/networks";
import * as events from "@/lib/context/events/retention";
import { deleteExpiredCodes } from "@/lib/desk/helpdesks/codes";
import * as push from "@/lib/desk/notifications/push";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { log } from "@/lib/platform/log";
import * as links from "@/lib/workspace/accounts/retention";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import * as sessions from "@/lib/workspace/sessions";
import * as usage from "@/lib/workspace/usage";

const intervalMs = 60 * 60 * 1000;

/** Data with a limited retention. Each job removes small batches, and ends early when the signal aborts. */
const removalJobs: Record<string, (signal: AbortSignal) => Promise<void>> = {
  events: events.deleteExpired,
  calls: (signal) => calls.deleteExpired({ signal }),
  "request log": requests.deleteExpired,
  "counts of calls": usage.deleteExpired,
  keys: keys.deleteExpired,
  sessions: sessions.deleteExpired,
  links: links.deleteExpired,
  "inbound messages": inbound.deleteExpired,
  "networks of visitors": visitorNetworks.deleteExpired,
  "frame codes": deleteExpiredCodes,
  "browsers to notify": push.deleteExpired,
};

async function removeExpired(signal: AbortSignal): Promise<void> {
  await withSingleRunnerLock("removal", async () => {
    for (const [name, deleteExpired] of Object.entries(removalJobs)) {
      // A failure of one job does not stop the others.
      if (!signal.aborted)
        await deleteExpired(signal).catch((error: unknown) => log.error({ error, kind: name }, "a removal by age failed"));
    }
  });
}

/** Removes expired data now and every hour, on one instance at a time. The returned function stops it and waits for the batch in flight. */
export function scheduleDeletion(): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => removeExpired(stopping.signal))
      .catch((error: unknown) => log.error({ error }, "the removal by age failed"));
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}
