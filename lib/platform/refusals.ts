import { log } from "./log";
import * as metrics from "./metrics";
import { singleton } from "./runtime";

const logMs = 60_000;
const maxKnown = 1_000;

declare module "./runtime" {
  interface Runtime {
    /** When the refusals of each workspace were logged last. */
    refusalsLogged: Map<string, number>;
  }
}

/** A call was refused because its workspace has more than its share. Each is counted; which workspace it is, is logged once a minute. */
export function reportRefusal(what: metrics.Refused, workspaceId: string | undefined): void {
  metrics.refused(what);
  const logged = singleton("refusalsLogged", () => new Map());
  const key = `${what} ${workspaceId}`;
  const now = performance.now();
  if (now - (logged.get(key) ?? Number.NEGATIVE_INFINITY) < logMs) return;
  if (logged.size >= maxKnown) logged.clear();
  logged.set(key, now);
  log.warn({ what, workspaceId }, "calls of a workspace are refused, because it has more than its share");
}
