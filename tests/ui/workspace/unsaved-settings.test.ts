import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
const stay = (page: Page) => question(page).getByRole("button", { name: "Keep editing" }).click();

test("a page of the settings with unsaved changes asks before it is left, by whatever way", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/members");
  const nav = page.getByRole("navigation", { name: "Settings" });
  await nav.getByRole("link", { name: "Website" }).click();
  const greeting = page.getByLabel("Greeting");
  await expect(async () => {
    await greeting.fill("Welcome!");
    await expect(page.getByRole("button", { name: "Save" })).toBeEnabled({ timeout: 1_000 });
  }).toPass();

  await nav.getByRole("link", { name: "Tags" }).click();
  await expect(question(page)).toContainText("What you entered is not saved.");
  await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
  await stay(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chats" }).click();
  await stay(page);
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await stay(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox").fill("go to contacts");
  await page.keyboard.press("Enter");
  await stay(page);
  await page.evaluate(() => window.history.back());
  await stay(page);
  await expect(page).toHaveURL(`/${ada.workspace}/settings/website`);
  await expect(greeting).toHaveValue("Welcome!");

  await nav.getByRole("link", { name: "Tags" }).click();
  await question(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();

  // Each form of the settings: what was changed is lost unless it is saved.
  for (const [path, change, undo] of [
    [
      "chats",
      () => page.getByLabel("Assign new chats").selectOption({ index: 1 }),
      () => page.getByLabel("Assign new chats").selectOption({ index: 0 }),
    ],
    [
      "chats",
      () => page.getByLabel("Pass it on").selectOption({ index: 1 }),
      () => page.getByLabel("Pass it on").selectOption({ index: 0 }),
    ],
    [
      "data",
      () => page.getByLabel("Keep events").selectOption("for 90 days"),
      () => page.getByLabel("Keep events").selectOption("forever"),
    ],
    ["plan", () => page.getByRole("radio", { name: /^Free/ }).check(), undefined],
    ["actions", () => page.getByLabel("HTTPS address").fill("https://shop.example/x"), () => page.getByLabel("HTTPS address").fill("")],
    ["helpdesks", () => page.getByLabel("API token (optional)").fill("token"), () => page.getByLabel("API token (optional)").fill("")],
    ["whatsapp", () => page.getByLabel("Phone number ID").fill("123"), () => page.getByLabel("Phone number ID").fill("")],
  ] as const) {
    await page.goto(`/${ada.workspace}/settings/${path}`);
    await expect(async () => {
      await change();
      await nav.getByRole("link", { name: "Tags" }).click();
      await expect(question(page), path).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await stay(page);
    if (undo) await undo();
    await nav.getByRole("link", { name: "Tags" }).click();
    if (!undo) await question(page).getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  }
});
