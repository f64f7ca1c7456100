import { test } from "@playwright/test";
import fc from "fast-check";
import { type FinishedCall, lineOf, pathOf } from "@/lib/workspace/request-log/line";
import { newQuota, perMinute, withinQuota } from "@/lib/workspace/request-log/quota";
import { expect } from "../../support/expect";

const ended: FinishedCall = {
  workspaceId: "w",
  keyId: "k",
  method: "GET",
  route: "/api/v1/contacts/{userId}",
  path: "/api/v1/contacts/user_1",
  status: 200,
  tookMs: 1.26,
  requestId: "r",
};
const at = new Date(0);

test("stores the userId apart from the path, and pathOf joins them again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), (userId) => {
      if (!userId.isWellFormed() || userId.includes("\0")) return;
      const line = lineOf({ ...ended, path: `/api/v1/contacts/${encodeURIComponent(userId)}` }, "i", at);
      expect(line).toMatchObject({ path: "/api/v1/contacts/{userId}", userId });
      expect(pathOf(line)).toBe(`/api/v1/contacts/${encodeURIComponent(userId)}`);
    }),
  );
});

test("stores the userId apart from a longer path", () => {
  const call = { ...ended, route: "/api/v1/contacts/{userId}/link-codes", path: "/api/v1/contacts/org%2F42/link-codes" };
  const line = lineOf(call, "i", at);
  expect(line).toMatchObject({ path: "/api/v1/contacts/{userId}/link-codes", userId: "org/42" });
  expect(pathOf(line)).toBe(call.path);
});

test("every line is text that the database can store, whatever was called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, isContact) => {
      const path = isContact ? `/api/v1/contacts/${text.replaceAll("/", "")}` : `/api/v1/${text}`;
      const call = { ...ended, route: isContact ? ended.route : "none", path, requestId: text, refused: { code: "c", message: text } };
      const { path: storedPath, userId, message, requestId } = lineOf(call, "i", at);
      for (const value of [storedPath, userId ?? "", message ?? "", requestId]) {
        expect(value.isWellFormed() && !value.includes("\0")).toBe(true);
        expect(value.length).toBeLessThanOrEqual(510);
      }
    }),
  );
});

