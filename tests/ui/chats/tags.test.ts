import type { Page } from "@playwright/test";
import { panelOf } from "../../api/helpers";
import { tagIn } from "../../support/chat-work";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { expectAccessible } from "../accessible";
import { openHydrated } from "../browser";
import { listOpened, phone, put } from "../contact-helpers";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats", exact: true });
const rows = (page: Page) => list(page).getByRole("link");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Tags of this chat" });

test("an agent tags a chat by the palette; header, rows and filter show it, and so does a colleague's screen", async ({
  ada: team,
  signedIn,
}) => {
  const owner = await team.signIn();
  await tagIn(owner, "Billing", "green");
  const vip = await tagIn(owner, "VIP", "purple");
  const tom = await addMember(team, { name: "Tom Ray" });
  await team.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const [page, other] = [await signedIn(team), await signedIn(team, "", { as: tom })];
  for (const one of [page, other]) await openHydrated(one, `/${team.workspace}/chats/${chatId}`);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("tag");
  await page.getByRole("option", { name: "Tag…" }).click();
  await expect(dialog(page).getByRole("combobox", { name: "Find a tag" })).toBeFocused();
  await page.keyboard.type("vip");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("option", { name: /VIP/ })).toContainText("on this chat");
  await expectAccessible(page);
  // The list stays open for another one.
  await dialog(page).getByRole("combobox").fill("bill");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  for (const one of [page, other]) {
    await expect(one.getByRole("button", { name: /^Tags: .*Billing.*VIP.*Change$/ })).toBeVisible();
    await expect(row(one, "Ada")).toContainText("Billing");
    await expect(row(one, "Ada").getByTitle(/Billing.*VIP/)).toBeVisible();
  }

  await list(page).getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemradio", { name: "VIP" }).click();
  await expect(page).toHaveURL(new RegExp(`\\?tag=${vip.id}$`));
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(list(page).getByRole("button", { name: "Filter: VIP" })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  }
  // Taken off, the chat is gone from this list.
  await page.getByRole("button", { name: /^Tags:/ }).click();
  await dialog(page).getByRole("option", { name: /VIP/ }).click();
  await page.keyboard.press("Escape");
  await expect(list(page).getByText("No chats with this tag")).toBeVisible();
  await expect(row(other, "Ada").getByTitle(/VIP/)).toHaveCount(0);
});

test("without tags an agent is sent to an admin, and an admin to the settings, where tags are added and removed", async ({
  ada: team,
  signedIn,
}) => {
  const tom = await addMember(team, { name: "Tom Ray" });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  for (const [account, text] of [
    [tom, "An admin adds them in the settings."],
    [team.owner, "Manage tags"],
  ] as const) {
    const page = await signedIn(team, `/chats/${chatId}`, { as: account });
    await page.getByRole("button", { name: "More for Ada Okafor" }).click();
    await page.getByRole("menuitem", { name: "Tags…" }).click();
    await expect(dialog(page)).toContainText(text);
    if (account === tom) continue;
    await dialog(page).getByRole("link", { name: text }).click();
    await page.getByRole("button", { name: "Add a tag" }).click();
    const form = page.getByRole("dialog", { name: "Add a tag" });
    await form.getByLabel("Name").fill("VIP");
    await form.getByLabel("Colour").selectOption("purple");
    await form.getByRole("button", { name: "Add a tag" }).click();
    const tags = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
    await expect(tags).toHaveCount(1);
    await page.getByRole("button", { name: /^Edit .*VIP/ }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Gold");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(tags).toContainText("Gold");
    await page.getByRole("button", { name: /^Remove .*Gold/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("No tags yet")).toBeVisible();
  }
});

test("a member tags a contact on its page; the list, its filter, the panel and a colleague's page show it, and a tag that cannot be put on says so", async ({
  ada: team,
  signedIn,
}) => {
  const owner = await team.signIn();
  const vip = await tagIn(owner, "VIP", "purple");
  await tagIn(owner, "Billing", "green");
  const late = await tagIn(owner, "Late payer", "red");
  await put(team, "user_1", { name: "Ada Okafor", phone });
  await put(team, "user_2", { name: "Noor Ali" });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone });
  const tom = await addMember(team, { name: "Tom Ray" });
  const [page, other] = [await signedIn(team, "", { as: tom }), await signedIn(team)];
  for (const one of [page, other]) {
    await listOpened(one, () => one.goto(`/${team.workspace}/contacts`));
    await one.getByRole("link", { name: "Ada Okafor", exact: true }).click();
    await expect(one.getByRole("heading", { level: 1, name: "Ada Okafor" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  const tags = page.getByRole("dialog", { name: "Tags of Ada Okafor" });
  await expect(tags.getByRole("combobox", { name: "Find a tag" })).toBeFocused();
  await page.keyboard.type("vip");
  await page.keyboard.press("Enter");
  await expect(tags.getByRole("option", { name: /VIP/ })).toContainText("on this contact");
  await expectAccessible(page);
  // An admin removes it before the page knows.
  await owner.call("DELETE", `/tags/${late.id}`);
  await tags.getByRole("combobox").fill("late");
  await page.keyboard.press("Enter");
  await expect(tags.getByRole("alert")).toContainText("tagId must be that of a tag of this workspace.");
  await page.keyboard.press("Escape");
  for (const one of [page, other]) await expect(one.getByRole("list", { name: "Tags" })).toHaveText("VIP");
  await owner.call("PATCH", `/tags/${vip.id}`, { name: "Gold" });
  for (const one of [page, other]) await expect(one.getByRole("list", { name: "Tags" })).toHaveText("Gold");

  await listOpened(page, () => page.goto(`/${team.workspace}/contacts`));
  await expect(page.getByRole("row").filter({ hasText: "Ada Okafor" }).getByTitle(/Gold/)).toBeVisible();
  await page.getByRole("search", { name: "Filter contacts" }).getByLabel("Tag").selectOption("Gold");
  await expect(page).toHaveURL(new RegExp(`\\?tag=${vip.id}$`));
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveText([/Ada Okafor/]);
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  // Also while the dialog hides it from screen readers.
  const person = page.getByRole("region", { name: "Person", includeHidden: true });
  await expect(person).toContainText("Gold");
  // By the palette, which finds it by another word too.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("segment");
  await page.getByRole("option", { name: "Tag the contact…" }).click();
  await expect(tags.getByRole("combobox", { name: "Find a tag" })).toBeFocused();
  await page.keyboard.type("bill");
  await page.keyboard.press("Enter");
  await expect(person).toContainText("Billing");
  await tags.getByRole("combobox").fill("gold");
  await page.keyboard.press("Enter");
  await expect(person).not.toContainText("Gold");
  await page.keyboard.press("Escape");
  await expect(tags).toHaveCount(0);
  // What is shown is on its way: a reload before the server has it would leave it undone.
  const { contact } = await panelOf(owner, chatId);
  const stored = async () => (await owner.call("GET", `/contacts/${contact?.id}`)).body["contact"];
  await expect.poll(stored).toMatchObject({ tags: [{ name: "Billing" }] });
  await page.reload();
  await expect(person).toContainText("Billing");
  await expect(person).not.toContainText("Gold");
});
