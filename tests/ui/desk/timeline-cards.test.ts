import type { Locator, Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";

const phone = "447911123456";
const reference = "INV-2041";
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const card = (page: Page, text: string) => log(page).locator("[data-row]").filter({ hasText: text });

type Sent = { properties?: Record<string, string>; occurredAt?: string };
const send = async (team: Team, event: string, more: Sent = {}) => {
  const { status } = await team.api("POST", "/events", { body: { event, userId: "user_1", ...more } });
  expect(status).toBe(201);
};
const fail = (team: Team) => send(team, "Payment failed", { properties: { amount: "59.90 EUR", reference } });

async function openChat(team: Team, signedIn: SignedIn) {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "My card was charged.");
  return { chatId, show: () => signedIn(team, `/chats/${chatId}`) };
}

test("a run of events is one line, which opens and closes by keyboard and stays open while events join it", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  for (let number = 1; number <= 12; number += 1) await send(ada, `Page ${number} viewed`);
  const page = await show();
  const run = log(page).getByRole("button", { name: /^\d+ events, / });
  const headings = log(page).getByRole("heading", { name: /viewed$/ });
  await expect(run).toContainText(/^12 events, \d\d:\d\d( to \d\d:\d\d)?$/);
  await expect(run).toHaveAttribute("aria-expanded", "false");
  await expect(headings).toHaveCount(0);
  await run.focus();
  await page.keyboard.press("Enter");
  await expect(run).toHaveAttribute("aria-expanded", "true");
  await expect(headings).toHaveCount(12);
  await expect(run).toBeInViewport();

  await send(ada, "Page 13 viewed");
  await expect(run).toContainText("13 events");
  await expect(headings).toHaveCount(13);
  await expect(run).toBeFocused();
  await page.keyboard.press("Space");
  await expect(headings).toHaveCount(0);
  await expect(run).toBeFocused();

  // A message ends the run; a single event after it is a card.
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Hello?");
  await send(ada, "Page 14 viewed");
  await expect(headings).toHaveText(["Page 14 viewed"]);
  await expect(run).toContainText("13 events");
});

test("seven like problems are one card at the place of the last one, which opens to all seven", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  for (let number = 1; number <= 3; number += 1) await fail(ada);
  await send(ada, "Order placed");
  const page = await show();
  await expect(card(page, "Payment failed")).toContainText("×3");
  for (let number = 4; number <= 7; number += 1) await fail(ada);
  await send(ada, "Refund failed", { properties: { reference: "INV-9" } });
  const like = card(page, reference);
  await expect(like).toContainText("×7");
  await expect(like).toHaveCount(1);
  await expect(like).toContainText(/last \d\d:\d\d/);
  await expect(card(page, "INV-9")).not.toContainText("×");
  await expect(log(page).locator("[data-row]")).toHaveText([/My card was charged/, /Order placed/, /INV-2041/, /INV-9/]);

  const all = like.getByRole("button", { name: "Show all 7" });
  await all.focus();
  await page.keyboard.press("Enter");
  await expect(like.getByRole("listitem")).toHaveCount(7);
  await page.keyboard.press("Enter");
  await expect(like.getByRole("listitem")).toHaveCount(0);
});

test("a problem that was solved is one quiet line, which opens to its card", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  await fail(ada);
  const page = await show();
  await expect(log(page).getByRole("heading", { name: "Payment failed" })).toBeVisible();
  await send(ada, "Payment received", { properties: { reference } });
  const quiet = log(page).getByRole("button", { name: /Payment failed.*solved by Payment received, seconds later/ });
  await expect(quiet).toHaveAttribute("aria-expanded", "false");
  await expect(log(page).getByRole("heading", { name: "Payment failed" })).toHaveCount(0);
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(quiet).toBeVisible();
  }
  await quiet.focus();
  await page.keyboard.press("Enter");
  await expect(quiet).toHaveAttribute("aria-expanded", "true");
  await expect(card(page, "solved by")).toContainText("59.90 EUR");
});

/** The height of a row now, and in every frame in which it changes. */
/** Counts what moves in the log: a busy machine may paint none of a movement's steps. */
const watchMovements = (page: Page) =>
  page.evaluate(() => {
    const watched = Object.assign(window, { movements: 0 });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      if (this.closest("[role=log]")) watched.movements += 1;
      return animate.apply(this, given);
    };
  });
