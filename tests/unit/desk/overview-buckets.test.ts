import { test } from "@playwright/test";
import fc from "fast-check";
import { bucketsOf, unitOf } from "@/lib/desk/overview/shared/buckets";
import { momentOf, timeZoneNamed, wallTimeOf, zonedIso } from "@/lib/kernel/zoned";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const startOf = (zone: string, year: number, month: number, day: number) =>
  new Date(momentOf({ year, month, day, hour: 0, minute: 0 }, zone));

/** When the buckets of some days begin, on the clock of the zone. */
const clocks = (zone: string, [year, month, day]: [number, number, number], days = 1) => {
  const [from, to] = [startOf(zone, year, month, day), startOf(zone, year, month, day + days)];
  return bucketsOf({ from, to, zone }).map((start) => zonedIso(start.getTime(), zone));
};

test("a day in Berlin has 24 hours, 23 when the clocks go forward and 25 when they go back", () => {
  expect(clocks("Europe/Berlin", [2026, 3, 28])).toHaveLength(24);
  const forward = clocks("Europe/Berlin", [2026, 3, 29]);
  expect(forward).toHaveLength(23);
  expect(forward.slice(1, 3)).toEqual(["2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00"]);
  const back = clocks("Europe/Berlin", [2026, 10, 25]);
  expect(back).toHaveLength(25);
  expect(back.slice(2, 4)).toEqual(["2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"]);
});

test("hours begin with the clock of the zone, also where it differs from ours by half an hour or 45 minutes", () => {
  expect(clocks("Asia/Kolkata", [2026, 11, 21])[5]).toBe("2026-11-21T05:00:00+05:30");
  expect(clocks("Asia/Kathmandu", [2026, 11, 21])[5]).toBe("2026-11-21T05:00:00+05:45");
  // The clocks of Lord Howe go back by half an hour.
  expect(clocks("Australia/Lord_Howe", [2026, 4, 5]).slice(1, 4)).toEqual([
    "2026-04-05T01:00:00+11:00",
    "2026-04-05T01:30:00+10:30",
    "2026-04-05T02:00:00+10:30",
  ]);
});

test("days begin at midnight, also in a month in which the clocks change, and later where they skip midnight", () => {
  const days = clocks("Europe/Berlin", [2026, 10, 1], 31);
  expect(days).toHaveLength(31);
  expect(days.filter((day) => !day.includes("T00:00:00"))).toEqual([]);
  expect(days.at(-1)).toBe("2026-10-31T00:00:00+01:00");
  expect(clocks("Africa/Cairo", [2026, 4, 20], 10).find((day) => !day.includes("T00:00"))).toBe("2026-04-24T01:00:00+03:00");
  // Samoa had no 30 December.
  expect(clocks("Pacific/Apia", [2011, 12, 27], 7).map((day) => day.slice(8, 10))).toEqual(["27", "28", "29", "31", "01", "02"]);
});

test("a range of up to three days is read by the hour, a longer one by the day", () => {
  const from = new Date("2026-11-01T00:00:00Z");
  const daysLater = (days: number) => new Date(from.getTime() + days * 24 * 3_600_000);
  expect([1, 3, 4, 31].map((days) => unitOf({ from, to: daysLater(days) }))).toEqual(["hour", "hour", "day", "day"]);
});

test("the first bucket begins with the range, wherever the clock is", () => {
  const [from, to] = [new Date("2026-11-21T10:20:30.500Z"), new Date("2026-11-21T12:00:00Z")];
  expect(bucketsOf({ from, to, zone: "UTC" }).map((start) => start.toISOString())).toEqual([
    "2026-11-21T10:20:30.500Z",
    "2026-11-21T11:00:00.000Z",
  ]);
});

const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana", "Antarctica/Troll"];

test("buckets cover every range without gaps, in any zone, and begin where the clock shows another hour or day", () => {
  const starts = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), starts, fc.integer({ min: 1, max: 31 * 24 * 60 }), (zone, start, minutes) => {
      const [from, to] = [new Date(start), new Date(start + minutes * 60_000)];
      const found = bucketsOf({ from, to, zone });
      expect(found[0]).toEqual(from);
      expect(found.length).toBeLessThanOrEqual(80);
      const part = unitOf({ from, to }) === "hour" ? ("hour" as const) : ("day" as const);
      const maxMs = part === "hour" ? 3_600_000 : 26 * 3_600_000;
      // One assertion for all: each takes longer than what it looks at.
      const wrong = found.slice(1).filter((at, index) => {
        const length = at.getTime() - (found[index] ?? from).getTime();
        const [now, justBefore] = [wallTimeOf(at.getTime(), zone), wallTimeOf(at.getTime() - 1, zone)];
        const isNew = now[part] !== justBefore[part] || now.minute !== (justBefore.minute + 1) % 60 || now.minute === 0;
        return !isNew || length <= 0 || length > maxMs;
      });
      expect(wrong).toEqual([]);
      expect(to.getTime()).toBeGreaterThan((found.at(-1) ?? to).getTime());
    }),
    { numRuns: runs(300) },
  );
});

test("a zone has one name, whatever its case, and an unknown one has none", () => {
  expect(timeZoneNamed("europe/BERLIN")).toBe("Europe/Berlin");
  for (const name of ["", "Mars/Olympus", "Europe/Berlin; drop", "x".repeat(1_000)]) expect(timeZoneNamed(name), name).toBeUndefined();
});
