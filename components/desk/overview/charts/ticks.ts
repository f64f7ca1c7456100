const [minute, hour, day] = [60, 3_600, 86_400];
/** Multiples of each are written with one unit: 30 seconds would make an "1 min 30 s". */
const steps = [1, 2, 5, 10, 15, ...[1, 2, 5, 10, 15].map((count) => count * minute), ...[1, 2, 3, 6].map((count) => count * hour), day];
const maxTicks = 4;

/**
 * The marks of an axis of seconds: round numbers of seconds, minutes, hours or days, from 0 to the first that is not below `max`. Without
 * a value there is no scale, only 0.
 */
export function durationTicks(max: number): number[] {
  if (max <= 0) return [0];
  const minStep = Math.max(max, 1) / maxTicks;
  const step = steps.find((one) => one >= minStep) ?? Math.ceil(minStep / day) * day;
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** Every how many columns there is a label, with at most about `maxLabels` of them: a number that divides hours and days well. */
export function labelStep(count: number, maxLabels: number): number {
  const needed = count / Math.max(1, maxLabels);
  return [1, 2, 3, 4, 6, 12, 24].find((step) => step >= needed) ?? Math.ceil(needed);
}
