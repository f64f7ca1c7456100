import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";
import { openHydrated } from "../browser";

const ada = { channel: "website", visitorId: "v_1", name: "Ada Okafor" };

/** The button that says whose chat it is. */
const pill = (page: Page) => page.getByRole("button", { name: /^Assign$|^Assigned to/ });
const field = (page: Page) => page.getByRole("combobox", { name: "Find a member" });
const options = (page: Page) => page.getByRole("dialog", { name: "Assign this chat" }).getByRole("option");
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

test("a chat is assigned, found by typing, and unassigned with the keyboard alone, and every colleague sees it", async ({
  ada: team,
  bob,
  signedIn,
}) => {
  const tom = await addMember(team, { name: "Tomáš Ray" });
  await addMember(team, { name: "Ana Lima" });
  await addMember(bob, { name: "Tom Foreign" });
  const { chatId } = await team.sendMessage(ada);
  const [mia, other] = [await signedIn(team), await signedIn(team, "", { as: tom })];
  for (const page of [mia, other]) await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await expect(pill(mia)).toHaveAccessibleName("Assign");

  await pill(mia).focus();
  await mia.keyboard.press("Enter");
  await expect(field(mia)).toBeFocused();
  await expect(options(mia)).toHaveText([/Assign to me$/, /Ana Lima$/, /Tomáš Ray$/]);
  await mia.keyboard.type("tomas");
  await expect(options(mia)).toHaveText([/Tomáš Ray$/]);
  await mia.keyboard.press("Enter");
  await expect(pill(mia)).toBeFocused();
  for (const page of [mia, other]) {
    await expect(pill(page)).toHaveAccessibleName("Assigned to Tomáš Ray");
    await expect(log(page)).toContainText("assigned it to Tomáš Ray");
  }

  // The arrow keys move through the members, and back to the first one behind the last.
  await mia.keyboard.press("Enter");
  await mia.keyboard.press("ArrowUp");
  await expect(options(mia).last()).toHaveAttribute("aria-selected", "true");
  await expect(options(mia).last()).toHaveText("Unassign");
  await mia.keyboard.press("ArrowDown");
  await mia.keyboard.press("ArrowDown");
  await mia.keyboard.press("Enter");
  await expect(pill(mia)).toHaveAccessibleName("Assigned to Ana Lima");

  await mia.keyboard.press("Enter");
  await mia.keyboard.type("nobody here");
  await expect(mia.getByText("No member matches.")).toBeVisible();
  await mia.keyboard.press("Escape");
  await expect(field(mia)).toHaveCount(0);
  await expect(pill(mia)).toBeFocused();
  await mia.keyboard.press("Enter");
  await mia.keyboard.type("unas");
  await mia.keyboard.press("Enter");
  for (const page of [mia, other]) await expect(pill(page)).toHaveAccessibleName("Assign");
});

test("I takes the chat, and the palette gives it to a member", async ({ ada: team, signedIn }) => {
  const tom = await addMember(team, { name: "Tom Ray" });
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`, { as: tom });
  await page.keyboard.press("i");
  await expect(pill(page)).toHaveAccessibleName("Assigned to Tom Ray");
  await expect(log(page)).toContainText("Tom Ray took the chat");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("assign to olga");
  await expect(page.getByRole("option", { name: /Assign to .*Olga Owner/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(pill(page)).toHaveAccessibleName("Assigned to Olga Owner");
});

test("the first answer takes the chat", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);
  await page.getByRole("textbox", { name: "Message" }).fill("I look after it.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(pill(page)).toHaveAccessibleName("Assigned to Olga Owner");
});

test("shows an assignment at once, and takes it back with the reason when it is refused", async ({ ada: team, signedIn }) => {
  await addMember(team, { name: "Tom Ray" });
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);
  const { opened: response, open: answer } = gate();
  await page.route("**/assignee", async (route) => {
    await response;
    await route.fulfill({ status: 404, json: { error: { code: "not_found", message: "Tom Ray left the team." } } });
  });
  await pill(page).click();
  await options(page).filter({ hasText: "Tom Ray" }).click();
  await expect(pill(page)).toHaveAccessibleName("Assigned to Tom Ray");
  answer();
  await expect(page.getByText("Tom Ray left the team.")).toBeVisible();
  await expect(pill(page)).toHaveAccessibleName("Assign");
});

test("on a phone, assign, snooze and close are in the menu, and nothing overflows", async ({ ada: team, signedIn }) => {
  await addMember(team, { name: "Tom Ray" });
  const { chatId } = await team.sendMessage({ ...ada, name: "Ada Augusta Okafor of Nowhere in Particular" });
  const page = await signedIn(team, `/chats/${chatId}`, { viewport: { width: 390, height: 844 } });
  const menu = page.getByRole("button", { name: /^More for Ada/ });
  for (const name of ["Assign", "Snooze", "Close"]) await expect(page.getByRole("button", { name, exact: true })).toBeHidden();

  await menu.click();
  await page.getByRole("menuitem", { name: "Assign…" }).click();
  await expect(field(page)).toBeFocused();
  await options(page).filter({ hasText: "Tom Ray" }).click();
  await expect(log(page)).toContainText("assigned it to Tom Ray");
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole("menuitem", { name: "Snooze…" }).click();
  await page.getByRole("option", { name: "Tomorrow" }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Close" }).click();
  await expect(page.getByText("This chat is closed.")).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
