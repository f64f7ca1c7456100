import { test } from "@playwright/test";
import { dayMs, durationText, elapsedText, hourMs, minuteMs, remainingText, tookText } from "@/lib/kernel/durations";
import { locales } from "@/lib/kernel/locale";
import { expect } from "../../support/expect";

test("durations are as exact as their size calls for", () => {
  const written = [0, 400, 59_400, 59_600, 90_000, hourMs - 1000, hourMs, 72 * minuteMs, dayMs - 100_000, dayMs, 2 * dayMs, 3.4 * dayMs];
  const texts = ["0 s", "0 s", "59 s", "1 min", "2 min", "1 h", "1 h", "1 h 12 min", "23 h 58 min", "24 h", "2 days", "3 days"];
  expect(written.map((ms) => durationText(ms, "en"))).toEqual(texts);
  expect([7 * dayMs - 1000, 150 * minuteMs].map((ms) => durationText(ms, "en", { isShort: true }))).toEqual(["7 days", "3 h"]);
  expect(locales.map((locale) => durationText(3 * dayMs, locale))).toEqual(["3 days", "3 Tage", "3 días", "3 dias"]);
});

test("time to wait is rounded up, and time that has passed down", () => {
  const left = [1, 1000, 1001, 59_000, 59_001, minuteMs + 1, hourMs, hourMs + 1, dayMs].map((ms) => remainingText(ms, "en"));
  expect(left).toEqual(["1 s", "1 s", "2 s", "59 s", "1 min", "2 min", "1 h", "1 h 1 min", "24 h"]);
  const passed = [0, 1999, 59_999, minuteMs, hourMs - 1, hourMs, 121 * minuteMs].map((ms) => elapsedText(ms, "en"));
  expect(passed).toEqual(["1 s", "1 s", "59 s", "1 min", "59 min", "1 h", "2 h 1 min"]);
  const short = [-1, 150 * minuteMs, 47 * hourMs, 3 * dayMs + 5 * minuteMs].map((ms) => elapsedText(ms, "en", true));
  expect(short).toEqual(["1 s", "2 h", "47 h", "3 days"]);
});

test("how long a call took is exact to two digits, in minutes from one minute on", () => {
  const took = [0, 3.44, 90, 999.4, 999.6, 1250, 10_000, 59_900, 59_999, 754_000, 1_800_000].map((ms) => tookText(ms, "en"));
  expect(took).toEqual(["0 ms", "3.4 ms", "90 ms", "999 ms", "1 s", "1.3 s", "10 s", "59.9 s", "1 min", "13 min", "30 min"]);
  expect(tookText(1250, "de")).toBe("1,3 s");
});
