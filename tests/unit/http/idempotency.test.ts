import { test } from "@playwright/test";
import { contracts, titleOf } from "../../support/contracts";
import { expect } from "../../support/expect";

const posts = contracts.filter(({ access, method }) => access === "key" && method === "POST");

/** Their keys are in their items, or they may be repeated as they are. */
const batches = ["POST /api/v1/contacts/batch", "POST /api/v1/events/batch"];
/** Its key is in the row of the event. */
const ownKeys = ["POST /api/v1/events"];

test("every POST of the public API takes an Idempotency-Key, but the batches", () => {
  const withKey = posts.filter(({ headers }) => headers && "Idempotency-Key" in headers.shape);
  expect(posts.filter((one) => !withKey.includes(one)).map(titleOf)).toEqual(batches);
  const stored = withKey.filter(({ answerIsAbout }) => answerIsAbout !== undefined);
  expect(withKey.filter((one) => !stored.includes(one)).map(titleOf)).toEqual(ownKeys);
  for (const one of stored) expect(Object.keys(one.headersOut?.shape ?? {}), titleOf(one)).toContain("Idempotency-Replayed");
});

test("only answers of webhook endpoints are about nobody, and outlive an erasure", () => {
  const aboutNobody = posts.filter(({ answerIsAbout }) => answerIsAbout === "nobody");
  expect(aboutNobody.map(({ path }) => path.split("/")[3])).toEqual(aboutNobody.map(() => "webhook-endpoints"));
});

test("no other call has a stored answer", () => {
  expect(contracts.filter((one) => one.answerIsAbout !== undefined && !posts.includes(one))).toEqual([]);
});
