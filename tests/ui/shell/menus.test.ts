import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";

const ada = { channel: "whatsapp", phone: "+447700900123", name: "Ada Okafor" };
const more = (page: Page) => page.getByRole("button", { name: "More for Ada Okafor" });
const assign = (page: Page) => page.getByRole("button", { name: "Assign", exact: true });

test("a menu opens by a click and by each key, and gives the focus back", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team, `/chats/${chatId}`);
  const menu = page.getByRole("menu");
  const items = page.getByRole("menuitem");
  await expect(more(page)).toHaveAttribute("aria-haspopup", "menu");
  await expect(more(page)).toHaveAttribute("aria-expanded", "false");

  // The first time, its code is on the way.
  await more(page).click();
  await expect(menu).toBeFocused();
  await expect(more(page)).toHaveAttribute("aria-expanded", "true");
  await expect(menu).toHaveAccessibleName(/More for Ada Okafor/);
  await more(page).click();
  await expect(menu).toHaveCount(0);
  await more(page).click();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(more(page)).toBeFocused();

  for (const key of ["Enter", "Space", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect(items.first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(more(page)).toBeFocused();
  }

  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).click();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
});

test("two keys that come at once choose the item that the first one went to", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team, `/chats/${chatId}`);
  await page.getByRole("button", { name: /^Account: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  // As a browser that was busy delivers them.
  await page.evaluate(() => {
    for (const key of ["End", "Enter"])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  await page.waitForURL("**/sign-in**");
});

test("a menu opens by a key that is pressed before its code is there", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team, `/chats/${chatId}`);
  await more(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
});

test("a popover opens with its choices, and gives the focus back", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team, `/chats/${chatId}`);
  const dialog = page.getByRole("dialog");
  await expect(assign(page)).toHaveAttribute("aria-haspopup", "dialog");
  await assign(page).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(assign(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await assign(page).click();
  await expect(dialog).toHaveCount(0);
});
