import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import { calmSince, timeOf, watchPage } from "../../support/flood";
import { gate } from "../../support/gate";
import { expectAccessible } from "../accessible";
import { hydrated, openHydrated } from "../browser";

const phone = "447911000001";
const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
const names = (page: Page) => problems(page).getByRole("heading", { level: 3 });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function newChat(team: Team) {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada", phone } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" });
  const record = async (event: string, body: object = {}) =>
    expect((await team.api("POST", "/events", { body: { event, userId: "user_1", ...body } })).status).toBe(201);
  return { path: `/${team.workspace}/chats/${chatId}`, record };
}

test("lists every open problem of a person, three at first, while new ones arrive", async ({ ada, signedIn }) => {
  const { path, record } = await newChat(ada);
  const start = Date.now() - 3_600_000;
  for (let index = 1; index <= 45; index += 1)
    await record(`Payment ${String(index).padStart(2, "0")} failed`, { occurredAt: new Date(start + index * 1000).toISOString() });

  const page = await signedIn(ada);
  await page.goto(path);
  const expected = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Payment ${String(from - index).padStart(2, "0")} failed`);
  await expect(names(page)).toHaveText(expected(45, 43));
  const more = problems(page).getByRole("button", { name: "42 more problems" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.click();
  await expect(names(page)).toHaveText(expected(45, 1));
  await record("Payment 46 failed");
  await expect(names(page)).toHaveText(expected(46, 1));
  await problems(page).getByRole("button", { name: "Show fewer" }).click();
  await expect(names(page)).toHaveText(expected(46, 44));
});

test("like problems are one, with their number, until an event with the same reference solves them", async ({ ada, signedIn }) => {
  const { path, record } = await newChat(ada);
  const properties = { reference: "INV-1", amount: "59.90 EUR" };
  for (const minutes of [40, 30, 20]) await record("Payment failed", { properties, occurredAt: minutesAgo(minutes) });
  await record("Refund failed", { properties: { reference: "INV-2" }, occurredAt: minutesAgo(50) });
  const page = await signedIn(ada);
  await page.goto(path);
  const first = problems(page).getByRole("listitem").filter({ hasText: "INV-1" });
  await expect(names(page)).toHaveText(["Payment failed", "Refund failed"]);
  await expect(first).toContainText("×3");
  await expect(first.getByText("3 times")).toBeAttached();
  await expect(first).toContainText("last: 20 min");
  await expect(problems(page).getByRole("listitem").filter({ hasText: "INV-2" })).not.toContainText("×");

  await record("Payment received", { properties: { reference: "INV-1" }, occurredAt: minutesAgo(8) });
  await expect(first).toHaveCount(0);
  await problems(page).getByRole("button", { name: "1 solved in the last 24 hours" }).click();
  const solved = problems(page).getByRole("list", { name: "Solved problems" }).getByRole("listitem");
  await expect(solved).toContainText("Payment failed, solved by Payment received, 12 min later");
  // An event solved it: an agent has nothing to take back.
  await expect(solved.getByRole("button")).toHaveCount(0);

  await record("Payment failed", { properties, occurredAt: minutesAgo(1) });
  await expect(first).toContainText("came back");
  await expect(first).not.toContainText("×");
});

test("forty problems of a name are one card in panel, log and on the phone, handled by one press with one undo", async ({
  ada,
  signedIn,
}) => {
  const { path, record } = await newChat(ada);
  await record("Card declined", { properties: { reference: "C-1" }, occurredAt: minutesAgo(90) });
  const items = Array.from({ length: 40 }, (_, index) => ({
    ...{ event: "Payment failed", userId: "user_1", occurredAt: minutesAgo(60 - index) },
    properties: { reference: `INV-${index + 1}`, amount: "59.90 EUR" },
  }));
  expect((await ada.api("POST", "/events/batch", { body: { items } })).status).toBe(200);
  const page = await signedIn(ada);
  await page.goto(path);
  await expect(names(page)).toHaveText(["Payment failed", "Card declined"]);
  const folded = problems(page).getByRole("listitem").filter({ hasText: "Payment failed" });
  await expect(folded).toContainText("×40");
  const log = page.getByRole("log", { name: "Conversation" });
  await expect(log.getByRole("heading", { name: "Payment failed" })).toHaveCount(1);
  await expect(log).toContainText("×40");
  await expect(log).toContainText("Hello");
  await folded.getByRole("button", { name: "40 references" }).click();
  const references = problems(page).getByRole("list", { name: "References of Payment failed" }).getByRole("listitem");
  await expect(references).toHaveCount(20);
  await expect(references.first()).toContainText("INV-40");
  await problems(page).getByRole("button", { name: "Show more" }).click();
  await expect(references).toHaveCount(40);
  await expectAccessible(page);
  await references
    .first()
    .getByRole("button", { name: /^Handled: .*INV-40$/ })
    .click();
  await expect(references).toHaveCount(39);
  await expect(log).toContainText("×40");

  await folded.getByRole("button", { name: "Handle all" }).click();
  await expect(names(page)).toHaveText(["Card declined"]);
  await expect(log).toContainText("handled Payment failed ×39");
  const toast = page.getByText("39 × “Payment failed” are handled.").locator("xpath=ancestor::li");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(names(page)).toHaveText(["Payment failed", "Card declined"]);
  await expect(folded).toContainText("×39");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: /^Problem: Payment failed/ })).toContainText("×39");
});

test("an agent marks a problem as handled by button or key, and takes it back", async ({ ada, signedIn }) => {
  const { path, record } = await newChat(ada);
  await record("Payment failed", { occurredAt: minutesAgo(5) });
  await record("Card declined", { occurredAt: minutesAgo(3) });
  const [page, other] = [await signedIn(ada), await signedIn(ada)];
  for (const one of [page, other]) await one.goto(path);
  await expect(names(page)).toHaveText(["Card declined", "Payment failed"]);

  // The key takes the newest one. Before the script runs nobody listens, so it is pressed until it works.
  await expect(async () => {
    if ((await names(page).count()) === 2) await page.keyboard.press("h");
    await expect(names(page)).toHaveText(["Payment failed"], { timeout: 1_000 });
  }).toPass();
  await expect(names(other)).toHaveText(["Payment failed"]);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toContainText("Z");
  await page.keyboard.press("z");
  for (const one of [page, other]) await expect(names(one)).toHaveText(["Card declined", "Payment failed"]);

  const declined = problems(page).getByRole("listitem").filter({ hasText: "Card declined" });
  await declined.getByRole("button", { name: "Handled" }).click();
  await expect(names(page)).toHaveText(["Payment failed"]);
  // The focus stays in the section, although the button is gone.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("section")?.getAttribute("aria-labelledby")))
    .toBe("problems-title");
  await page.reload();
  await hydrated(page);
  await problems(page).getByRole("button", { name: "1 solved in the last 24 hours" }).click();
  await expect(problems(page)).toContainText("Card declined, handled by Olga Owner");
  await problems(page).getByRole("button", { name: "Undo “Handled” of Card declined" }).click();
  for (const one of [page, other]) await expect(names(one)).toHaveText(["Card declined", "Payment failed"]);
});

test("a problem that could not be marked is there again, with the reason", async ({ ada, signedIn }) => {
  const { path, record } = await newChat(ada);
  await record("Payment failed");
  const page = await signedIn(ada);
  await openHydrated(page, path);
  const { opened: refused, open: sendError } = gate();
  await page.route("**/problems/*/handled", async (route) => {
    await refused;
    await route.fulfill({
      status: 404,
      json: { error: { code: "not_found", message: "This person has no such problem. It may have been deleted." } },
    });
  });
  await problems(page).getByRole("button", { name: "Handled" }).click();
  // Shown at once, before the server has answered.
  await expect(names(page)).toHaveCount(0);
  sendError();
  await expect(page.getByText("This person has no such problem.")).toBeVisible();
  await expect(names(page)).toHaveText(["Payment failed"]);
});

test("older problems are a click away, each with how it was closed", async ({ ada, signedIn }) => {
  const { path, record } = await newChat(ada);
  const day = 24 * 60;
  const properties = { reference: "INV-1" };
  await record("Payment failed", { properties, occurredAt: minutesAgo(4 * day) });
  await record("Payment received", { properties, occurredAt: minutesAgo(3 * day) });
  const page = await signedIn(ada);
  await page.goto(path);
  const older = problems(page).getByRole("button", { name: "Older problems" });
  await expect(names(page)).toHaveCount(0);
  await older.click();
  const list = problems(page).getByRole("list", { name: "Older problems" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText("Solved by Payment received");
  // The list follows what happens meanwhile.
  await record("Card declined");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText("Open");
});

test("under a pointer the panel stays still: new problems wait as a red number, one that ended stays, and a click shows all", async ({
  ada,
  signedIn,
}) => {
  const { path, record } = await newChat(ada);
  const properties = { reference: "INV-1" };
  await record("Payment failed", { properties, occurredAt: minutesAgo(5) });
  const page = await signedIn(ada, "", { viewport: { width: 1440, height: 900 } });
  await page.goto(path);
  const handled = problems(page).getByRole("button", { name: "Handled" }).first();
  const waiting = page.getByRole("region", { name: "Context" }).getByRole("button", { name: "1 new problem" });
  const before = await handled.boundingBox();
  const point = { x: (before?.x ?? 0) + 5, y: (before?.y ?? 0) + 5 };
  await page.mouse.move(point.x, point.y);
  // Somebody aims at the button for as long as this takes: the panel moves again three seconds after the last movement.
  let isAiming = true;
  const aiming = (async () => {
    for (let moves = 0; isAiming; moves += 1) await page.mouse.move(point.x + (moves % 3), point.y);
  })();
  try {
    await record("Card declined");
    await expect(waiting).toBeVisible();
    await record("Payment received", { properties });
    await expect(problems(page).getByText("just solved")).toBeVisible();
    await expect(names(page)).toHaveText(["Payment failed"]);
    await expect(handled).toBeDisabled();
    expect(await handled.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
  } finally {
    isAiming = false;
    await aiming;
  }
  await waiting.click();
  await expect(names(page)).toHaveText(["Card declined"]);
  await expect(waiting).toHaveCount(0);
});

test("nothing jumps in the panel, and hardly anything moves in a short chat, when problems and events come and go", async ({
  ada,
  signedIn,
}) => {
  const { path, record } = await newChat(ada);
  await record("Payment failed", { properties: { reference: "INV-0" } });
  await record("Page viewed", { level: "info" });
  const page = await signedIn(ada, "", { viewport: { width: 1440, height: 900 } });
  await watchPage(page);
  await openHydrated(page, path);
  await expect(names(page)).toHaveCount(1);
  const since = await timeOf(page);
  for (let index = 1; index <= 5; index += 1) {
    await record(`Card declined ${index}`, { properties: { reference: `INV-${index}` } });
    await expect(names(page).first()).toHaveText(`Card declined ${index}`);
    await record("Payment received", { level: "info", properties: { reference: `INV-${index - 1}` } });
    await expect(problems(page).getByRole("button", { name: `${index} solved in the last 24 hours` })).toBeVisible();
  }
  const { shift, moved } = await calmSince(page, since);
  // A time that gets longer begins further left.
  expect(shift.panel, moved.join("\n")).toBeLessThan(0.001);
  // A solved card closes by a movement, and what is below it in a chat that does not fill the log follows.
  expect(shift.timeline, moved.join("\n")).toBeLessThan(0.02);
});
