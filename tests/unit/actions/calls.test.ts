import { test } from "@playwright/test";
import fc from "fast-check";
import { bytesOf, describeOutcome, statusText } from "@/components/actions/calls/describe";
import { emptyFilter, parseFilter, queryOf, searchOf, statuses } from "@/components/actions/calls/filter";
import { CallFilter } from "@/lib/actions/calls/contract";
import { withoutCredentials } from "@/lib/actions/calls/headers";
import { callStates } from "@/lib/chats/shared/outcomes";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

test("removes credentials from a reply's headers", () => {
  const secret = "s3cr3t-value";
  for (const name of ["set-cookie", "authorization", "x-auth-token", "x-api-key", "api-key", "session-id", "x-csrf-token", "sid"]) {
    expect(withoutCredentials({ [name]: secret }), name).toEqual([[name, "[not kept]"]]);
  }
  expect(withoutCredentials({ location: "https://u:s3cr3t@acme.example/in?token=s3cr3t#s3cr3t" })).toEqual([
    ["location", "https://[not kept]@acme.example/in?[not kept]"],
  ]);
});

test("stores other headers unchanged", () => {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    date: "Sat, 21 Nov 2026 10:00:00 GMT",
    "x-request-id": "r?1",
    "keep-alive": "timeout=5",
  };
  expect(withoutCredentials(headers)).toEqual(Object.entries(headers));
});

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const chosen = fc.record({
  status: fc.constantFrom("" as const, ...statuses),
  button: fc.oneof(fc.constant(""), fc.uuid()),
  from: fc.oneof(fc.constant(""), day),
  to: fc.oneof(fc.constant(""), day),
});

test("a filter survives the round trip through the URL, and the server accepts it", () => {
  fc.assert(
    fc.property(chosen, (one) => {
      expect(parseFilter(new URLSearchParams(searchOf(one)))).toEqual(one);
      const { from, to } = CallFilter.parse(queryOf(one));
      if (one.from !== "" && one.from === one.to) expect(Number(to) - Number(from)).toBe(24 * 3_600_000);
    }),
  );
});

test("one or several states filter, in any order and way to write them, and failure is all that nobody may take for done", () => {
  const wanted = (status: string | string[]) => CallFilter.parse({ status }).status;
  expect(wanted("failure")).toEqual(["refused", "failed", "unknown"]);
  for (const same of ["failed,refused", "refused,failed", ["failed", "refused"], ["refused,failed", "failed"]])
    expect(wanted(same)).toEqual(["refused", "failed"]);
  expect(wanted("failure,succeeded")).toEqual(["succeeded", "refused", "failed", "unknown"]);
  for (const none of ["", "delivered", "Failed", "failed,", "failed refused", "completed", "constructor"])
    expect(CallFilter.safeParse({ status: none }).success, none).toBe(false);
});

test("a URL with invalid values filters nothing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (status, other) => {
      const read = parseFilter(new URLSearchParams({ status, button: other, from: `${other}x`, to: "2026-13-45" }));
      if (!statuses.some((one) => one === status)) expect(read).toMatchObject({ ...emptyFilter, button: read.button });
      expect(read.to).toBe("");
    }),
  );
});

test("describes the result of a call in sentences", () => {
  const t = translations("calls.became");
  const call = { reason: null, isNoted: false, recordedEvent: null };
  expect(describeOutcome(t, { ...call, state: "succeeded" })).toEqual(["Succeeded. The receiver returned no note and no event."]);
  expect(
    describeOutcome(t, { state: "succeeded", isNoted: true, recordedEvent: { id: "", event: "Refund issued" }, reason: null }),
  ).toEqual(["Posted a note in the chat.", "Recorded the event “Refund issued”."]);
  expect(
    describeOutcome(t, { ...call, state: "succeeded", isNoted: true, reason: "The reply's event was not recorded: it must be an object." }),
  ).toEqual(["Posted a note in the chat.", "The reply's event was not recorded: it must be an object."]);
  for (const state of callStates)
    expect(describeOutcome(t, { ...call, state, reason: "Because." }).join(" ")).toContain(
      state === "sending" ? "In progress" : "Because.",
    );
});

test("describes a reply by state and status, and a size in bytes of UTF-8", () => {
  const [t, size] = [translations("calls.states"), translations("calls.size")];
  expect(statusText(t, { state: "succeeded", replyStatus: 200 })).toBe("Succeeded · 200");
  expect(statusText(t, { state: "failed", replyStatus: null })).toBe("Failed");
  expect(["", "x", "é👍", "x".repeat(1204)].map((text) => size("bytes", { count: bytesOf(text) }))).toEqual([
    "0 bytes",
    "1 byte",
    "6 bytes",
    "1,204 bytes",
  ]);
});
