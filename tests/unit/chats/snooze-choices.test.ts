import { test } from "@playwright/test";
import fc from "fast-check";
import { snoozeChoices } from "@/components/desk/snooze/choices";
import { fromInputValue, momentOf, toInputValue, wallTimeOf } from "@/lib/kernel/zoned";
import { expect } from "../../support/expect";

const utc = (text: string) => Date.parse(text);
const iso = (at: number) => new Date(at).toISOString();
const choices = (now: string, timeZone: string) =>
  Object.fromEntries(snoozeChoices(utc(now), timeZone).map(({ name, until }) => [name, iso(until)]));

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Africa/Casablanca",
];

test("offers an hour, the afternoon, tomorrow and next Monday in the agent's time zone", () => {
  // A Wednesday, 10:30 in Berlin.
  expect(choices("2026-11-11T09:30:00Z", "Europe/Berlin")).toEqual({
    hour: "2026-11-11T10:30:00.000Z",
    afternoon: "2026-11-11T13:00:00.000Z",
    tomorrow: "2026-11-12T08:00:00.000Z",
    monday: "2026-11-16T08:00:00.000Z",
  });
  // The same moment is Wednesday evening in Auckland: no afternoon is left.
  expect(choices("2026-11-11T09:30:00Z", "Pacific/Auckland")).toEqual({
    hour: "2026-11-11T10:30:00.000Z",
    tomorrow: "2026-11-11T20:00:00.000Z",
    monday: "2026-11-15T20:00:00.000Z",
  });
});

test("does not offer the afternoon from 13:00 on", () => {
  expect(Object.keys(choices("2026-11-11T12:59:00Z", "UTC"))).toContain("afternoon");
  expect(Object.keys(choices("2026-11-11T13:00:00Z", "UTC"))).not.toContain("afternoon");
});

test("offers Monday once: on a Sunday it is tomorrow, on a Monday it is in a week", () => {
  expect(Object.keys(choices("2026-11-15T09:00:00Z", "UTC"))).not.toContain("monday");
  expect(choices("2026-11-15T09:00:00Z", "UTC")).toMatchObject({ tomorrow: "2026-11-16T09:00:00.000Z" });
  expect(choices("2026-11-16T00:10:00Z", "UTC")).toMatchObject({ monday: "2026-11-23T09:00:00.000Z" });
});

test("tomorrow at nine stays nine when the clocks change in between", () => {
  // Berlin goes back an hour on 25 October 2026, and forward on 29 March.
  expect(choices("2026-10-24T16:00:00Z", "Europe/Berlin")).toMatchObject({ tomorrow: "2026-10-25T08:00:00.000Z" });
  expect(choices("2026-03-28T16:00:00Z", "Europe/Berlin")).toMatchObject({ tomorrow: "2026-03-29T07:00:00.000Z" });
  // "In an hour" is an hour, whatever the clocks do.
  expect(choices("2026-10-25T00:30:00Z", "Europe/Berlin")).toMatchObject({ hour: "2026-10-25T01:30:00.000Z" });
});

test("crosses the end of a month and of a year", () => {
  expect(choices("2026-12-31T20:00:00Z", "UTC")).toMatchObject({
    tomorrow: "2027-01-01T09:00:00.000Z",
    monday: "2027-01-04T09:00:00.000Z",
  });
  expect(choices("2028-02-28T20:00:00Z", "UTC")).toMatchObject({ tomorrow: "2028-02-29T09:00:00.000Z" });
});

test("a time that the clocks skip is moved forward, and of one that comes twice the first counts", () => {
  const at = (day: number, month: number, hour: number, minute: number) =>
    iso(momentOf({ year: 2026, month, day, hour, minute }, "America/New_York"));
  expect(at(8, 3, 2, 30)).toBe("2026-03-08T07:30:00.000Z");
  expect(at(1, 11, 1, 30)).toBe("2026-11-01T05:30:00.000Z");
  expect(at(1, 11, 2, 0)).toBe("2026-11-01T07:00:00.000Z");
});

test("every choice is ahead and ordered, at 09:00 or 14:00 on the agent's clock", () => {
  const moment = fc.integer({ min: utc("2024-01-01T00:00:00Z"), max: utc("2032-01-01T00:00:00Z") });
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (now, timeZone) => {
      const [hour, ...others] = snoozeChoices(now, timeZone);
      expect(hour?.until).toBe(now + 3_600_000);
      for (const { name, until } of others) {
        expect(until).toBeGreaterThan(now + (name === "afternoon" ? 0 : 3_600_000));
        expect(until).toBeLessThan(now + 8 * 24 * 3_600_000);
        expect(wallTimeOf(until, timeZone)).toMatchObject({ hour: name === "afternoon" ? 14 : 9, minute: 0 });
      }
      const untils = others.map(({ until }) => until);
      expect(untils).toEqual([...untils].sort((a, b) => a - b));
    }),
  );
});

test("a moment's wall time leads back to it, unless the hour comes twice", () => {
  const moment = fc.integer({ min: utc("2024-01-01T00:00:00Z") / 60_000, max: utc("2032-01-01T00:00:00Z") / 60_000 });
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (minutes, timeZone) => {
      const at = minutes * 60_000;
      const wall = wallTimeOf(at, timeZone);
      const back = momentOf(wall, timeZone);
      expect(wallTimeOf(back, timeZone)).toEqual(wall);
      expect(back).toBeLessThanOrEqual(at);
      expect(fromInputValue(toInputValue(wall))).toEqual(wall);
    }),
  );
});

test("an empty or half-filled field is no time", () => {
  for (const value of ["", "2026-11-11", "2026-11-11T", "yesterday"]) expect(fromInputValue(value)).toBeUndefined();
});
