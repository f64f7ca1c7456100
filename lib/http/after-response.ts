import { redactId } from "@/lib/kernel/redact";
import { getHealth, getReady } from "@/lib/platform/health/contract";
import { accessLog } from "@/lib/platform/log";
import { observeResponses } from "@/lib/platform/metrics";
import * as requests from "@/lib/workspace/request-log";
import type { ApiRequest } from "./request";
import type { Reply } from "./response";

/** Requested by machines every few seconds: their responses are logged at debug level only. */
const quiet = new Set<string>([getHealth.path, getReady.path]);

type Outgoing = { request: ApiRequest; path: string; reply: Reply; began: number };

/** Counts, logs and lists each response of an endpoint. `route` is never the path itself, which may name a person. */
export function afterResponse({ method, path: route }: { method: string; path: string }): (what: Outgoing) => void {
  const count = observeResponses(method, route);
  const level = quiet.has(route) ? "debug" : "info";
  function logResponse({ request, path, reply }: Outgoing, tookMs: number): void {
    const { status, refused } = reply;
    const requestId = reply.headers["x-request-id"] ?? "";
    count(status, tookMs);
    const { workspaceId, keyId } = request.from;
    accessLog[level]({
      method: request.method,
      route,
      status,
      code: refused?.code,
      tookMs: Math.round(tookMs * 100) / 100,
      requestId: redactId(requestId),
      workspaceId,
    });
    if (workspaceId && keyId)
      requests.note({
        ...{ workspaceId, keyId, route, path, method: request.method, status, refused, tookMs, requestId },
        ...{ sent: request.sent, ignored: reply.headers["x-ignored-fields"], answer: reply.text },
      });
  }

  return (what) => {
    const tookMs = performance.now() - what.began;
    // The response is sent first.
    setImmediate(logResponse, what, tookMs);
  };
}
