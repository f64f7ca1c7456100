import { elapsedText, remainingText } from "@/lib/kernel/durations";

export type LastPress = { agentName: string; startedAt: Date };
type Cooldown = { agentName: string; pressedAt: Date; endsAt: Date; remainingMs: number };

/** The cooldown that the last press started; null once it is over. */
export function cooldownOf(last: LastPress | undefined, coolDownSeconds: number, now: Date): Cooldown | null {
  if (!last || coolDownSeconds <= 0) return null;
  const endsAt = new Date(last.startedAt.getTime() + coolDownSeconds * 1000);
  const remainingMs = endsAt.getTime() - now.getTime();
  return remainingMs > 0 ? { agentName: last.agentName, pressedAt: last.startedAt, endsAt, remainingMs } : null;
}

/** "Ana pressed this 20 s ago. It can be pressed again in 40 s." */
export const cooldownMessage = ({ agentName, pressedAt, remainingMs }: Cooldown, now: Date): string =>
  `${agentName} pressed this ${elapsedText(now.getTime() - pressedAt.getTime(), "en")} ago. It can be pressed again in ${remainingText(remainingMs, "en")}.`;
