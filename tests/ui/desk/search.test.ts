import type { Page } from "@playwright/test";
import { putContact, recordEvent } from "../../api/helpers";
import { find } from "../../api/search-helpers";
import { expect, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { expectAccessible } from "../accessible";
import { openHydrated } from "../browser";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const field = (page: Page) => dialog(page).getByRole("combobox", { name: "Search people, messages and events" });
const group = (page: Page, name: string) => page.getByRole("dialog").getByRole("group", { name });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

async function openSearch(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await dialog(page).isVisible())) await page.keyboard.press("/");
    await expect(field(page)).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

/** Somebody whom the list of the page does not show: their chat is closed. */
async function withClosedChat(ada: Team): Promise<string> {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(
    { channel: "whatsapp", phone: "447911123456", name: "Łucja Żak" },
    "My zeppelin was charged twice.",
  );
  await putContact(ada, "user_8841", { name: "Łucja Żak", phone: "447911123456" });
  await recordEvent(ada, { userId: "user_8841", event: "Zeppelin refused", properties: { reference: "ZEP-2291" } });
  expect((await session.call("POST", `/chats/${chatId}/status`, { status: "closed" })).status).toBe(200);
  await ada.sendMessage({ channel: "website", visitorId: "visitor_1", name: "Luis Torres" }, "Hello");
  await expect.poll(async () => (await find(session, "zeppelin")).events.length, { timeout: 10_000 }).toBe(1);
  return chatId;
}

test("/ finds somebody by a phone as it is written, and opens their chat by the keyboard alone", async ({ ada, signedIn }) => {
  const chatId = await withClosedChat(ada);
  const page = await signedIn(ada, "/chats");
  await openSearch(page);
  await page.keyboard.type("07911 123 456");
  const option = group(page, "People").getByRole("option");
  await expect(option).toHaveCount(1);
  await expect(option).toContainText("Łucja Żak");
  await expect(option.locator("mark")).toHaveText("7911123456");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(dialog(page).getByRole("status")).toHaveText("1 result");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/chats/${chatId}`));
  await expect(log(page)).toContainText("My zeppelin was charged twice.");
});

test("messages and events are found with what was typed marked, and the arrows reach them", async ({ ada, signedIn }) => {
  await withClosedChat(ada);
  const page = await signedIn(ada, "/chats");
  await openSearch(page);
  await page.keyboard.type("ZEPPELIN");
  const options = group(page, "Messages and events").getByRole("option");
  await expect(options).toHaveCount(2);
  const event = options.filter({ hasText: "Zeppelin refused" });
  const message = options.filter({ hasText: "My zeppelin was charged twice." });
  await expect(event).toContainText("ZEP-2291");
  await expect(event).toContainText("Problem:");
  await expect(message.locator("mark")).toHaveText("zeppelin");
  await expect(message).toContainText("Łucja Żak");
  // The event is newer.
  await expect(event).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(message).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", (await message.getAttribute("id")) ?? "none");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("My zeppelin was charged twice.");
  await expect(log(page).locator("[data-row]:focus")).toContainText("My zeppelin was charged twice.");
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]+$/);

  // Finds words of the chat that is open already.
  await openSearch(page);
  await page.keyboard.type("ZEPPELIN");
  await expect(event).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(log(page).locator("[data-row]:focus")).toContainText("Zeppelin refused");
});

test("the search offers no commands, the palette offers both, and an older reply never replaces a newer one", async ({ ada, signedIn }) => {
  await withClosedChat(ada);
  const page = await signedIn(ada);
  const { opened: held, open: release } = gate();
  // The reply for "zep" arrives after that for "zak".
  await page.route(/\/search\?q=zep$/, async (route) => {
    await held;
    await route.continue();
  });
  await openHydrated(page, `/${ada.workspace}/chats`);
  await openSearch(page);
  await page.keyboard.type("settings");
  await expect(dialog(page).getByRole("status")).toHaveText("Nothing matches “settings”.");
  const asked = page.waitForRequest(/\/search\?q=zep$/);
  await field(page).fill("zep");
  await asked;
  await field(page).fill("zak");
  await expect(group(page, "People").getByRole("option")).toHaveCount(1);
  const late = page.waitForResponse(/\/search\?q=zep$/);
  release();
  await late;
  await expect(dialog(page).getByRole("option")).toHaveCount(1);
  await expect(dialog(page).getByRole("option")).toContainText("Łucja Żak");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill("theme");
  await expect(palette.getByRole("option", { name: "Theme:" })).toHaveCount(3);
  await palette.getByRole("combobox").fill("lucja");
  await expect(group(page, "People").getByRole("option")).toHaveCount(1);
});

test("says when the server cannot be asked, and still finds loaded chats", async ({ ada, signedIn }) => {
  await withClosedChat(ada);
  const page = await signedIn(ada);
  await page.route(/\/search\?/, (route) => route.abort());
  await openHydrated(page, `/${ada.workspace}/chats`);
  await openSearch(page);
  await page.keyboard.type("luis");
  await expect(dialog(page).getByRole("alert")).toHaveText("Couldn’t search messages and contacts. Check your connection and try again.");
  await expect(group(page, "People").getByRole("option")).toContainText(["Luis Torres"]);
});
