import * as links from "@/lib/domain/accounts/retention";
import * as calls from "@/lib/domain/calls/log";
import * as events from "@/lib/domain/events/retention";
import * as keys from "@/lib/domain/keys";
import * as requests from "@/lib/domain/request-log";
import * as sessions from "@/lib/domain/sessions";
import { alone } from "@/lib/platform/db/single-runner";
import { log } from "@/lib/platform/log";

const everyMs = 60 * 60 * 1000;

/** What is kept for a time only. Each removes small batches, and ends early when it is told to. */
const kinds: Record<string, (signal: AbortSignal) => Promise<void>> = {
  events: events.removeOld,
  calls: (signal) => calls.removeOld({ signal }),
  "request log": requests.removeOld,
  keys: keys.removeOld,
  sessions: sessions.removeOld,
  links: links.removeOld,
};

async function remove(signal: AbortSignal): Promise<void> {
  await alone("removal", async () => {
    for (const [name, removeOld] of Object.entries(kinds)) {
      // One kind that fails does not keep the others.
      if (!signal.aborted) await removeOld(signal).catch((error: unknown) => log.error({ error, kind: name }, "a removal by age failed"));
    }
  });
}

/** Removes what is too old now and every hour, on one instance at a time. The returned function ends it, and waits for the batch under way. */
export function startRemoval(): () => Promise<void> {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const start = () => {
    underWay = underWay.then(() => remove(stopping.signal)).catch((error: unknown) => log.error({ error }, "the removal by age failed"));
  };
  start();
  const timer = setInterval(start, everyMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return underWay;
  };
}
