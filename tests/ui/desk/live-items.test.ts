import type { Page, Request } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { openHydrated } from "../browser";

const phone = "447911123456";
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const card = (page: Page, name: string) => log(page).getByRole("heading", { name, exact: true });

const isOfItems = (request: Request) => /\/chats\/[^/]+\/items/.test(request.url());

/** The chat is on the screen and up to date; every request for its items from now on is counted and, unless `isAnswered`, fails. */
async function openChat(team: Team, signedIn: SignedIn, { isAnswered = false } = {}) {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "My card was charged.");
  const page = await signedIn(team);
  const pending = new Set<Request>();
  page.on("request", (request) => isOfItems(request) && pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  const isRead = page.waitForResponse((response) => isOfItems(response.request()) && response.ok());
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await isRead;
  await expect(log(page)).toContainText("My card was charged.");
  await expect(page.getByRole("region", { name: "Context" })).toContainText("Ada Okafor");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (isOfItems(request)) requests.push(request.url());
  });
  if (!isAnswered) await page.route(/\/chats\/[^/]+\/items/, (route) => route.abort());
  // One that was asked for before could be answered with what happens next.
  await expect.poll(() => pending.size).toBe(0);
  return { chatId, page, requests };
}

const send = async (team: Team, event: string, properties: Record<string, string> = {}) => {
  const { status } = await team.api("POST", "/events", { body: { event, properties, userId: "user_1" } });
  expect(status).toBe(201);
};

test("an open chat shows new cards and messages though no request for its items is answered", async ({ ada, signedIn }) => {
  const { page } = await openChat(ada, signedIn);
  await send(ada, "Payment failed", { reference: "INV-2041", amount: "59.90 EUR" });
  await expect(card(page, "Payment failed")).toBeVisible();
  await expect(log(page)).toContainText("INV-2041");
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Are you there?");
  await expect(log(page)).toContainText("Are you there?");
  await send(ada, "Order placed");
  await expect(card(page, "Order placed")).toBeVisible();
  // The panel and the list have them, too.
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("Payment failed");
});

test("an event's card costs an open chat no request, and one that is too large costs one", async ({ ada, signedIn }) => {
  const { page, requests } = await openChat(ada, signedIn, { isAnswered: true });
  // A tick of the stream may ask in between: of three cards, one comes without.
  let without = 0;
  for (let number = 1; number <= 3; number += 1) {
    const before = requests.length;
    await send(ada, `Payment ${number} failed`);
    await expect(card(page, `Payment ${number} failed`)).toBeVisible();
    if (requests.length === before) without += 1;
  }
  expect(without).toBeGreaterThanOrEqual(2);

  const before = requests.length;
  await send(ada, "Refund failed", Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`text${at}`, "x".repeat(900)])));
  await expect(card(page, "Refund failed")).toBeVisible();
  expect(requests.length).toBeGreaterThan(before);
  // The next one follows it.
  await send(ada, "Charge failed");
  await expect(card(page, "Charge failed")).toBeVisible();
  await expect(card(page, "Refund failed")).toHaveCount(1);
});

test("after a card that could not be fetched the next ones wait, and all are shown once and in order", async ({ ada, signedIn }) => {
  const { page } = await openChat(ada, signedIn);
  await send(ada, "Refund failed", Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`text${at}`, "x".repeat(900)])));
  const panel = page.getByRole("region", { name: "Problems" });
  await expect(panel).toContainText("Refund failed");
  await send(ada, "Charge failed");
  await expect(panel).toContainText("Charge failed");
  // It would be above the one that is missing.
  await expect(log(page).getByRole("heading", { name: / failed$/ })).toHaveCount(0);
  await page.unroute(/\/chats\/[^/]+\/items/);
  await send(ada, "Transfer failed");
  await expect(log(page).getByRole("heading", { name: / failed$/ })).toHaveText(["Refund failed", "Charge failed", "Transfer failed"]);
});
