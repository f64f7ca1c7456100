import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/runtime";

const everyMs = 60_000;
/** A workspace that had less of a queue's time in a minute is not worth a line. */
const minLoggedMs = 10_000;

type Share = { turns: number; items: number; ms: number };
type Shares = { since: number; of: Map<string, Share> };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What each workspace had of each queue on this instance in the current minute. */
    turnShares: Shares;
  }
}

const shares = () => singleton("turnShares", () => ({ since: performance.now(), of: new Map() }));

/** Counts a turn. Once a minute the log says which workspaces had most of a queue: who takes how much. */
export function addShare(queue: string, workspaceId: string, { count, tookMs }: { count: number; tookMs: number }): void {
  const all = shares();
  const key = `${queue} ${workspaceId}`;
  const share = all.of.get(key) ?? { turns: 0, items: 0, ms: 0 };
  all.of.set(key, { turns: share.turns + 1, items: share.items + count, ms: share.ms + tookMs });
  if (performance.now() - all.since < everyMs) return;
  for (const [name, { turns, items, ms }] of all.of) {
    if (ms < minLoggedMs) continue;
    const at = name.lastIndexOf(" ");
    log.info(
      { queue: name.slice(0, at), workspaceId: name.slice(at + 1), turns, items, seconds: Math.round(ms / 1000) },
      "a workspace had much of a queue in the last minute",
    );
  }
  all.since = performance.now();
  all.of.clear();
}
