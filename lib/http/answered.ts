import * as requests from "@/lib/domain/request-log";
import { scrub } from "@/lib/kernel/redact";
import { accessLog } from "@/lib/platform/log";
import { answersOf } from "@/lib/platform/metrics";
import type { Incoming } from "./request";
import type { Reply } from "./response";

/** Asked every few seconds by machines: their answers are only of interest to whoever looks for them. */
const quiet = new Set(["/api/health", "/api/ready"]);

type Answered = { incoming: Incoming; path: string; reply: Reply; began: number };

/** Counts, logs and lists each answer of an endpoint, after it is ready. `route` is never the path itself: that may name a person. */
export function answered({ method, path: route }: { method: string; path: string }): (what: Answered) => void {
  const count = answersOf(method, route);
  const level = quiet.has(route) ? "debug" : "info";
  function tell({ incoming, path, reply }: Answered, tookMs: number): void {
    const { status, refused } = reply;
    const requestId = reply.headers["x-request-id"] ?? "";
    count(status, tookMs);
    const { workspaceId, keyId } = incoming.from;
    accessLog[level]({
      method: incoming.method,
      route,
      status,
      code: refused?.code,
      tookMs: Math.round(tookMs * 100) / 100,
      // A caller may put anything into its own id.
      requestId: scrubbed(requestId),
      workspaceId,
    });
    if (workspaceId && keyId)
      requests.note({ workspaceId, keyId, route, path, method: incoming.method, status, refused, tookMs, requestId });
  }

  return (what) => {
    const tookMs = performance.now() - what.began;
    // The caller is answered first.
    setImmediate(tell, what, tookMs);
  };
}

const scrubbed = (id: string) => (/^[0-9a-f-]{36}$/.test(id) ? id : scrub(id));