test("never stores a key, an e-mail address or a phone, even from the path or the request id, however it is encoded there", () => {
  const key = `bsk_${"a1B2".repeat(12)}c`;
  const [email, phone] = ["ada@example.com", "+447911123456"];
  const escaped = (text: string) => text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const parts = [
    ...[key, `Bearer%20${key}`, `key%3d${key}`, `user_${key}`, key.replace("_", "%5F"), key.replace("bsk_", "%2562sk_")],
    ...[email, phone].flatMap((one) => [one, encodeURIComponent(one), encodeURIComponent(encodeURIComponent(one)), `${escaped(one)}%zz`]),
    ...["%2B44%2F7911%2F123456", `${encodeURIComponent(email)}%ff`, "%252525252540"],
  ];
  for (const part of parts) {
    const called = { ...ended, path: `/api/v1/contacts/${part}`, requestId: key };
    for (const route of [ended.route, "none"])
      expect(lineOf({ ...called, route }, "i", at), part).toMatchObject({ path: "/api/v1/contacts/…", userId: null, requestId: "bsk_…" });
  }
  for (const part of ["%2B685%2021234", "+68521234", "Bearer%20q7Wz9tRk2LpX", "sk_live_51q7Wz9tRk2LpX"])
    expect(lineOf({ ...ended, route: "none", path: `/api/v1/contact/${part}` }, "i", at).path).toBe("/api/v1/contact/…");
  const route = "/api/v1/actions/{deliveryId}/result";
  for (const part of ["Ada%20Lovelace", "4242424242424242", "q7Wz9tRk2LpX"])
    expect(lineOf({ ...ended, route, path: `/api/v1/actions/${part}/result` }, "i", at).path).toBe("/api/v1/actions/…/result");
  const known = "/api/v1/actions/0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10/result";
  expect(lineOf({ ...ended, route, path: known }, "i", at).path).toBe(known);
  for (const requestId of [phone, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.q7Wz9tRk", "sk_live_51q7Wz9tRk2LpX"])
    expect(lineOf({ ...ended, requestId }, "i", at).requestId).toBe("…");
  expect(lineOf({ ...ended, requestId: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10" }, "i", at).requestId).toContain("0198f3a1");
  for (const part of ["org%2F42", "100%25", "a%zz", "user_447911", "user+12345678", "%F0%9F%98%80"])
    expect(lineOf({ ...ended, route: "none", path: `/api/v1/${part}` }, "i", at).path).toBe(`/api/v1/${part}`);
});

test("stores of a message no name that may be a value, and every name of a field", () => {
  const stored = (message: string) => lineOf({ ...ended, status: 400, refused: { code: "c", message } }, "i", at).message;
  for (const name of ["4242424242424242", "Ada Lovelace", "sk_live_1a2B3c", "a must b 4242", "Ada\nLovelace"])
    for (const field of ["properties", "attributes", "event.properties", "items[3].properties"])
      expect(stored(`${field}.${name} must be a string; you sent an array.`)).toBe(`${field}.… must be a string; you sent an array.`);
  for (const message of ["properties.amount must be a string; you sent an array.", "properties must have at most 20 entries; you sent 21."])
    expect(stored(message)).toBe(message);

  for (const name of ["4242424242424242", "Ada Lovelace", "ada.lovelace", "a must be a finite number. b", "deep.Ada"])
    for (const [before, after] of [
      ["", " must be valid Unicode without NUL characters."],
      ["The names in ", " must be valid Unicode without NUL characters."],
      ["", " is a number that JSON cannot carry exactly; send it as a string."],
      ["", " must be a finite number."],
    ])
      for (const around of ["", "properties.", "event.properties.", "items[3].", "values.attributes."])
        expect(stored(`${before}${around}${name}${after}`)).toBe(`${before}${around}…${after}`);
  for (const message of [
    "amount is a number that JSON cannot carry exactly; send it as a string.",
    "event.properties.amount[2] must be a finite number.",
    "The body must not have an entry named __proto__.",
    "The names in the body must be valid Unicode without NUL characters.",
  ])
    expect(stored(message)).toBe(message);

  expect(stored("The headers of columns 1 and 2 are both “Ada ” Lovelace”, columns 3 and 4 are both “x”. Give each a header.")).toBe(
    "The headers of columns 1 and 2 are both “…”. Give each a header.",
  );
  for (const takes of ["It takes limit, cursor.", "Did you mean email? It takes limit, cursor.", "It takes none."]) {
    const unknown = (name: string) => stored(`This list does not know the parameter ${name}. ${takes}`);
    expect(unknown("Ada. It takes Lovelace")).toBe(`This list does not know the parameter …. ${takes}`);
    expect(unknown("page")).toBe(`This list does not know the parameter page. ${takes}`);
  }
  expect(stored("attributes.Ada Lovelace is given to “Ada” and to “Lovelace”. Give it to one of them.")).toBe(
    "attributes.… is given to “…”. Give it to one of them.",
  );
});

test("stores of an ignored field its name, and nothing of one that may be a value", () => {
  const stored = (ignored: string) => lineOf({ ...ended, ignored, sent: { fields: ["userId"] } }, "i", at).ignored;
  expect(
    stored("user_id, items.3.user_id, items.14.user_id, items.ada, ada.lovelace%40example.com, items.ada.lovelace, 4242424242424242"),
  ).toBe("user_id>userId, items.user_id>userId, items.ada, …, items.…");
});

test("limits the lines of a workspace in a minute, separately for succeeded and refused calls", () => {
  const quota = newQuota();
  const accepted = (workspaceId: string, kind: "succeeded" | "refused", now: number) =>
    Array.from({ length: 500 }, () => withinQuota(quota, { workspaceId, kind, now })).filter(Boolean).length;
  expect(accepted("ada", "succeeded", 90_000)).toBe(perMinute.succeeded);
  expect(accepted("ada", "succeeded", 119_999)).toBe(0);
  expect(accepted("ada", "refused", 119_999)).toBe(perMinute.refused);
  expect(accepted("bob", "succeeded", 119_999)).toBe(perMinute.succeeded);
  expect(accepted("ada", "succeeded", 120_000)).toBe(perMinute.succeeded);
});
