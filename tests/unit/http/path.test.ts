import { test } from "@playwright/test";
import fc from "fast-check";
import { decodePart, matchPath } from "@/lib/http/path";
import { expect } from "../../support/expect";

const contact = "/api/v1/contacts/{userId}";
const chat = "/api/w/{workspace}/chats/{chatId}/items";

const matched: [string, string, Record<string, string>][] = [
  ["/api/v1/events", "/api/v1/events", {}],
  [contact, "/api/v1/contacts/user_8841", { userId: "user_8841" }],
  [contact, "/api/v1/contacts/org%2F42", { userId: "org%2F42" }],
  [contact, "/api/v1/contacts/%", { userId: "%" }],
  [contact, "/api/v1/contacts/", { userId: "" }],
  [contact, "/api/v1/contacts/..", { userId: ".." }],
  [contact, "/api/v1/contacts/{userId}", { userId: "{userId}" }],
  [chat, "/api/w/acme/chats/7/items", { workspace: "acme", chatId: "7" }],
];

for (const [pattern, path, params] of matched) {
  test(`${path} matches ${pattern}`, () => expect(matchPath(pattern, path)).toEqual(params));
}

const others: [string, string][] = [
  ["/api/v1/events", "/api/v1/events/"],
  ["/api/v1/events", "/api/v1/Events"],
  ["/api/v1/events", "/api/v1/%65vents"],
  ["/api/v1/events", "api/v1/events"],
  ["/api/v1/events", "//api/v1/events"],
  ["/api/v1/events", ""],
  [contact, "/api/v1/contacts"],
  [contact, "/api/v1/contacts/org/42"],
  [contact, "/api/v1/contacts/user_8841/"],
  [chat, "/api/w/acme/chats/7/panel"],
];

for (const [pattern, path] of others) {
  test(`${JSON.stringify(path)} does not match ${pattern}`, () => expect(matchPath(pattern, path)).toBeUndefined());
}

test("decodes any percent-encoded id unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "grapheme", minLength: 1 }), (workspace, chatId) => {
      fc.pre(workspace.isWellFormed() && chatId.isWellFormed());
      const params = matchPath(chat, `/api/w/${encodeURIComponent(workspace)}/chats/${encodeURIComponent(chatId)}/items`);
      expect(decodePart(params?.["workspace"] ?? "")).toBe(workspace);
      expect(decodePart(params?.["chatId"] ?? "")).toBe(chatId);
    }),
  );
});

for (const broken of ["%", "%4", "%zz", "%ff", "%c3%28", "a%e2%82", "%ed%a0%80", "%u0041"]) {
  test(`rejects the percent-encoding ${broken}`, () => expect(decodePart(broken)).toBeUndefined());
}

test("returns text without encoding unchanged, and never throws", () => {
  expect(decodePart("a+b é~!'()*")).toBe("a+b é~!'()*");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("%", "a", "2", "f", "F", "/") }), (pattern, part) => {
      expect(["string", "undefined"]).toContain(typeof decodePart(part));
      expect(() => matchPath(pattern, part)).not.toThrow();
    }),
  );
});
