import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const search = (page: Page) => palette(page).getByRole("combobox", { name: "Search people, messages and commands" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const keyList = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

test("what is typed before the palette has loaded is in its field, and nowhere else", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis Torres" }, "Gracias.");
  const page = await signedIn(ada, `/chats/${chatId}`);
  // The keys work: the other dialog opens.
  await expect(async () => {
    if (!(await keyList(page).isVisible())) await page.keyboard.press("?");
    await expect(keyList(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(keyList(page)).toHaveCount(0);
  await composer(page).focus();
  const { opened: held, open: release } = gate();
  await page.route("**/_next/static/**", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/_next/static/**");
  await page.keyboard.press("ControlOrMeta+k");
  await asked;
  await page.keyboard.type("torr luist");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  release();
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue("torr luis");
  await expect(option(page, /Luis Torres/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("s");
  await expect(search(page)).toHaveValue("torr luiss");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue("");
  await expect(composer(page)).toBeFocused();
});
