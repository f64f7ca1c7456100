const windowMs = 60_000;

/** How many lines a workspace gets per minute: more lines of successful calls, or of the same error, add no information. */
export const perMinute = { succeeded: 60, refused: 120 } as const;

type Count = { succeeded: number; refused: number };

/** Lines by workspace, within one calendar minute. */
export type Quota = { counts: Map<string, Count>; began: number };
export const newQuota = (): Quota => ({ counts: new Map(), began: 0 });

/** Counts a line. Returns false, without counting, when the workspace has used up its quota of that kind in this minute. */
export function withinQuota(quota: Quota, { workspaceId, kind, now }: { workspaceId: string; kind: keyof Count; now: number }): boolean {
  const { counts } = quota;
  if (now - quota.began >= windowMs) {
    counts.clear();
    quota.began = now - (now % windowMs);
  }
  let count = counts.get(workspaceId);
  if (!count) {
    count = { succeeded: 0, refused: 0 };
    counts.set(workspaceId, count);
  }
  if (count[kind] >= perMinute[kind]) return false;
  count[kind] += 1;
  return true;
}
