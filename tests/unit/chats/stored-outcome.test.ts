import { test } from "@playwright/test";
import { outcomes } from "@/lib/chats/shared/outcomes";
import { outcomeOf, storedOutcome } from "@/lib/chats/stored-outcome";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

const outcome = { callId: newId(), label: "Refund", message: null, reason: null, tookMs: 7 };
const late = "a.example did not answer within 10 seconds. The call may have happened: look before you press again.";

test("what this version stores is read as it was, in words that the first version knows", () => {
  for (const state of outcomes) {
    const stored = storedOutcome({ ...outcome, state });
    expect(["working", "delivered", "refused", "failed", "unknown"]).toContain(stored.state);
    expect(outcomeOf(JSON.parse(JSON.stringify(stored)))).toEqual({ ...outcome, state });
  }
});

test("what the first version stored has the words of this one", () => {
  expect(outcomeOf({ ...outcome, state: "delivered" })).toEqual({ ...outcome, state: "succeeded" });
  expect(outcomeOf({ ...outcome, state: "failed", reason: late })).toMatchObject({ state: "unknown", reason: late });
  expect(outcomeOf({ ...outcome, state: "failed", reason: "The call was not sent." })).toMatchObject({ state: "failed" });
  expect(outcomeOf({ ...outcome, state: "refused", reason: late })).toMatchObject({ state: "refused" });
});
