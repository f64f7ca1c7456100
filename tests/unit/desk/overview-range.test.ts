import { test } from "@playwright/test";
import { durationTicks, labelStep } from "@/components/desk/overview/charts/ticks";
import { labelsOf } from "@/components/desk/overview/format";
import { customOf, parseRange, problemOf, queryOf, searchOf } from "@/components/desk/overview/range";
import { readoutsOf } from "@/components/desk/overview/shown";
import { bucketsOf, maxRangeMs } from "@/lib/desk/overview/shared/buckets";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { readerOf } from "@/lib/kernel/dates";
import { durationText } from "@/lib/kernel/durations";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const t = translations("overview");
const zone = "Europe/Berlin";
const now = Date.parse("2026-10-25T10:30:00Z");

test("the address says the range: today by itself, other days by their name or their first and last day", () => {
  for (const search of ["", "?range=7d", "?range=30d", "?from=2026-10-01&to=2026-10-31"])
    expect(searchOf(parseRange(new URLSearchParams(search)))).toBe(search);
  for (const search of ["?range=", "?range=never", "?other=1"]) expect(parseRange(new URLSearchParams(search))).toEqual({ range: "today" });
  expect(searchOf({ range: "today" })).toBe("");
});

test("a range begins and ends at midnight of the reader, also on the day on which the clocks change", () => {
  expect(queryOf({ range: "today" }, { now, zone })).toEqual({ from: "2026-10-24T22:00:00.000Z", to: "2026-10-25T23:00:00.000Z", zone });
  expect(queryOf({ range: "7d" }, { now, zone })).toMatchObject({ from: "2026-10-18T22:00:00.000Z", to: "2026-10-25T23:00:00.000Z" });
  expect(queryOf({ range: "today" }, { now, zone: "Asia/Kolkata" })).toMatchObject({ from: "2026-10-24T18:30:00.000Z" });
  const october = parseRange(new URLSearchParams("from=2026-10-01&to=2026-10-31"));
  const month = queryOf(october, { now, zone });
  expect(month).toMatchObject({ from: "2026-09-30T22:00:00.000Z", to: "2026-10-31T23:00:00.000Z" });
  // The server takes it: 31 days and one hour.
  expect(Date.parse(month?.to ?? "") - Date.parse(month?.from ?? "")).toBeLessThanOrEqual(maxRangeMs);
});

test("days that cannot be shown are not asked for", () => {
  const problemIn = (from: string, to: string) => problemOf({ range: "custom", from, to });
  expect(problemIn("2026-10-01", "2026-10-31")).toBeUndefined();
  expect(problemIn("2026-10-01", "2026-11-01")).toBe("tooLong");
  expect(problemIn("2026-10-02", "2026-10-01")).toBe("backwards");
  for (const day of ["", "2026-02-30", "0026-10-01", "yesterday"]) expect(problemIn(day, "2026-10-01"), day).toBe("incomplete");
  expect(queryOf({ range: "custom", from: "2026-10-02", to: "2026-10-01" }, { now, zone })).toBeUndefined();
  expect(customOf("7d", { now, zone })).toEqual({ range: "custom", from: "2026-10-19", to: "2026-10-25" });
});

test("the second of two equal hours says so, and days are named where several are shown by the hour", () => {
  const range = { from: new Date("2026-10-24T22:00:00Z"), to: new Date("2026-10-25T23:00:00Z"), zone };
  const labelsIn = (days: typeof range) =>
    labelsOf(t, { buckets: bucketsOf(days).map((start) => start.toISOString()), unit: "hour", reader: readerOf("en", zone) });
  expect(labelsIn(range).full.slice(1, 5)).toEqual(["01:00", "02:00", "02:00 (again)", "03:00"]);
  const two = labelsIn({ ...range, from: new Date("2026-10-23T22:00:00Z") });
  expect(two.short.slice(22, 26)).toEqual(["22:00", "23:00", "25 Oct", "01:00"]);
  expect(two.full.slice(23, 25)).toEqual(["24 Oct 23:00", "25 Oct 00:00"]);
});

test("the marks of an axis are few, begin at 0, reach the greatest value, and are each written as what they are", () => {
  for (let max = 0.1; max < 40 * 86_400; max *= 1.3) {
    const ticks = durationTicks(max);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(new Set(ticks.map((seconds) => durationText(seconds * 1000, "en"))).size, String(ticks)).toBe(ticks.length);
  }
  expect(durationTicks(0)).toEqual([0]);
  expect(durationTicks(200)).toEqual([0, 60, 120, 180, 240]);
  expect([labelStep(24, 30), labelStep(24, 10), labelStep(25, 6), labelStep(74, 2)]).toEqual([1, 3, 6, 37]);
});

test("a table says of every hour that has begun what the chart shows, and the line below of one", () => {
  const format = {
    started: 2,
    startOf: (bucket: number) => `hour ${bucket}`,
    count: String,
    atLeast: (count: number) => `${count}+`,
    seconds: String,
    milliseconds: String,
    titled: (name: string, unit: string) => `${name} in ${unit}`,
  };
  const waits = { count: 2, median: 30, p90: 60 };
  const calls = { events: 1, calls: 5, refused: 2, busiest: 4, busiestRefused: 2 };
  const figures = {
    unit: "hour" as const,
    problems: {
      series: [
        { name: "Payment failed", counts: [1, 2, 9] },
        { name: null, counts: [0, 3, 9] },
      ],
    },
    openProblems: [
      { age: "under1h" as const, count: 3, isMore: false },
      { age: "over7d" as const, count: 10, isMore: true },
    ],
    answers: { all: waits, buckets: [waits, { count: 0, median: null, p90: null }, waits] },
    chats: {
      agents: [
        { agent: { id: "1", name: "Mia" }, counts: { whatsapp: 2, website: 1 } },
        { agent: { id: "2", name: null }, counts: { whatsapp: 0, website: 1 } },
        { agent: null, counts: { whatsapp: 1, website: 0 } },
      ],
    },
    actions: { items: [] },
    usage: { limit: 300, buckets: [calls, calls, calls] },
  };
  expect(tableOf.problems(t, figures, format)).toEqual({
    head: ["Hour", "Payment failed", "Other names", "All"],
    rows: [
      ["hour 0", "1", "0", "1"],
      ["hour 1", "2", "3", "5"],
    ],
  });
  expect(tableOf.openProblems(t, figures, format).rows).toEqual([
    ["Less than 1 hour", "3"],
    ["More than 7 days", "10+"],
  ]);
  expect(tableOf.answers(t, figures, format)).toEqual({
    head: ["Hour", "Answers", "Median in seconds", "90 % within in seconds"],
    rows: [
      ["hour 0", "2", "30", "60"],
      ["hour 1", "0", "null", "null"],
      ["All", "2", "30", "60"],
    ],
  });
  expect(tableOf.chats(t, figures, format).rows).toEqual([
    ["Mia", "2", "1", "3"],
    ["Former member", "0", "1", "1"],
    ["WhatsApp app", "1", "0", "1"],
  ]);
  expect(tableOf.usage(t, figures, format).rows[0]).toEqual(["hour 0", "1", "5", "2", "4"]);
  const series = [
    { name: "Failed", textOf: (column: number) => (column === 0 ? null : "2") },
    { name: "Done", textOf: () => "1" },
  ];
  expect(readoutsOf(["09:00", "10:00"], series, (start, values) => `${start} ${values}`)).toEqual([
    "09:00 Done 1",
    "10:00 Failed 2 · Done 1",
  ]);
});
