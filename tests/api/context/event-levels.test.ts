import { expect, type Team, test } from "../../support/fixtures";
import { getContact, recordEvent } from "../helpers";

const problems = `fail fails failed failing failure failures decline declines declined declining reject rejects rejected rejecting
  rejection rejections refused denied error errors bounced blocked overdue disputed dispute chargeback fraud unpaid`.split(/\s+/);
const resolutions = "resolved recovered reinstated cleared won fixed unblocked succeeded reversed closed passed paid".split(" ");

/** The level of each of these names without an explicit level. */
const levels = async (team: Team, names: string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (event) => [event, (await recordEvent(team, { userId: "u", event })).level])));

const all = (names: string[], level: string) => Object.fromEntries(names.map((name) => [name, level]));

test("infers the level problem from each of these words, alone and in a name", async ({ ada }) => {
  const names = problems.flatMap((word) => [word, `Order ${word} today`]);
  expect(await levels(ada, names)).toEqual(all(names, "problem"));
});

test("infers the level info when one of these words ends the clause behind a problem word, and none before it", async ({ ada }) => {
  const solved = resolutions.map((word) => `Payment failed ${word}`);
  expect(await levels(ada, solved)).toEqual(all(solved, "info"));
  const before = resolutions.map((word) => `${word} error`);
  expect(await levels(ada, before)).toEqual(all(before, "problem"));
});

const names: [event: string, level: "problem" | "info"][] = [
  ["Payment failed", "problem"],
  ["PAYMENT FAILED", "problem"],
  ["payment_failed", "problem"],
  ["payment.failed", "problem"],
  ["payment-failed", "problem"],
  ["paymentFailed", "problem"],
  ["PaymentFailed", "problem"],
  ["HTTPError", "problem"],
  ["invoice.payment_failed.v2", "problem"],
  ["failed2x", "problem"],
  ["Zahlung (declined)", "problem"],
  ["Card declined: insufficient funds", "problem"],
  ["Identity check rejected", "problem"],
  ["👍failed👍", "problem"],
  ["Order placed", "info"],
  ["Failover finished", "info"],
  ["Fraudulent", "info"],
  ["Terror film rented", "info"],
  ["Unblocked after fraud", "problem"],
  ["Import finished without errors", "info"],
  ["No errors found", "info"],
  ["noErrors", "info"],
  ["Card declined: no funds", "problem"],
  ["Payment failed, no retry left", "problem"],
  ["Login failed without 2FA", "problem"],
  ["Payment failed (won't retry)", "problem"],
  ["No failed payments", "info"],
  ["Chargeback won", "info"],
  ["dispute_resolved", "info"],
  ["Knowledge error", "problem"],
  ["Wonderful failure", "problem"],
  ["Zahlung abgelehnt", "problem"],
  ["No funds, declined", "problem"],
  ["0 failed", "info"],
  ["failed: false", "info"],
  ["支払い失敗", "info"],
];

for (const [event, level] of names) {
  test(`infers the level ${level} for “${event}”`, async ({ ada }) => {
    expect(await recordEvent(ada, { userId: "u", event })).toMatchObject({ event, level });
    expect((await getContact(ada, "u")).events).toMatchObject([{ event, level }]);
  });
}

test("prefers an explicit level", async ({ ada }) => {
  expect(await recordEvent(ada, { userId: "u", event: "Payment failed", level: "info" })).toMatchObject({ level: "info" });
  expect(await recordEvent(ada, { userId: "u", event: "Order placed", level: "problem" })).toMatchObject({ level: "problem" });
});

test("ignores properties when inferring the level", async ({ ada }) => {
  expect(await recordEvent(ada, { userId: "u", event: "Payment", properties: { status: "failed" } })).toMatchObject({ level: "info" });
});
