import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";

const phone = "447911123456";
const whatsapp = { channel: "whatsapp", phone, name: "Ada Okafor" };
const website = { channel: "website", visitorId: "v_1", userId: "user_1" };

const others = (page: Page) => page.getByRole("list", { name: "Also writes on" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const line = (page: Page) => log(page).getByRole("listitem").filter({ hasText: "also wrote" });

test("two chats of one person are one step apart, each says where the other goes on, and answers stay where they belong", async ({
  ada: team,
  signedIn,
}) => {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  const second = await team.sendMessage(website, "Hello on the website");
  const first = await team.sendMessage(whatsapp, "Hello on WhatsApp");
  const page = await signedIn(team, `/chats/${first.chatId}`);
  await expect(others(page).getByRole("link")).toHaveText(["Website"]);
  await expect(line(page)).toHaveCount(0);
  await team.sendMessage(website, "Now on the website");
  await expect(line(page)).toContainText("Ada Okafor also wrote on the website");

  await line(page).getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/chats/${second.chatId}$`));
  await expect(log(page)).toContainText("Now on the website");
  await expect(line(page)).toHaveCount(0);
  await expect(page.getByText("Sends to the website")).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Answered on the website");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(page)).toContainText("Answered on the website");

  await others(page).getByRole("link", { name: "WhatsApp" }).click();
  await expect(page).toHaveURL(new RegExp(`/chats/${first.chatId}$`));
  await expect(page.getByText("Sends on WhatsApp")).toBeVisible();
  await expect(log(page)).not.toContainText("Answered on the website");
  await expect(line(page)).toHaveCount(1);
  // Their next message is here.
  await team.sendMessage(whatsapp, "Back on WhatsApp");
  await expect(log(page)).toContainText("Back on WhatsApp");
  await expect(line(page)).toHaveCount(0);
});
