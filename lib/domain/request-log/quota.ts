const windowMs = 60_000;

/** How many lines a workspace gets in a minute: calls that went well are alike, and the hundredth refusal teaches nothing. */
export const perMinute = { answered: 60, refused: 120 } as const;

type Count = { answered: number; refused: number };

/** Counts lines by workspace, from one full minute to the next. */
export function quota() {
  const counts = new Map<string, Count>();
  let began = 0;
  return (workspaceId: string, kind: keyof Count, now: number): boolean => {
    if (now - began >= windowMs) {
      counts.clear();
      began = now - (now % windowMs);
    }
    let count = counts.get(workspaceId);
    if (!count) {
      count = { answered: 0, refused: 0 };
      counts.set(workspaceId, count);
    }
    if (count[kind] >= perMinute[kind]) return false;
    count[kind] += 1;
    return true;
  };
}
