import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type Ended, lineOf, pathOf } from "@/lib/domain/request-log/line";
import { mayKeep, newQuota, perMinute } from "@/lib/domain/request-log/quota";

const ended: Ended = {
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

test("whoever the path names stands apart from it, and together they are what was called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), (userId) => {
      if (!userId.isWellFormed() || userId.includes("\0")) return;
      const line = lineOf({ ...ended, path: `/api/v1/contacts/${encodeURIComponent(userId)}` }, "i", at);
      expect(line).toMatchObject({ path: "/api/v1/contacts/{userId}", userId });
      expect(pathOf(line)).toBe(`/api/v1/contacts/${encodeURIComponent(userId)}`);
    }),
  );
});

test("every line can be kept as text by the database, whatever was called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, isContact) => {
      const path = isContact ? `/api/v1/contacts/${text.replaceAll("/", "")}` : `/api/v1/${text}`;
      const call = { ...ended, route: isContact ? ended.route : "none", path, requestId: text, refused: { code: "c", message: text } };
      const { path: kept, userId, message, requestId } = lineOf(call, "i", at);
      for (const value of [kept, userId ?? "", message ?? "", requestId]) {
        expect(value.isWellFormed() && !value.includes("\0")).toBe(true);
        expect(value.length).toBeLessThanOrEqual(510);
      }
    }),
  );
});

test("a key at a wrong place is not kept", () => {
  const key = `bsk_${"a1B2".repeat(12)}c`;
  for (const route of [ended.route, "none"])
    expect(JSON.stringify(lineOf({ ...ended, route, path: `/api/v1/contacts/${key}`, requestId: key }, "i", at))).not.toContain(key);
});

test("a workspace's lines are bounded by the minute, answers and refusals apart, and another's are its own", () => {
  const quota = newQuota();
  const taken = (who: string, kind: "answered" | "refused", now: number) =>
    Array.from({ length: 500 }, () => mayKeep(quota, { workspaceId: who, kind, now })).filter(Boolean).length;
  expect(taken("ada", "answered", 90_000)).toBe(perMinute.answered);
  expect(taken("ada", "answered", 119_999)).toBe(0);
  expect(taken("ada", "refused", 119_999)).toBe(perMinute.refused);
  expect(taken("bob", "answered", 119_999)).toBe(perMinute.answered);
  expect(taken("ada", "answered", 120_000)).toBe(perMinute.answered);
});
