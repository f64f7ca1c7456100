import { test } from "@playwright/test";
import { dayBefore, isSameMinute, whenText } from "@/components/time/when-text";
import { readerOf } from "@/lib/kernel/dates";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const t = translations("ui.time");
const now = Date.parse("2026-03-02T09:00:00Z");
const when = (at: string, timeZone = "UTC") => whenText(t, new Date(at), { now, reader: readerOf("en", timeZone) });

test("a time of today has no date, any other has one", () => {
  expect(when("2026-03-02T10:43:00Z")).toBe("10:43");
  expect(when("2026-03-01T10:43:00Z")).toBe("yesterday 10:43");
  expect(when("2026-03-03T10:43:00Z")).toBe("tomorrow 10:43");
  expect(when("2026-02-20T10:43:00Z")).toBe("20 Feb 10:43");
  expect(when("2025-11-12T10:43:00Z")).toBe("12 Nov 2025 10:43");
});

test("the day is the reader's", () => {
  expect(when("2026-03-01T22:30:00Z", "Asia/Tokyo")).toBe("07:30");
  expect(when("2026-03-02T01:30:00Z", "America/New_York")).toBe("yesterday 20:30");
});

test("the day before is right where a month, a year or daylight saving begins", () => {
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
  expect(dayBefore("2026-01-01")).toBe("2025-12-31");
  expect(dayBefore("2026-03-30")).toBe("2026-03-29");
});

test("two times of one minute read the same", () => {
  expect(isSameMinute("2026-03-02T10:43:00Z", "2026-03-02T11:43:59.999+01:00")).toBe(true);
  expect(isSameMinute("2026-03-02T10:43:59Z", "2026-03-02T10:44:00Z")).toBe(false);
  expect(isSameMinute("2026-03-01T10:43:00Z", "2026-03-02T10:43:00Z")).toBe(false);
});
