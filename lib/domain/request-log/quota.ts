const windowMs = 60_000;

/** How many lines a workspace gets in a minute: calls that went well are alike, and the hundredth refusal teaches nothing. */
export const perMinute = { answered: 60, refused: 120 } as const;

type Count = { answered: number; refused: number };

/** Lines by workspace, from one full minute to the next. */
export type Quota = { counts: Map<string, Count>; began: number };
export const newQuota = (): Quota => ({ counts: new Map(), began: 0 });

/** Counts a line, unless its workspace has had enough of its kind in this minute. */
export function mayKeep(quota: Quota, { workspaceId, kind, now }: { workspaceId: string; kind: keyof Count; now: number }): boolean {
  const { counts } = quota;
  if (now - quota.began >= windowMs) {
    counts.clear();
    quota.began = now - (now % windowMs);
  }
  let count = counts.get(workspaceId);
  if (!count) {
    count = { answered: 0, refused: 0 };
    counts.set(workspaceId, count);
  }
  if (count[kind] >= perMinute[kind]) return false;
  count[kind] += 1;
  return true;
}
