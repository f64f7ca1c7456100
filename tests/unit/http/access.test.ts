import { test } from "@playwright/test";
import { contracts, titleOf } from "../../support/contracts";
import { expect } from "../../support/expect";

// The tests of roles follow the contracts, so a role that a contract lost would go unnoticed without these lists. What is in none of
// them is for admins, or for the holder of a key.

/** Open to every member of the workspace. */
const forAgents = [
  "DELETE /chats/{chatId}/link",
  "DELETE /chats/{chatId}/scheduled/{itemId}",
  "DELETE /me/sessions/{sessionId}",
  "DELETE /replies/{replyId}",
  "GET /attachments/{attachmentId}",
  "GET /attribute-display",
  "GET /attribute-display/seen",
  "GET /chats",
  "GET /chats/{chatId}/events",
  "GET /chats/{chatId}/items",
  "GET /chats/{chatId}/link",
  "GET /chats/{chatId}/panel",
  "GET /chats/{chatId}/scheduled",
  "GET /chats/{chatId}/window",
  "GET /contacts",
  "GET /contacts/{contactId}",
  "GET /contacts/{contactId}/events",
  "GET /contacts/{contactId}/timeline",
  "GET /events/{eventId}/reach",
  "GET /me/sessions",
  "GET /notifications",
  "GET /push",
  "GET /replies",
  "GET /search",
  "GET /stream",
  "GET /tags",
  "GET /team",
  "GET /whatsapp/templates",
  "PATCH /replies/{replyId}",
  "POST /chats/changes",
  "POST /chats/{chatId}/actions",
  "POST /chats/{chatId}/assignee",
  "POST /chats/{chatId}/attachments",
  "POST /chats/{chatId}/block",
  "POST /chats/{chatId}/link",
  "POST /chats/{chatId}/messages",
  "POST /chats/{chatId}/messages/{itemId}/send-again",
  "POST /chats/{chatId}/presence",
  "POST /chats/{chatId}/problems/handled",
  "POST /chats/{chatId}/problems/{problemId}/handled",
  "POST /chats/{chatId}/read",
  "POST /chats/{chatId}/request-phone",
  "POST /chats/{chatId}/scheduled",
  "POST /chats/{chatId}/snooze",
  "POST /chats/{chatId}/status",
  "POST /chats/{chatId}/tags",
  "POST /chats/{chatId}/template",
  "POST /chats/{chatId}/typing",
  "POST /contacts/{contactId}/problems/handled",
  "POST /contacts/{contactId}/problems/{problemId}/handled",
  "POST /contacts/{contactId}/tags",
  "POST /embed-codes",
  "POST /me/password",
  "POST /push/end",
  "POST /push/visible",
  "POST /replies",
  "PUT /me/locale",
  "PUT /push",
];

const forOwners = ["PUT /plan", "PUT /retention"];

/** Open without a session: to anybody, visitors with a link, visitors of a website, frames, and the command line. */
const withoutSession = [
  "embed GET /api/embed/{workspace}/events",
  "embed GET /api/embed/{workspace}/panel",
  "embed GET /api/embed/{workspace}/stream",
  "embed POST /api/embed/{workspace}/actions",
  "embed POST /api/embed/{workspace}/problems/handled",
  "embed POST /api/embed/{workspace}/problems/{problemId}/handled",
  "operator POST /api/operator",
  "public GET /api/channels/whatsapp/{workspace}",
  "public GET /api/health",
  "public GET /api/ready",
  "public GET /api/simulator/{workspace}/messages",
  "public GET /api/v1/openapi.json",
  "public GET /api/widget/{workspace}/config",
  "public POST /api/channels/whatsapp/{workspace}",
  "public POST /api/embed/{workspace}/renew",
  "public POST /api/embed/{workspace}/sign-in",
  "public POST /api/setup",
  "public POST /api/simulator/{workspace}/messages",
  "visitor POST /api/invitation",
  "visitor POST /api/invitation/accept",
  "visitor POST /api/password",
  "visitor POST /api/reset",
  "visitor POST /api/reset/use",
  "widget GET /api/widget/{workspace}/attachments/{attachmentId}",
  "widget GET /api/widget/{workspace}/messages",
  "widget GET /api/widget/{workspace}/stream",
  "widget POST /api/widget/{workspace}/attachments",
  "widget POST /api/widget/{workspace}/email",
  "widget POST /api/widget/{workspace}/identify",
  "widget POST /api/widget/{workspace}/messages",
];

const titles = (all: typeof contracts) => all.map(titleOf).sort();

test("members without a higher role can call these endpoints, and no others", () => {
  expect(titles(contracts.filter(({ access, role = "agent" }) => access === "session" && role === "agent"))).toEqual(forAgents);
});

test("only owners can call these, and admins the rest", () => {
  const higher = contracts.filter(({ access, role = "agent" }) => access === "session" && role !== "agent");
  expect(titles(higher.filter(({ role }) => role !== "admin"))).toEqual(forOwners);
  expect(higher.length).toBeGreaterThan(50);
});

test("these need no session, and what is published a key", () => {
  const others = contracts.filter(({ access }) => access !== "session");
  for (const { access, isPublished, path } of others) expect(access === "key", path).toBe(isPublished === true);
  const open = others.filter(({ isPublished }) => !isPublished);
  expect(open.map((one) => `${one.access} ${titleOf(one)}`).sort()).toEqual(withoutSession);
});
