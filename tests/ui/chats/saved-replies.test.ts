import type { Page } from "@playwright/test";
import { expect, type Session, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { expectAccessible } from "../accessible";

const phone = "447911123456";
const ada = { channel: "whatsapp", phone, name: "Ada" };

const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const list = (page: Page) => page.getByRole("listbox", { name: "Saved replies" });
const options = (page: Page) => list(page).getByRole("option");
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

const save = async (session: Session, title: string, text: string, shortcut: string | null = null) =>
  expect((await session.call("POST", "/replies", { title, text, shortcut })).status).toBe(201);

test("a slash offers the saved replies, typing finds one, and Enter inserts it with what is known of the customer", async ({
  ada: team,
  signedIn,
}) => {
  const owner = await team.signIn();
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone, attributes: { plan: "pro" } } });
  await save(
    owner,
    "Refund is on its way",
    "Hi {{contact.firstName|there}}, your {{contact.attributes.plan}} refund is on its way. {{agent.name}}",
    "refund",
  );
  await save(owner, "Apology", "We are sorry for the delay.");
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);

  await composer(page).click();
  await page.keyboard.type("Hello! /");
  await expect(options(page)).toHaveText([/^Apology/, /^Refund is on its way.*Hi Ada, your pro refund.*\/refund$/]);
  await expect(composer(page)).toHaveAttribute("aria-activedescendant", (await options(page).first().getAttribute("id")) ?? "");
  await expectAccessible(page);
  await page.keyboard.type("ref");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(list(page)).toHaveCount(0);
  const inserted = "Hello! Hi Ada, your pro refund is on its way. Olga Owner";
  await expect(composer(page)).toHaveValue(inserted);

  // Another one in the same reply, by the words of its text, in front of what is there.
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("/delay");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await expect(composer(page)).toHaveValue(`We are sorry for the delay. ${inserted}`);
  await page.keyboard.press("Control+Enter");
  await expect(log(page)).toContainText(`We are sorry for the delay. ${inserted}`);
});

test("Escape leaves the slash, the arrows choose, a click inserts, and a path is no search", async ({ ada: team, signedIn }) => {
  const owner = await team.signIn();
  for (const title of ["First", "Second", "Third"]) await save(owner, title, `${title} text`);
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);
  await composer(page).click();
  await page.keyboard.type("/");
  await expect(options(page)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("first");
  await expect(composer(page)).toHaveValue("/first");
  await expect(list(page)).toHaveCount(0);

  await composer(page).fill("");
  await page.keyboard.type("/");
  await page.keyboard.press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Second text");

  await composer(page).fill("");
  await page.keyboard.type("and/or 1/2");
  await expect(list(page)).toHaveCount(0);
  await composer(page).fill("");
  // Without knowing the slash.
  await page.getByRole("button", { name: "Insert a saved reply (/)" }).click();
  await options(page).filter({ hasText: "Third" }).click();
  await expect(composer(page)).toHaveValue("Third text");
  await expect(composer(page)).toBeFocused();
});

test("what is unknown is named before sending, and a customer's name that looks like a variable stays a name", async ({
  ada: team,
  signedIn,
}) => {
  const owner = await team.signIn();
  await team.api("PUT", "/contacts/user_1", { body: { name: "{{agent.name}}", phone } });
  await save(owner, "Greeting", "Hi {{contact.name}}, {{contact.email}} and {{contact.shoeSize}}", "hi");
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);
  await composer(page).click();
  await page.keyboard.type("/hi");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Hi {{agent.name}}, {{contact.email}} and {{contact.shoeSize}}");
  const notice = page.getByRole("status").filter({ hasText: "before you send" });
  await expect(notice).toContainText("Nothing is known for {{agent.name}}, {{contact.email}}.");
  await expect(notice).toContainText("There is no variable {{contact.shoeSize}}.");
  await composer(page).fill("Hi Ada");
  await expect(notice).toHaveCount(0);
});

test("an admin adds, changes and removes a saved reply with the keyboard, and lets agents do it", async ({ ada: team, signedIn }) => {
  const tom = await addMember(team, { name: "Tom Ray" });
  const page = await signedIn(team, "/settings/replies");
  const add = page.getByRole("button", { name: "Add a reply" });
  await expect(add).not.toHaveAttribute("aria-disabled", "true");
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a saved reply" });
  await dialog.getByLabel("Title").fill("Refund");
  await dialog.getByLabel("Shortcut (optional)").fill("two words");
  await dialog.getByLabel("Text", { exact: true }).fill("Hello ");
  await dialog.getByRole("button", { name: "Insert the variable contact.firstName" }).click();
  await expect(dialog.getByLabel("Text", { exact: true })).toHaveValue("Hello {{contact.firstName}}");
  await dialog.getByRole("button", { name: "Add a reply" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The shortcut must be 1 to 32 letters");
  await dialog.getByLabel("Shortcut (optional)").fill("/Refund");
  await dialog.getByRole("button", { name: "Add a reply" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  const row = page.getByRole("list", { name: "Saved replies" }).getByRole("listitem");
  await expect(row).toContainText("/refund");

  await page.getByRole("button", { name: /^Edit .*Refund/ }).click();
  await page.getByRole("dialog").getByLabel("Text", { exact: true }).fill("Hello {{contact.nam}}");
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("There is no variable {{contact.nam}}.");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Hello {{contact.nam}}");

  const agent = await signedIn(team, "/replies", { as: tom });
  await expect(agent.getByRole("heading", { level: 1 })).not.toHaveText("Saved replies");
  await page.getByRole("switch", { name: "Agents manage saved replies too" }).click();
  await expect(page.getByText("Agents can change saved replies now.")).toBeVisible();
  await agent.reload();
  await expect(agent.getByRole("heading", { level: 1 })).toHaveText("Saved replies");
  await agent.getByRole("button", { name: /^Remove .*Refund/ }).click();
  await agent.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(agent.getByText("No saved replies yet")).toBeVisible();
});

test("a slash without saved replies leads an admin to the page where they are made", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage(ada);
  const page = await signedIn(team, `/chats/${chatId}`);
  await composer(page).click();
  await page.keyboard.type("/");
  await expect(page.getByText("No saved replies yet.")).toBeVisible();
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page).toHaveURL(`/${team.workspace}/settings/replies`);
});
