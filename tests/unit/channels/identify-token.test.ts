import { createHmac } from "node:crypto";
import { test } from "@playwright/test";
import fc from "fast-check";
import { readIdentity } from "@/lib/channels/website/jwt";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const nowSeconds = 1_766_000_000;
const secret = "idsec_one";
const encoded = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function sign(claims: unknown, { header = { alg: "HS256" } as unknown, key = secret } = {}): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

const claims = { sub: "user_1", exp: nowSeconds + 60 };
const read = (token: string, secrets = [secret]) => readIdentity(token, { secrets, nowSeconds });

test("reads who was signed, with what the server knows of them", () => {
  expect(read(sign({ ...claims, name: " Ada ", email: "ada@example.com", phone: "+44 7911 123456", role: "admin" }))).toEqual({
    userId: "user_1",
    name: "Ada",
    email: "ada@example.com",
    phone: "447911123456",
    ignored: [],
  });
  for (const empty of ["", null]) {
    const nobody = { name: undefined, email: undefined, phone: undefined, ignored: [] };
    expect(read(sign({ ...claims, name: empty, email: empty, phone: empty }))).toEqual({ userId: "user_1", ...nobody });
  }
});

test("accepts any of several secrets, and none without one", () => {
  expect(read(sign(claims, { key: "idsec_two" }), [secret, "idsec_two"]).userId).toBe("user_1");
  expect(() => read(sign(claims), ["idsec_two"])).toThrow("not signed with this workspace's identify secret");
  expect(() => read(sign(claims), [])).toThrow("cannot be checked");
});

test("accepts no algorithm but HS256, and no header with demands", () => {
  for (const header of [{ alg: "none" }, { alg: "hs256" }, { alg: "RS256" }, {}, { alg: "HS256", crit: ["exp"] }, [], "HS256", null])
    expect(() => read(sign(claims, { header })), JSON.stringify(header)).toThrow("must be signed with HS256");
});

test("takes the times with a minute of tolerance, and at most 24 hours ahead", () => {
  const day = 24 * 60 * 60;
  for (const exp of [nowSeconds - 60, nowSeconds + day, nowSeconds + day + 60])
    expect(read(sign({ ...claims, exp })).userId).toBe("user_1");
  expect(() => read(sign({ ...claims, exp: nowSeconds - 61 }))).toThrow("has expired");
  expect(() => read(sign({ ...claims, exp: nowSeconds + day + 61 }))).toThrow("at most 24 hours ahead");
  expect(() => read(sign({ ...claims, nbf: nowSeconds + 61 }))).toThrow("not valid yet");
  for (const exp of ["1766000000", null, undefined]) expect(() => read(sign({ ...claims, exp }))).toThrow("exp must be a number");
});

test("refuses claims that could not be stored", () => {
  for (const wrong of [{ sub: "a\u0000b" }, { sub: "undefined" }, { sub: " a" }, { sub: "." }, { sub: "" }])
    expect(() => read(sign({ ...claims, ...wrong })), JSON.stringify(wrong)).toThrow("The identify token");
  for (const other of ["not JSON", [], "null", 7]) expect(() => read(sign(other))).toThrow("The identify token");
});

test("ignores an optional claim that cannot be used, and names it", () => {
  for (const [name, value] of [
    ["phone", "0170 1234567"],
    ["phone", 491701234567],
    ["phone", "1"],
    ["email", "ada@intranet"],
    ["email", "nobody"],
    ["name", []],
    ["name", "\ud800"],
    ["name", "x".repeat(201)],
  ] as const) {
    const identity = read(sign({ ...claims, name: "Ada", email: "ada@example.com", phone: "+44 7911 123456", [name]: value }));
    const usual = { userId: "user_1", name: "Ada", email: "ada@example.com", phone: "447911123456" };
    expect(identity).toEqual({
      ...usual,
      [name]: undefined,
      ignored: [expect.stringContaining(`its claim ${name} was ignored: ${name} must `)],
    });
  }
  // What nobody reads may be anything.
  expect(read(sign({ ...claims, roles: ["\ud800", { __proto: 1 }], deep: [[[[[[[[[[]]]]]]]]]] })).ignored).toEqual([]);
});

test("a token that was changed anywhere is refused, and its text is in no message", () => {
  const token = sign(claims);
  const change = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(..."AZaz09-_.")).filter(([at, letter]) => token[at] !== letter);
  fc.assert(
    fc.property(change, ([at, letter]) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      // The last letter of a signature has bits that base64url does not use.
      const sameBytes = Buffer.from(changed.split(".")[2] ?? "", "base64url").equals(Buffer.from(token.split(".")[2] ?? "", "base64url"));
      if (sameBytes && changed.startsWith(token.slice(0, token.lastIndexOf(".")))) return;
      expect(() => read(changed)).toThrow("The identify token");
      try {
        read(changed);
      } catch (error) {
        for (const part of changed.split(".")) if (part.length > 10) expect(String(error)).not.toContain(part);
      }
    }),
    { numRuns: runs(500) },
  );
});

test("any text is refused without an unexpected error", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.base64String()).map((parts) => parts.join(".")),
      ),
      (text) => {
        expect(() => read(text)).toThrow("The identify token");
      },
    ),
    { numRuns: runs(1_000) },
  );
});
