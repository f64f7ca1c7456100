import type { Page } from "@playwright/test";
import { momentOf, toInputValue, wallTimeOf } from "@/lib/kernel/zoned";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";

const timeZone = "America/New_York";
const dayMs = 24 * 3_600_000;
const from = { channel: "website", visitorId: "v_1", name: "Ada Okafor" };

const row = (page: Page) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: "Ada Okafor" });
const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Snoozed until" });
const field = (page: Page) => page.getByRole("combobox", { name: "Find a time" });
const openSnooze = (page: Page) => page.getByRole("button", { name: "Snooze", exact: true }).click();

/** The time that the page asks the server for. */
async function sentUntil(page: Page, act: () => Promise<void>): Promise<number | null> {
  const sent = page.waitForRequest(/\/snooze$/);
  await act();
  const { until } = (await sent).postDataJSON() as { until: string | null };
  return until === null ? null : Date.parse(until);
}

test("S snoozes by the agent's clock, the chat leaves the list, and comes back with Wake now", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage(from);
  const page = await signedIn(ada, `/chats/${chatId}`, { timezoneId: timeZone });
  await page.keyboard.press("s");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("tomorrow");
  const before = Date.now();
  const until = (await sentUntil(page, () => page.keyboard.press("Enter"))) ?? 0;
  expect(wallTimeOf(until, timeZone)).toMatchObject({ hour: 9, minute: 0 });
  expect(until).toBeGreaterThan(before);
  expect(until).toBeLessThan(before + 2 * dayMs);
  await expect(notice(page)).toContainText("09:00");
  await expect(row(page)).toHaveCount(0);
  await expect(page.getByRole("log", { name: "Conversation" })).toContainText("snoozed the chat until");

  await page.reload();
  await expect(notice(page)).toContainText("09:00");
  expect(await sentUntil(page, () => notice(page).getByRole("button", { name: "Wake now" }).click())).toBeNull();
  await expect(notice(page)).toHaveCount(0);
  await expect(row(page)).toHaveCount(1);
});

test("a message of the customer ends the snooze", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage(from);
  const page = await signedIn(ada, `/chats/${chatId}`);
  await openSnooze(page);
  await page.getByRole("option", { name: "In 1 hour" }).click();
  await expect(notice(page)).toBeVisible();
  await expect(row(page)).toHaveCount(0);
  await ada.sendMessage(from, "Are you there?");
  await expect(notice(page)).toHaveCount(0);
  await expect(row(page)).toHaveCount(1);
});

test("any date and time can be picked, in the agent's time zone, but none that is past or too far", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage(from);
  const page = await signedIn(ada, `/chats/${chatId}`, { timezoneId: timeZone });
  await openSnooze(page);
  await field(page).fill("pick");
  await page.keyboard.press("Enter");
  const date = page.getByLabel("Date and time");
  await expect(date).toBeFocused();
  const dialog = page.getByRole("dialog", { name: "Snooze until" });
  await expect(dialog).toContainText("Time zone: America/New York");

  const wallIn = (days: number) => ({ ...wallTimeOf(Date.now() + days * dayMs, timeZone), hour: 16, minute: 30 });
  for (const { days, reason } of [
    { days: -2, reason: "Choose a time in the future." },
    { days: 92, reason: "Choose a time within 90 days." },
  ]) {
    await date.fill(toInputValue(wallIn(days)));
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText(reason);
  }
  await date.fill("");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Enter a date and a time.");

  const wall = wallIn(40);
  await date.fill(toInputValue(wall));
  expect(await sentUntil(page, () => page.keyboard.press("Enter"))).toBe(momentOf(wall, timeZone));
  await expect(notice(page)).toContainText("16:30");
  await expect(page.getByRole("button", { name: "Snooze", exact: true })).toBeFocused();
});

test("shows a snooze at once, and takes it back with the reason when it is refused", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage(from);
  const page = await signedIn(ada, `/chats/${chatId}`);
  const { opened: response, open: answer } = gate();
  await page.route("**/snooze", async (route) => {
    await response;
    await route.fulfill({ status: 409, json: { error: { code: "conflict", message: "A colleague closed the chat." } } });
  });
  await openSnooze(page);
  await page.getByRole("option", { name: "In 1 hour" }).click();
  await expect(notice(page)).toBeVisible();
  answer();
  await expect(page.getByText("A colleague closed the chat.")).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test("a closed chat cannot be snoozed", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage(from);
  const page = await signedIn(ada, `/chats/${chatId}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("button", { name: "Snooze", exact: true })).toHaveCount(0);
  await page.keyboard.press("s");
  await expect(field(page)).toHaveCount(0);
});
