import type { OverviewRange } from "@/lib/desk/overview/browser/queries";
import { dayMs } from "@/lib/kernel/durations";
import { momentOf, wallTimeOf, zonedIso } from "@/lib/kernel/zoned";

/** How many days each has, today included. */
const presetDays = { today: 1, "7d": 7, "30d": 30 } as const;
export type Preset = keyof typeof presetDays;
export const presets = Object.keys(presetDays) as Preset[];

/** The time in the address. Days are those of the reader's time zone: `2026-11-21`, both included. */
export type Chosen = { range: Preset } | { range: "custom"; from: string; to: string };

const maxDays = 31;

/** The number of a day since 1970; undefined for what is none, such as a half-typed one. */
function dayNumberOf(day: string): number | undefined {
  const at = /^2\d{3}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : at / dayMs;
}

/** Reads the address; today, when it says nothing that can be read. */
export function parseRange(search: URLSearchParams): Chosen {
  const [from, to] = [search.get("from"), search.get("to")];
  if (from !== null || to !== null) return { range: "custom", from: from ?? "", to: to ?? "" };
  return { range: presets.find((one) => one === search.get("range")) ?? "today" };
}

export function searchOf(chosen: Chosen): string {
  if (chosen.range === "custom") return `?${new URLSearchParams({ from: chosen.from, to: chosen.to })}`;
  return chosen.range === "today" ? "" : `?range=${chosen.range}`;
}

export type RangeProblem = "incomplete" | "backwards" | "tooLong";

/** Why a time cannot be shown: days are missing, in the wrong order, or too many. */
export function problemOf(chosen: Chosen): RangeProblem | undefined {
  if (chosen.range !== "custom") return undefined;
  const [first, last] = [dayNumberOf(chosen.from), dayNumberOf(chosen.to)];
  if (first === undefined || last === undefined) return "incomplete";
  if (last < first) return "backwards";
  return last - first >= maxDays ? "tooLong" : undefined;
}

/** The day on the reader's calendar, as `2026-11-21`. */
const dayOf = (at: number, zone: string): string => zonedIso(at, zone).slice(0, 10);

function startOf(day: string, zone: string, daysLater = 0): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return new Date(momentOf({ year, month, day: date + daysLater, hour: 0, minute: 0 }, zone)).toISOString();
}

/** What is asked for: from the beginning of the first day to the end of the last one, which may be today and not over. */
export function queryOf(chosen: Chosen, { now, zone }: { now: number; zone: string }): OverviewRange | undefined {
  if (problemOf(chosen)) return undefined;
  if (chosen.range === "custom") return { from: startOf(chosen.from, zone), to: startOf(chosen.to, zone, 1), zone };
  const { year, month, day } = wallTimeOf(now, zone);
  const midnight = (daysLater: number) => new Date(momentOf({ year, month, day: day + daysLater, hour: 0, minute: 0 }, zone)).toISOString();
  return { from: midnight(1 - presetDays[chosen.range]), to: midnight(1), zone };
}

/** What "Custom" begins with: the days that were shown before it. */
export const customOf = (preset: Preset, { now, zone }: { now: number; zone: string }): Chosen => ({
  range: "custom",
  from: dayOf(now - (presetDays[preset] - 1) * dayMs, zone),
  to: dayOf(now, zone),
});
