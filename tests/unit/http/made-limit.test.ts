import { test } from "@playwright/test";
import { contracts, titleOf } from "../../support/contracts";
import { expect } from "../../support/expect";

/** What people and backends do all day: it has bounds of its own, or those of all calls. */
const everyday = [
  "POST /api/v1/contacts/{userId}/link-codes",
  "POST /api/v1/embed-tokens",
  "POST /api/v1/events",
  "POST /chats/{chatId}/attachments",
  "POST /chats/{chatId}/messages",
  "POST /chats/{chatId}/request-phone",
  "POST /chats/{chatId}/scheduled",
  "POST /chats/{chatId}/template",
];

/** Lists that are full at some hundreds, which somebody may bring along in one go. */
const bounded = ["POST /replies", "POST /tags"];

test("whatever makes something has a bound a minute for each workspace, and so has whatever rotates or exports", () => {
  const made = contracts.filter(
    ({ access, method, path, status }) =>
      (access === "session" || access === "key") && ((method === "POST" && status === 201) || /\/(?:rotate|export)$/.test(path)),
  );
  const unbound = made.filter(({ madePerMinute }) => madePerMinute === undefined).map(titleOf);
  expect(unbound.sort()).toEqual(everyday);
  for (const one of made) expect(one.madePerMinute ?? 0, titleOf(one)).toBeLessThanOrEqual(bounded.includes(titleOf(one)) ? 600 : 60);
});
