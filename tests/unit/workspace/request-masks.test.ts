import { test } from "@playwright/test";
import fc from "fast-check";
import { likelyField } from "@/lib/workspace/request-log/likely";
import { maskedJson, maskedText, storedName } from "@/lib/workspace/request-log/masked";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

/** What a person, a secret or an amount may be: nothing that a mask writes by itself. */
const value = fc.oneof(fc.stringMatching(/^Zq[A-Z0-9@.+ ]{6,30}$/), fc.bigInt({ min: 10_000_000n, max: 99_999_999n }).map(Number));

test("a masked body has no value of it, is bounded, and is JSON", () => {
  const body = fc.dictionary(
    fc.constantFrom("userId", "phone", "event", "level", "properties"),
    fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value)),
  );
  fc.assert(
    fc.property(body, (sent) => {
      const masked = maskedJson(sent);
      expect(masked).not.toMatch(/Zq|[1-9]\d{7}/);
      expect(masked.length).toBeLessThan(6_000);
      expect(Object.keys(JSON.parse(masked))).toEqual(Object.keys(sent).slice(0, Object.keys(JSON.parse(masked)).length));
    }),
    { numRuns: runs(1_000) },
  );
  const large = {
    items: Array.from({ length: 100 }, () => ({
      event: "x",
      properties: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`n${at}`, "x".repeat(900)])),
    })),
  };
  expect(maskedJson(large).length).toBeLessThan(6_000);
  expect(maskedJson(large)).toContain("more");
});

test("what is no JSON keeps its structure and its positions, and nothing else", () => {
  expect(maskedText(`{'userId': 'Ada', "n": 1,}`)).toBe(`{'xxxxxx': 'xxx', "x": x,}`);
  expect(maskedText("a=1&b=Ada Lovelace👍")).toBe("x=x&x=xxx xxxxxxxxxx");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      const masked = maskedText(text);
      expect(masked).toHaveLength(text.length);
      expect(masked).toMatch(/^[\s{}[\]:,"'=&x]*$/);
    }),
  );
});

test("a name is kept only if it looks like a word", () => {
  for (const name of ["userId", "user_id", "billing-plan", "line2"]) expect(storedName(name)).toBe(name);
  for (const name of [
    "ada@example.com",
    "447911123456",
    "user_8841",
    "Ada Lovelace",
    `bsk_${"aB".repeat(12)}`,
    "__proto__",
    "",
    "x".repeat(41),
  ])
    expect(storedName(name)).toBeUndefined();
});

test("finds the field that was probably meant", () => {
  const fields = ["event", "userId", "phone", "level", "occurredAt", "properties"];
  for (const [name, field] of [
    ["user_id", "userId"],
    ["USERID", "userId"],
    ["occured_at", "occurredAt"],
    ["propertys", "properties"],
    ["evnt", "event"],
  ])
    expect(likelyField(String(name), fields)).toBe(field);
  for (const name of ["plan", "lever1234", "", "id", "…"]) expect(likelyField(name, fields)).toBeUndefined();
});
