import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";

const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
const inQuestion = (page: Page, name: string) => question(page).getByRole("button", { name });
/** Outside every dialog: the page's corner is covered by the overlay. */
const clickOutside = (page: Page) => page.mouse.click(5, 5);

test("a dialog with entered values asks before Escape, its close button or a click outside loses them", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/developers");
  const opener = page.getByRole("button", { name: "Create key" });
  const name = dialog(page).getByLabel("Name");

  // Nothing was entered: it closes at once, and the focus is where it was.
  await opener.click();
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await name.fill("Shop");
  const ways = [
    () => page.keyboard.press("Escape"),
    () => clickOutside(page),
    () => dialog(page).getByRole("button", { name: "Close" }).click(),
  ];
  for (const close of ways) {
    await close();
    await expect(question(page)).toBeVisible();
    await expect(inQuestion(page, "Keep editing")).toBeFocused();
    await expect(name).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(question(page)).toHaveCount(0);
    await expect(name).toHaveValue("Shop");
  }

  // The second Escape answers the question with "keep", and the focus is back in the field.
  await name.focus();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  await clickOutside(page);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await expect(name).toBeFocused();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(inQuestion(page, "Discard changes")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();

  // What was discarded does not come back, and an entry that was undone needs no question.
  await opener.click();
  await expect(name).toHaveValue("");
  await name.fill("Shop");
  await name.fill("");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("an invitation's dialog asks as well", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/members");
  await page.getByRole("button", { name: "Invite" }).first().click();
  await dialog(page).getByRole("combobox").selectOption("admin");
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  await inQuestion(page, "Discard changes").click();
  await expect(dialog(page)).toHaveCount(0);
});

test("an API key that is shown once goes only with its button", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/developers");
  const opener = page.getByRole("button", { name: "Create key" });
  await opener.click();
  await dialog(page).getByLabel("Name").fill("Shop");
  await page.keyboard.press("Enter");
  const key = dialog(page).getByRole("status", { name: "API key" });
  await expect(key).toHaveText(/^bsk_/);
  await expect(dialog(page).getByRole("button", { name: "Close" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await clickOutside(page);
  await page.keyboard.press("Escape");
  await expect(key).toBeVisible();

  const stored = dialog(page).getByRole("button", { name: "I have stored it" });
  await stored.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("an invitation's link goes only with its button", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/members");
  await page.getByRole("button", { name: "Invite" }).first().click();
  await dialog(page).getByLabel("E-mail").fill("noor@example.com");
  await page.keyboard.press("Enter");
  const link = dialog(page).getByRole("status");
  await expect(link.first()).toContainText("/invite#");
  await page.keyboard.press("Escape");
  await clickOutside(page);
  await expect(link.first()).toContainText("/invite#");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(dialog(page)).toHaveCount(0);
});
