export type LastPress = { agentName: string; startedAt: Date };
export type Cooling = { agentName: string; pressedAt: Date; endsAt: Date; remainingMs: number };

/** The cool-down that the last press began, while it lasts. */
export function coolingOf(last: LastPress | undefined, coolDownSeconds: number, now: Date): Cooling | null {
  if (!last || coolDownSeconds <= 0) return null;
  const endsAt = new Date(last.startedAt.getTime() + coolDownSeconds * 1000);
  const remainingMs = endsAt.getTime() - now.getTime();
  return remainingMs > 0 ? { agentName: last.agentName, pressedAt: last.startedAt, endsAt, remainingMs } : null;
}

/** "20 s", "5 min", "1 h 10 min": whole steps, rounded up, so that nobody is told to come too early. */
export function spanOf(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

/** The same of what has passed, rounded down. */
export function passedOf(passedMs: number): string {
  const seconds = Math.max(1, Math.floor(passedMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : spanOf(minutes * 60_000);
}

/** "Ana pressed this 20 s ago. It can be pressed again in 40 s." */
export const coolingSentence = ({ agentName, pressedAt, remainingMs }: Cooling, now: Date): string =>
  `${agentName} pressed this ${passedOf(now.getTime() - pressedAt.getTime())} ago. It can be pressed again in ${spanOf(remainingMs)}.`;
