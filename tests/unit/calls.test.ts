import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { chosenIn, nothingChosen, queryOf, searchOf } from "@/components/calls/filter";
import { answerOf, becameOf, bytesOf } from "@/components/calls/words";
import { CallFilter, states } from "@/lib/domain/calls/contract";
import { withoutCredentials } from "@/lib/domain/calls/headers";
import { translations } from "../support/translations";

test("what could open a door is not kept of a reply's headers", () => {
  const secret = "s3cr3t-value";
  for (const name of ["set-cookie", "authorization", "x-auth-token", "x-api-key", "api-key", "session-id", "x-csrf-token", "sid"]) {
    expect(withoutCredentials({ [name]: secret }), name).toEqual([[name, "[not kept]"]]);
  }
  expect(withoutCredentials({ location: "https://u:s3cr3t@acme.example/in?token=s3cr3t#s3cr3t" })).toEqual([
    ["location", "https://[not kept]@acme.example/in?[not kept]"],
  ]);
});

test("other headers are kept as they came", () => {
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
  status: fc.constantFrom("" as const, ...states),
  button: fc.oneof(fc.constant(""), fc.uuid()),
  from: fc.oneof(fc.constant(""), day),
  to: fc.oneof(fc.constant(""), day),
});

test("what is chosen survives the address, and is what the server takes", () => {
  fc.assert(
    fc.property(chosen, (one) => {
      expect(chosenIn(new URLSearchParams(searchOf(one)))).toEqual(one);
      const { from, to } = CallFilter.parse(queryOf(one));
      if (one.from !== "" && one.from === one.to) expect(Number(to) - Number(from)).toBe(24 * 3_600_000);
    }),
  );
});

test("an address that makes no sense narrows nothing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (status, other) => {
      const read = chosenIn(new URLSearchParams({ status, button: other, from: `${other}x`, to: "2026-13-45" }));
      if (!states.some((state) => state === status)) expect(read).toMatchObject({ ...nothingChosen, button: read.button });
      expect(read.to).toBe("");
    }),
  );
});

test("what became of a call is said in sentences", () => {
  const t = translations("calls.became");
  const call = { reason: null, isNoted: false, recordedEvent: null };
  expect(becameOf(t, { ...call, state: "delivered" })).toEqual(["Done. The receiver returned no note and no event."]);
  expect(becameOf(t, { state: "delivered", isNoted: true, recordedEvent: { id: "", event: "Refund issued" }, reason: null })).toEqual([
    "Posted a note in the chat.",
    "Recorded the event “Refund issued”.",
  ]);
  expect(
    becameOf(t, { ...call, state: "delivered", isNoted: true, reason: "The reply's event was not recorded: it must be an object." }),
  ).toEqual(["Posted a note in the chat.", "The reply's event was not recorded: it must be an object."]);
  for (const state of states)
    expect(becameOf(t, { ...call, state, reason: "Because." }).join(" ")).toContain(state === "sending" ? "In progress" : "Because.");
});

test("an answer is how it stands with the status, and a size is in bytes on the wire", () => {
  const [t, size] = [translations("calls.states"), translations("calls.size")];
  expect(answerOf(t, { state: "delivered", replyStatus: 200 })).toBe("Done · 200");
  expect(answerOf(t, { state: "failed", replyStatus: null })).toBe("Failed");
  expect(["", "x", "é👍", "x".repeat(1204)].map((text) => size("bytes", { count: bytesOf(text) }))).toEqual([
    "0 bytes",
    "1 byte",
    "6 bytes",
    "1,204 bytes",
  ]);
});
