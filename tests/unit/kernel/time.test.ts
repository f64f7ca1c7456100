import { test } from "@playwright/test";
import fc from "fast-check";
import { SentTime, timePattern } from "@/lib/kernel/time";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const at = "2026-11-28T10:00:00.000Z";
const read = (text: unknown) => {
  const { data, error } = SentTime.safeParse(text);
  return data?.toISOString() ?? error?.issues[0]?.message;
};

const understood: [what: string, sent: string, moment: string][] = [
  ["Java without seconds", "2026-11-28T10:00Z", at],
  ["Java with a zone", "2026-11-28T11:00+01:00[Europe/Paris]", at],
  ["Java with nanoseconds", "2026-11-28T10:00:00.000000001Z", at],
  ["PHP’s ISO8601", "2026-11-28T10:00:00+0000", at],
  ["PHP’s ISO8601 elsewhere", "2026-11-28T05:30:00-0430", at],
  ["PostgreSQL’s text", "2026-11-28 10:00:00+00", at],
  ["Python’s str", "2026-11-28 12:00:00+02:00", at],
  ["an offset of hours", "2026-11-28T12:00+02", at],
  ["small letters", "2026-11-28t10:00:00z", at],
  ["a comma", "2026-11-28T10:00:00,123Z", "2026-11-28T10:00:00.123Z"],
  [".NET’s seven digits", "2026-11-28T10:00:00.1230000+00:00", "2026-11-28T10:00:00.123Z"],
  ["one digit of a fraction", "2026-11-28T10:00:00.5Z", "2026-11-28T10:00:00.500Z"],
  ["a leap second", "2016-12-31T23:59:60z", "2016-12-31T23:59:59.000Z"],
];
for (const [what, sent, moment] of understood) test(`reads ${what}: ${sent}`, () => expect(read(sent)).toBe(moment));

const refused: [what: string, sent: unknown, message: RegExp][] = [
  ["a date", "2026-11-28", /the time and the offset are missing/],
  ["a time", "10:00:00Z", /the date is missing/],
  ["no offset", "2026-11-28T10:00:00", /the offset is missing/],
  ["no offset and no seconds", "2026-11-28 10:00", /the offset is missing/],
  ["the plus of an address", "2026-11-28T10:00:00 02:00", /%2B/],
  ["hours alone", "2026-11-28T10Z", /minutes/],
  ["seconds since 1970", "1766000000", /not a number of seconds/],
  ["a number", 1_766_000_000, /must be a string .* you sent a number/],
  ["no hyphens", "20261128T100000Z", /hyphens/],
  ["a day that is none", "2026-02-30T10:00:00Z", /real date/],
  ["an hour that is none", "2026-02-28T24:00:00Z", /real date/],
  ["white space", " 2026-11-28T10:00:00Z", /white space/],
  ["an offset that is none", "2026-11-28T10:00:00+2", /real date/],
  ["the year 1", "0001-11-28T10:00:00Z", /later than the year 1/],
  ["the name of a zone", "2026-11-28T10:00:00 UTC", /not the name of a zone/],
  ["the name of a zone behind the time", "2026-11-28T10:00EST", /not the name of a zone/],
  ["a space in front of the offset", "2026-11-28 10:00:00 +0000", /without a space/],
  ["a space in front of Z", "2026-11-28T10:00:00.5 Z", /without a space/],
  ["a minus that is no hyphen", "2026-11-28T10:00:00\u221205:00", /hyphen/],
  ["a leap second at noon", "2016-12-31T12:00:60Z", /real date/],
  ["nothing", "", /date with a time and an offset/],
  ["a megabyte", "2".repeat(1_000_000), /date with a time and an offset/],
];
for (const [what, sent, message] of refused)
  test(`refuses ${what} and says what is missing`, () => {
    expect(read(sent)).toMatch(message);
    expect(read(sent)).toMatch(/^must be /);
  });

test("reads what the published pattern allows, and nothing else", () => {
  const published = new RegExp(timePattern, "u");
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(timePattern, "u")), (text) => {
      // A schema does not say that a leap second is one of UTC's last minute: the pattern does.
      expect(read(text), text).toMatch(text.startsWith("000") ? /./ : /^\d{4}-/);
    }),
    { numRuns: runs(2_000) },
  );
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date("0002-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z") }), (date) => {
      expect(read(date.toISOString())).toBe(date.toISOString());
      expect(published.test(date.toISOString())).toBe(true);
    }),
    { numRuns: runs(1_000) },
  );
});
