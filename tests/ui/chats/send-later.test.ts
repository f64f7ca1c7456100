import type { Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { wallTimeOf } from "@/lib/kernel/zoned";
import { expect, test } from "../../support/fixtures";
import { hydrated } from "../browser";

const timeZone = "America/New_York";
const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const list = (page: Page) => page.getByRole("list", { name: "Replies that are sent later" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

/** Opens the dialog by the menu beside Send. */
async function openLater(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send later…" }).click();
  await expect(page.getByRole("combobox", { name: "Choose when to send" })).toBeFocused();
}

test("a reply is given a time on the member's clock, is seen in the chat, taken back into the field, and cancelled", async ({
  ada,
  signedIn,
}) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const page = await signedIn(ada, `/chats/${chatId}`, { timezoneId: timeZone });
  await box(page).fill("Good morning, Ada.");
  await openLater(page);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/scheduled"));
  await page.keyboard.type("tomorrow");
  await page.keyboard.press("Enter");
  const { sendAt } = (await sent).postDataJSON() as { sendAt: string };
  expect(wallTimeOf(Date.parse(sendAt), timeZone)).toMatchObject({ hour: 9, minute: 0 });
  await expect(list(page)).toContainText("Good morning, Ada.");
  await expect(list(page)).toContainText("09:00");
  await expect(box(page)).toHaveValue("");
  await expect(log(page)).not.toContainText("Good morning");

  await page.reload();
  await hydrated(page);
  await box(page).fill("And more.");
  await list(page).getByRole("button", { name: "Edit" }).click();
  await expect(box(page)).toHaveValue("Good morning, Ada.\n\nAnd more.");
  await expect(list(page)).toHaveCount(0);

  await openLater(page);
  await page.getByRole("option", { name: "In 1 hour" }).click();
  await expect(list(page)).toContainText("And more.");
  await list(page).getByRole("button", { name: "Cancel sending" }).click();
  await expect(list(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Private note" }).click();
  await box(page).fill("Only for us");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await expect(page.getByRole("menuitem", { name: "Send and close" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Send later…" })).toHaveCount(0);
});

test("what is sent at its time leaves the list for the conversation, and what somebody else schedules appears", async ({
  ada,
  signedIn,
}) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(box(page)).toBeVisible();
  const sendAt = new Date(Date.now() + 5_000).toISOString();
  await owner.call("POST", `/chats/${chatId}/scheduled`, { id: newId(), text: "It is refunded.", sendAt });
  await expect(list(page)).toContainText("It is refunded.");
  await expect(log(page)).toContainText("It is refunded.", { timeout: 20_000 });
  await expect(list(page)).toHaveCount(0);
});
