import type { NotificationKind } from "@/lib/desk/notifications/shared/kinds";

type Tone = { hertz: number; at: number };

const rising: Tone[] = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
];
const falling: Tone[] = [
  { hertz: 520, at: 0 },
  { hertz: 390, at: 0.14 },
];
const tonesOf: Record<NotificationKind, Tone[]> = { message: rising, unassigned: rising, mention: rising, problem: falling };

/** Volume from 0 to 1: quiet enough for an open-plan office. */
const volume = 0.05;
const toneSeconds = 0.18;
const pauseMs = 2_000;

let context: AudioContext | undefined;
let lastAt = Number.NEGATIVE_INFINITY;

/** A browser plays nothing before somebody has used the page: call this on a click or a key. */
export async function allowSound(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume().catch(() => undefined);
}

function playTone(on: AudioContext, { hertz, at }: Tone): void {
  const [tone, gain] = [on.createOscillator(), on.createGain()];
  const start = on.currentTime + at;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.000_1, start + toneSeconds);
  tone.connect(gain).connect(on.destination);
  tone.start(start);
  tone.stop(start + toneSeconds);
}

/** Two quiet tones: rising, and falling for a problem. At most one every two seconds. */
export function playSound(kind: NotificationKind): void {
  if (performance.now() - lastAt < pauseMs || context?.state !== "running") return;
  lastAt = performance.now();
  for (const tone of tonesOf[kind]) playTone(context, tone);
}
