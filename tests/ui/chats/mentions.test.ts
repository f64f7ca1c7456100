import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { openHydrated } from "../browser";

const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const members = (page: Page) => page.getByRole("listbox", { name: "Members" }).getByRole("option");
const mentions = (page: Page) => page.getByRole("button", { name: /^Mentions/ });
const rows = (page: Page) => page.getByRole("navigation", { name: "Chats", exact: true }).getByRole("link");
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

test("an @ in a note mentions a colleague, who sees it live, finds the chat by it, and has read it by opening it", async ({
  ada: team,
  bob,
  signedIn,
}) => {
  const tom = await addMember(team, { name: "Tomáš Ray" });
  await addMember(team, { name: "Ana Lima" });
  await addMember(bob, { name: "Tom Foreign" });
  await team.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const [page, other] = [await signedIn(team), await signedIn(team, "", { as: tom })];
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await openHydrated(other, `/${team.workspace}/chats`);
  await expect(mentions(other)).toHaveAccessibleName("Mentions");

  // Not in a reply: the customer would read it.
  await composer(page).click();
  await page.keyboard.type("@tom");
  await expect(page.getByRole("listbox", { name: "Members" })).toHaveCount(0);
  await composer(page).fill("");
  await page.getByRole("button", { name: "Private note" }).click();
  await composer(page).click();
  await page.keyboard.type("@");
  await expect(members(page)).toHaveText(["Ana Lima", "Tomáš Ray"]);
  await page.keyboard.type("tomas");
  await expect(members(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.type("can you look?");
  await expect(composer(page)).toHaveValue("@Tomáš Ray can you look?");
  await page.reload();
  await expect(composer(page)).toHaveValue("@Tomáš Ray can you look?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(page).getByText("@Tomáš Ray", { exact: true })).toBeVisible();

  await expect(mentions(other)).toHaveAccessibleName("Mentions, 1 unread");
  await expect(rows(other).filter({ hasText: "Ada" })).toContainText("You are mentioned");
  await expect(mentions(page)).toHaveAccessibleName("Mentions");
  await mentions(other).click();
  await expect(other).toHaveURL(/\?view=mentions$/);
  await expect(mentions(other)).toHaveAttribute("aria-pressed", "true");
  await expect(rows(other)).toHaveCount(1);
  await rows(other).click();
  await expect(log(other).getByText("@Tomáš Ray", { exact: true })).toBeVisible();
  await expect(mentions(other)).toHaveAccessibleName("Mentions");
  await expect(rows(other)).toHaveCount(1);
  await mentions(other).click();
  await expect(rows(other)).toHaveCount(2);
});
