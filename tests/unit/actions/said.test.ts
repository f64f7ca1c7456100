import { test } from "@playwright/test";
import fc from "fast-check";
import { readReason, readReply } from "@/lib/actions/calls/reply";
import { said } from "@/lib/actions/calls/shared/said";
import { unshownIn } from "@/lib/actions/calls/shared/unshown";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const refusals: [what: string, body: unknown, reason: string | null][] = [
  ["the message of the spec", { message: "Refunded already.", detail: "x" }, "Refunded already."],
  ["detail", { detail: "The order is closed." }, "The order is closed."],
  ["problem+json", { type: "about:blank", title: "Out of credit", status: 403, detail: "Your balance is 30." }, "Your balance is 30."],
  ["problem+json with a title alone", { type: "https://a.example/p", title: "Out of credit" }, "Out of credit"],
  ["error.message", { error: { code: 7, message: "No such charge." } }, "No such charge."],
  ["error as a text", { error: "No such charge." }, "No such charge."],
  ["a list of errors", { errors: [{ code: 1, message: "Too late." }, { message: "Too much." }] }, "Too late."],
  ["a list of JSON:API", { errors: [{ status: "422", detail: "Too late." }] }, "Too late."],
  ["a list of texts", { errors: ["Too late."] }, "Too late."],
  ["a validation of FastAPI", { detail: [{ loc: ["body"], msg: "field required", type: "missing" }] }, "field required"],
  ["a message that is a number before a detail", { message: 7, detail: "Seven." }, "Seven."],
  ["a blank message before a title", { message: " \u200b", title: "Closed" }, "Closed"],
  ["a code and a description of OAuth", { error: "invalid_grant", error_description: "The card is closed." }, "The card is closed."],
  ["a detail in an error", { error: { code: 7, detail: "No such charge." } }, "No such charge."],
  ["marks of direction", { detail: "Refused\u202e\u0007" }, "Refused"],
  ["a message that is a number", { message: 7 }, null],
  ["names of the prototype", JSON.parse('{"__proto__":{"message":"x"}}'), null],
  ["nothing", {}, null],
];

for (const [what, body, reason] of refusals)
  test(`a refusal with ${what} says ${reason}`, () => expect(readReason(Buffer.from(JSON.stringify(body)))).toBe(reason));

test("a reason is bounded and plain, wherever it stands", () => {
  const field = fc.constantFrom("message", "detail", "title", "error");
  fc.assert(
    fc.property(field, fc.string({ unit: "binary", maxLength: 2_000 }), (name, text) => {
      const reason = said({ [name]: text });
      if (reason === null) return;
      expect([...reason].length).toBeLessThanOrEqual(500);
      expect(reason).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/);
    }),
    { numRuns: runs(300) },
  );
});

const unshown: [what: string, body: string | null, isRefusal: boolean, kind: string | null, fields?: string][] = [
  ["Latin-1", Buffer.from('{"message":"für"}', "latin1").toString("utf8"), false, "encoding"],
  ["Latin-1 in a refusal", Buffer.from('{"message":"abgelehnt für"}', "latin1").toString("utf8"), true, "encoding"],
  ["a page with 200", "<!doctype html><h1>Sign in</h1>", false, "page"],
  ["a page of a proxy", "\n<html>502</html>", true, "page"],
  ["a text", "OK", false, "text"],
  ["JSON that was cut off", '{"message":"x', false, "text"],
  ["a list", "[1]", false, "shape"],
  ["null", "null", true, "shape"],
  ["a message that is a number", '{"message":7}', false, "message"],
  ["a message that is an object", '{"message":{"text":"x"}}', true, "message"],
  ["a message that cannot be seen", '{"message":" \u200b"}', false, "blank"],
  ["a detail with 200", '{"detail":"Refunded."}', false, "elsewhere", "detail"],
  ["other fields", '{"ok":true,"text":"Refunded."}', false, "elsewhere", "ok, text"],
  ["other fields of a refusal", '{"code":7}', true, "elsewhere", "code"],
  ["a message", '{"message":"Refunded."}', false, null],
  ["an event alone", '{"event":{"name":"Refunded"},"ok":true}', false, null],
  ["an empty object", "{}", false, null],
  ["nothing", "", false, null],
  ["what was not kept", null, true, null],
  ["a reason of problem+json", '{"title":"Out of credit"}', true, null],
];

for (const [what, body, isRefusal, kind, fields = ""] of unshown)
  test(`${what} ${kind === null ? "is shown, or says nothing" : `is not shown: ${kind}`}`, () =>
    expect(unshownIn(body, { isRefusal })).toEqual(kind === null ? null : { kind, fields }));

test("what is shown is never called unshown, and the other way round", () => {
  const json = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.record({ message: fc.oneof(fc.string(), fc.integer()) }).map((one) => JSON.stringify(one)),
  );
  fc.assert(
    fc.property(json, (body) => {
      if (readReply(Buffer.from(body)).message !== null) expect(unshownIn(body, { isRefusal: false })).toBeNull();
      if (readReason(Buffer.from(body)) !== null) expect(unshownIn(body, { isRefusal: true })).toBeNull();
    }),
    { numRuns: runs(500) },
  );
});
