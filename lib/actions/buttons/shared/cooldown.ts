export type LastPress = { agentName: string; startedAt: Date };
type Cooldown = { agentName: string; pressedAt: Date; endsAt: Date; remainingMs: number };

/** The cooldown that the last press started; null once it is over. */
export function cooldownOf(last: LastPress | undefined, coolDownSeconds: number, now: Date): Cooldown | null {
  if (!last || coolDownSeconds <= 0) return null;
  const endsAt = new Date(last.startedAt.getTime() + coolDownSeconds * 1000);
  const remainingMs = endsAt.getTime() - now.getTime();
  return remainingMs > 0 ? { agentName: last.agentName, pressedAt: last.startedAt, endsAt, remainingMs } : null;
}

/** "20 s", "5 min", "1 h 10 min": whole units, rounded up, so that it never ends early. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

/** The same for time that has passed, rounded down. */
export function formatElapsed(passedMs: number): string {
  const seconds = Math.max(1, Math.floor(passedMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : formatDuration(minutes * 60_000);
}

/** "Ana pressed this 20 s ago. It can be pressed again in 40 s." */
export const cooldownMessage = ({ agentName, pressedAt, remainingMs }: Cooldown, now: Date): string =>
  `${agentName} pressed this ${formatElapsed(now.getTime() - pressedAt.getTime())} ago. It can be pressed again in ${formatDuration(remainingMs)}.`;