const movementsOf = (page: Page) => page.evaluate(() => (window as unknown as { movements: number }).movements);
const boxOf = async (row: Locator) => (await row.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
const bottomOf = async (row: Locator): Promise<number> => {
  const { y, height } = await boxOf(row);
  return y + height;
};

test("a solved problem closes by a movement that shifts nothing below it, and keeps its place only under the pointer", async ({
  ada,
  signedIn,
}) => {
  const { show } = await openChat(ada, signedIn);
  for (const event of ["Payment failed", "Login blocked", "Delivery failed"]) {
    await send(ada, event, { properties: { amount: "59.90 EUR", reference: event, plan: "pro", country: "PT" } });
    await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Hello?");
  }
  const solve = (event: string) => send(ada, "All is well", { properties: { reference: event } });
  const page = await show();
  const rows = log(page).locator("[data-row]");
  await expect(rows).toHaveCount(7);
  const [first, second, third] = [rows.nth(1), rows.nth(3), rows.nth(5)];
  const [{ height }, bottom] = [await boxOf(third), await bottomOf(rows.last())];
  expect(height).toBeGreaterThan(100);
  const isClosed = (row: Locator) => expect.poll(async () => (await boxOf(row)).height).toBeLessThan(60);

  // The pointer is elsewhere: it closes by a movement, and the reader stays at the end.
  await page.mouse.move(5, 5);
  await watchMovements(page);
  await solve("Delivery failed");
  await isClosed(third);
  expect(await movementsOf(page)).toBe(1);
  await expect(rows).toHaveCount(8);
  expect(Math.abs((await bottomOf(rows.last())) - bottom)).toBeLessThanOrEqual(1);

  // Under the pointer it keeps its place until that leaves, once.
  await log(page).hover({ position: { x: 20, y: 20 } });
  await solve("Login blocked");
  await expect(second).toContainText("solved by All is well");
  expect((await boxOf(second)).height).toBe(height);
  await page.mouse.move(5, 5);
  await isClosed(second);
  await log(page).hover({ position: { x: 20, y: 20 } });
  await isClosed(second);

  // With reduced motion it closes at once, also by an agent's own press.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = await movementsOf(page);
  await page.getByRole("button", { name: "Handled" }).click();
  await isClosed(first);
  expect(await movementsOf(page)).toBe(before);
});

test("a problem that an agent handled says who it was, and is a card again when that is undone", async ({ ada, signedIn }) => {
  const { chatId, show } = await openChat(ada, signedIn);
  await fail(ada);
  const page = await show();
  const session = await ada.signIn();
  const { body } = await session.call("GET", `/chats/${chatId}/panel`);
  const [problem] = body["problems"] as { id: string }[];
  const mark = (handled: boolean) => session.call("POST", `/chats/${chatId}/problems/${problem?.id}/handled`, { handled });
  expect((await mark(true)).status).toBe(200);
  await expect(log(page).getByRole("button", { name: /Payment failed.*handled by Olga Owner/ })).toBeVisible();
  await expect(log(page)).toContainText("Olga Owner handled Payment failed");
  expect((await mark(false)).status).toBe(200);
  await expect(log(page).getByRole("heading", { name: "Payment failed" })).toBeVisible();
  await expect(log(page)).toContainText("Olga Owner reopened Payment failed");
});

test("an event of ten days ago shows its date, one of today only the time", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  await send(ada, "Order placed", { occurredAt: new Date(Date.now() - 10 * 24 * 3_600_000).toISOString() });
  await send(ada, "Card declined");
  const page = await show();
  await expect(card(page, "Order placed").locator("time")).toHaveText(/^\d{1,2} \p{L}+( \d{4})? \d\d:\d\d$/u);
  await expect(card(page, "Order placed").locator("time")).toHaveAttribute("title", /\d{4}.*\d\d:\d\d:\d\d/);
  await expect(card(page, "Card declined").locator("time")).toHaveText(/^(yesterday )?\d\d:\d\d$/);
});

test("the card of a problem says how a press on it ended", async ({ ada, receiver, signedIn }) => {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  const button = { label: "Retry payment", action: "retry_payment", options: { onProblemCards: true } };
  expect((await owner.call("POST", "/actions/buttons", button)).status).toBe(201);
  receiver.on(`/${ada.workspace}`, () => ({ status: 400, body: { message: "The bank refused." } }));
  const { show } = await openChat(ada, signedIn);
  await fail(ada);
  const page = await show();
  const problem = card(page, reference).filter({ has: page.getByRole("heading", { name: "Payment failed" }) });
  await problem.getByRole("button", { name: "Retry payment" }).click();
  await expect(problem).toContainText("The bank refused.");
  await expect(problem).toContainText("failed");
  await page.reload();
  await expect(problem).toContainText("The bank refused.");
});

test("says to screen readers what arrives, and nothing of what was there", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  await fail(ada);
  const page = await show();
  const said = (text: string) => page.locator("[aria-live]").filter({ hasText: text });
  const atOnce = page.locator("[aria-live=assertive]");
  await expect(log(page)).toHaveAttribute("aria-live", "off");
  await expect(log(page)).toContainText("Payment failed");
  await expect(said("Problem: ")).toHaveCount(0);
  await send(ada, "Login blocked");
  await expect(atOnce.filter({ hasText: "Problem: Login blocked" })).toHaveCount(1);
  for (const name of ["Order placed", "Parcel sent", "Parcel delivered"]) await send(ada, name);
  await expect(page.locator("[aria-live=polite]").filter({ hasText: /^[1-3] events?$/ })).toHaveCount(1);
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Is anybody there?");
  await expect(page.locator("[aria-live=polite]").filter({ hasText: /^Ada.*: Is anybody there\?$/ })).toHaveCount(1);
});

test("a line that has the focus keeps it when it is scrolled out of view", async ({ ada, signedIn }) => {
  const { show } = await openChat(ada, signedIn);
  for (const name of ["Order placed", "Parcel sent"]) await send(ada, name);
  for (let number = 1; number <= 45; number += 1) {
    await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, `Line ${number}. ${"It is long. ".repeat(40)}`);
  }
  const page = await show();
  await expect(log(page)).toContainText("Line 45.");
  const run = log(page).getByRole("button", { name: "2 events" });
  await expect
    .poll(async () => {
      await log(page).evaluate((element) => element.scrollTo(0, 0));
      return run.count();
    })
    .toBe(1);
  await run.focus();
  await expect(async () => {
    await log(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(log(page).getByText("Line 45.")).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(run).toBeFocused();
  await expect(log(page).getByText("Line 3.")).toHaveCount(0);
});
