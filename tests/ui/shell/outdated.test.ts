import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { laterScripts, openHydrated } from "../browser";

const ada = { channel: "whatsapp", phone: "+447700900123", name: "Ada Okafor" };
const more = (page: Page) => page.getByRole("button", { name: "More for Ada Okafor" });
const strip = (page: Page) => page.getByRole("status").filter({ hasText: "Beside was updated" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });

test("a page whose server was updated says so when it misses a part, and a reload keeps the draft", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team);
  const path = `/${team.workspace}/chats/${chatId}`;
  await laterScripts(page, path, (route) => route.fulfill({ status: 404, body: "" }));
  await openHydrated(page, path);
  await box(page).fill("Half a sentence");
  await more(page).click();
  await expect(strip(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(box(page)).toHaveValue("Half a sentence");

  await strip(page).getByRole("button", { name: "Reload" }).click();
  await expect(strip(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("Half a sentence");
  // Not earlier: the menu would come when its part does, and cover the strip.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await more(page).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
});

test("a part that the network does not bring comes as soon as it does, and nothing is said of an update", async ({
  ada: team,
  signedIn,
}) => {
  const { chatId } = await team.sendMessage({ ...ada });
  const page = await signedIn(team);
  const path = `/${team.workspace}/chats/${chatId}`;
  const asked = await laterScripts(page, path, (route) => route.abort());
  await page.route("**/api/health", (route) => route.abort());
  await openHydrated(page, path);
  await more(page).focus();
  await page.keyboard.press("Enter");
  const before = asked();
  await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  await expect(strip(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByRole("menuitem").first()).toBeFocused();
});
