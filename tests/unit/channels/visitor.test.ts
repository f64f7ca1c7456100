import { test } from "@playwright/test";
import fc from "fast-check";
import { VisitorId } from "@/lib/channels/contract";
import { readPosition, writePosition } from "@/lib/channels/website/position";
import { isVisitorToken, topicOf, visitorIdOf } from "@/lib/channels/website/visitor";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

const token = "A".repeat(43);

test("a token is a different visitor in every workspace, always the same one in each", () => {
  const [here, there] = [newId(), newId()];
  expect(visitorIdOf(here, token)).toBe(visitorIdOf(here, token));
  expect(visitorIdOf(here, token)).not.toBe(visitorIdOf(there, token));
  expect(visitorIdOf(here, token)).not.toBe(visitorIdOf(here, `${token.slice(1)}B`));
  expect(visitorIdOf(here, token)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(VisitorId.safeParse(visitorIdOf(here, token)).success).toBe(true);
});

test("only 43 characters of base64url are a token", () => {
  expect(isVisitorToken(token)).toBe(true);
  for (const text of ["", token.slice(1), `${token}A`, `${token.slice(1)}=`, `${token.slice(1)} `, `${token}\n`])
    expect(isVisitorToken(text), text).toBe(false);
});

test("the topic of a visitor has the form of an id", () => {
  expect(topicOf("visitor")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(topicOf("visitor")).not.toBe(topicOf("visitors"));
});

test("a position is read as it was written, and nothing else is one", () => {
  const entries = fc.array(fc.tuple(fc.uuid(), fc.nat(2_147_483_647)), { maxLength: 20 });
  fc.assert(
    fc.property(entries, (chats) => {
      const position = new Map(chats);
      expect(readPosition(writePosition(position))).toEqual(position);
    }),
  );
  const tooMany = new Map(Array.from({ length: 21 }, () => [newId(), 1] as const));
  for (const text of [
    "",
    "x",
    "none,none",
    `${newId()}`,
    `${newId()}:`,
    `${newId()}:-1`,
    `${newId()}:1.5`,
    `${newId()}:1:2`,
    writePosition(tooMany),
  ])
    expect(() => readPosition(text), text).toThrow("after must be the position");
});
