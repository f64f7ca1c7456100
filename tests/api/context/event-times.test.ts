import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, recordEvent } from "../helpers";

test("uses the time of the request when occurredAt is missing", async ({ ada }) => {
  const before = Date.now();
  const { occurredAt } = await recordEvent(ada, { userId: "u" });
  expect(occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Date.parse(occurredAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(occurredAt)).toBeLessThanOrEqual(Date.now());
});

const understood: [sent: string, stored: string][] = [
  ["2026-03-01T10:43:00Z", "2026-03-01T10:43:00.000Z"],
  ["2026-03-01T10:43:00.123Z", "2026-03-01T10:43:00.123Z"],
  ["2026-03-01T10:43:00.123456Z", "2026-03-01T10:43:00.123Z"],
  ["2026-03-01T12:43:00+02:00", "2026-03-01T10:43:00.000Z"],
  ["2026-02-28T23:13:00-11:30", "2026-03-01T10:43:00.000Z"],
  ["2026-03-01T10:43:00+00:00", "2026-03-01T10:43:00.000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ["1999-12-31T23:59:59Z", "1999-12-31T23:59:59.000Z"],
  ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00.000Z"],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"],
  ["2016-12-31T23:59:60.250Z", "2016-12-31T23:59:59.250Z"],
  ["1990-12-31T15:59:60-08:00", "1990-12-31T23:59:59.000Z"],
];

for (const [sent, stored] of understood) {
  test(`stores occurredAt ${sent} as ${stored}`, async ({ ada }) => {
    expect((await recordEvent(ada, { userId: "u", occurredAt: sent })).occurredAt).toBe(stored);
    expect((await getContact(ada, "u")).events).toMatchObject([{ occurredAt: stored }]);
  });
}

const invalid: [what: string, occurredAt: unknown][] = [
  ["a day that February does not have", "2026-02-30T00:00:00Z"],
  ["a leap day in a common year", "2025-02-29T00:00:00Z"],
  ["the 31st of April", "2026-04-31T00:00:00Z"],
  ["a 13th month", "2026-13-01T00:00:00Z"],
  ["a 25th hour", "2026-03-01T25:00:00Z"],
  ["a 61st minute", "2026-03-01T10:61:00Z"],
  ["a leap second in the middle of a day", "2016-12-31T10:43:60Z"],
  ["a leap second in the last hour of a day, but not in its last minute", "2016-12-31T23:58:60Z"],
  ["a leap second where another offset has midnight", "2016-12-31T23:59:60+02:00"],
  ["a 62nd second", "2016-12-31T23:59:61Z"],
  ["a leap second on a day that does not exist", "2016-12-32T23:59:60Z"],
  ["the year 1", "0001-06-01T00:00:00Z"],
  ["no offset", "2026-03-01T10:43:00"],
  ["no time", "2026-03-01"],
  ["an offset without minutes", "2026-03-01T10:43:00+2"],
  ["an unreal offset", "2026-03-01T10:43:00+25:00"],
  ["another order of day, month and year", "01.03.2026 10:43"],
  ["a name of a day", "Sun, 01 Mar 2026 10:43:00 GMT"],
  ["words", "yesterday"],
  ["an empty string", ""],
  ["seconds since 1970", 1_772_361_780],
  ["seconds since 1970 as text", "1772361780"],
  ["null", null],
  ["an object", {}],
];

for (const [what, occurredAt] of invalid) {
  test(`rejects occurredAt with ${what}`, async ({ ada }) => {
    const body = { event: "Order placed", userId: "u", occurredAt };
    expect(await ada.api("POST", "/events", { body })).toMatchObject(errorReply(400, "invalid_request", /^occurredAt must be /));
  });
}

const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

test("treats up to five seconds in the future as now", async ({ ada }) => {
  const before = Date.now();
  const sent = ahead(4_900);
  const { occurredAt } = await recordEvent(ada, { userId: "u", occurredAt: sent });
  expect(Date.parse(occurredAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(occurredAt)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(occurredAt)).toBeLessThan(Date.parse(sent));
});

test("rejects a later time with how far ahead it is and the server's time", async ({ ada }) => {
  const body = { event: "Order placed", userId: "u", occurredAt: ahead(60_000) };
  const before = Date.now();
  const reply = await ada.api("POST", "/events", { body });
  expect(reply).toMatchObject(errorReply(400, "invalid_request", /^occurredAt must not be in the future/));
  const [, seconds, clock] = /(\d+\.\d) seconds ahead of our clock, which says (\S+?Z)/.exec(reply.text) ?? [];
  expect(Date.parse(clock ?? "")).toBeGreaterThanOrEqual(before);
  expect(Date.parse(clock ?? "")).toBeLessThanOrEqual(Date.now());
  expect(Number(seconds)).toBeCloseTo((Date.parse(body.occurredAt) - Date.parse(clock ?? "")) / 1000, 1);
  expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
});

test("rejects a future time that only its offset places in the future", async ({ ada }) => {
  // The same digits as now with an offset of one hour to the west: an hour from now.
  const occurredAt = new Date().toISOString().replace("Z", "-01:00");
  const reply = await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", occurredAt } });
  expect(reply).toMatchObject(errorReply(400, "invalid_request", /^occurredAt must not be in the future: it is about an hour ahead/));
});

test("rejects six seconds in the future", async ({ ada }) => {
  // The request takes time, so a slow machine may need more than one attempt.
  const attempt = () => ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", occurredAt: ahead(6_000) } });
  await expect.poll(attempt).toMatchObject(errorReply(400, "invalid_request", /it is 5\.\d seconds ahead|it is 6\.0 seconds ahead/));
});
