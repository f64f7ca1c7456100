const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** "valid for 7 days", "valid for 5 h", "has expired". */
export function remainingDays(until: Date, now: Date): string {
  const leftMs = until.getTime() - now.getTime();
  if (leftMs <= 0) return "has expired";
  if (leftMs < hourMs) return "valid for less than an hour";
  // Said of one just made, a second later, it is still seven days.
  const days = Math.round(leftMs / dayMs);
  return days < 2 ? `valid for ${Math.round(leftMs / hourMs)} h` : `valid for ${days} days`;
}
