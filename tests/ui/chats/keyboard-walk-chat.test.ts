import type { Page } from "@playwright/test";
import { pdf } from "../../support/files";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { command, expectFocusKept, named, openPalette, press, tabTo, walker } from "../keyboard";

const phone = "447911123456";
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const tagDialog = (page: Page) => page.getByRole("dialog", { name: "Tags of this chat" });
const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

type Setup = { ada: Team; signedIn: SignedIn };

/** The owner at the chat of Ada Okafor, without a mouse. */
async function atChat({ ada, signedIn }: Setup): Promise<Page> {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada Okafor" }, "My card was charged.");
  return walker({ team: ada, signedIn }, `chats/${chatId}`);
}

test("keyboard: a message is answered by its keys and by the button, and each time the next key is a command", async ({
  ada,
  signedIn,
}) => {
  const page = await atChat({ ada, signedIn });
  await page.keyboard.press("r");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("We look into it.");
  await page.keyboard.press("Control+Enter");
  await expect(log(page)).toContainText("We look into it.");
  await page.keyboard.press("r");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("It is refunded.");
  await press(named(page, "Send"));
  await expect(log(page)).toContainText("It is refunded.");
  await page.keyboard.press("r");
  await expect(composer(page)).toBeFocused();
});

test("keyboard: the link that skips to the reply field leads there", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  await press(named(page, "Go to the reply field"));
  await expect(composer(page)).toBeFocused();
});

test("keyboard: a note mentions a colleague", async ({ ada, signedIn }) => {
  await addMember(ada, { name: "Tomáš Ray" });
  const page = await atChat({ ada, signedIn });
  await page.keyboard.press("n");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("@tom");
  await expect(page.getByRole("listbox", { name: "Members" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.type("please look");
  await expect(composer(page)).toHaveValue("@Tomáš Ray please look");
  await page.keyboard.press("Control+Enter");
  await expect(log(page).getByText("@Tomáš Ray", { exact: true })).toBeVisible();
  await press(named(page, "Reply"));
  await expect(named(page, "Reply")).toHaveAttribute("aria-pressed", "true");
  await expectFocusKept(page);
});

test("keyboard: a saved reply is inserted by a slash and by its button", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  await owner.call("POST", "/replies", {
    title: "Refund is on its way",
    text: "Hi {{contact.name}}, it is on its way.",
    shortcut: "refund",
  });
  const page = await atChat({ ada, signedIn });
  const options = page.getByRole("listbox", { name: "Saved replies" }).getByRole("option");
  await page.keyboard.press("r");
  await page.keyboard.type("/refund");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Hi Ada Okafor, it is on its way.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await press(named(page, "Insert a saved reply (/)"));
  await expect(composer(page)).toBeFocused();
  await expect(options).toHaveCount(1);
  // Escape leaves the slash as text.
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(composer(page)).toHaveValue("/");
});

test("keyboard: a message is quoted, and a file attached and removed again", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  await press(log(page).getByRole("button", { name: "Reply to this message" }));
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText("Reply to: My card was charged.")).toBeVisible();
  await press(named(page, "Don’t reply to this message"));
  await expect(page.getByText("Reply to: My card was charged.")).toHaveCount(0);
  await expectFocusKept(page);

  const asking = page.waitForEvent("filechooser");
  await press(named(page, "Attach files"));
  await (await asking).setFiles({ name: "invoice.pdf", mimeType: "application/pdf", buffer: pdf });
  const files = page.getByRole("list", { name: "Attached files" });
  await expect(files.getByText("invoice.pdf")).toBeVisible();
  await press(files.getByRole("button", { name: /^Remove / }));
  await expect(files).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: a tag is put on the chat and taken off", async ({ ada, signedIn }) => {
  await (await ada.signIn()).call("POST", "/tags", { name: "VIP", color: "purple" });
  const page = await atChat({ ada, signedIn });
  await command(page, "Tag…");
  await expect(tagDialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("vip");
  await page.keyboard.press("Enter");
  await expect(tagDialog(page).getByRole("option", { name: /VIP/ })).toContainText("on this chat");
  await page.keyboard.press("Escape");
  await expect(tagDialog(page)).toHaveCount(0);
  await expectFocusKept(page);
  await press(named(page, /^Tags:/));
  await expect(tagDialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tagDialog(page).getByRole("option", { name: /VIP/ })).not.toContainText("on this chat");
  await page.keyboard.press("Escape");
  // The button that opened it went with the tag.
  await expect(named(page, /^Tags:/)).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: the chat is assigned by its button and by its key", async ({ ada, signedIn }) => {
  await addMember(ada, { name: "Tom Ray" });
  const page = await atChat({ ada, signedIn });
  await press(named(page, "Assign"));
  await expect(page.getByRole("combobox", { name: "Find a member" })).toBeFocused();
  await page.keyboard.type("tom");
  await page.keyboard.press("Enter");
  const pill = page.getByRole("button", { name: /^Assigned to/ });
  await expect(pill).toHaveAccessibleName("Assigned to Tom Ray");
  await expect(pill).toBeFocused();
  await page.keyboard.press("i");
  await expect(pill).toHaveAccessibleName("Assigned to Olga Owner");
  await expect(pill).toBeFocused();
  await command(page, /Assign to .*Tom Ray/, "assign to tom");
  await expect(pill).toHaveAccessibleName("Assigned to Tom Ray");
  await expectFocusKept(page);
});

test("keyboard: the chat is snoozed until a time and until a date, and woken", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  const field = page.getByRole("combobox", { name: "Find a time" });
  await page.keyboard.press("s");
  await expect(field).toBeFocused();
  await page.keyboard.type("1 hour");
  await page.keyboard.press("Enter");
  await expect(notice(page, "Snoozed until")).toBeVisible();
  await expectFocusKept(page);
  await press(notice(page, "Snoozed until").getByRole("button", { name: "Wake now" }));
  await expect(notice(page, "Snoozed until")).toHaveCount(0);
  // The button went with the notice.
  await expectFocusKept(page);

  await press(named(page, "Snooze"));
  await expect(field).toBeFocused();
  await page.keyboard.type("pick");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Date and time")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(notice(page, "Snoozed until")).toBeVisible();
  await expect(named(page, "Snooze")).toBeFocused();
});

test("keyboard: the chat is closed and reopened, by the header and by the notice", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  const closed = notice(page, "This chat is closed");
  await press(named(page, "Close"));
  await expect(closed).toBeVisible();
  await expectFocusKept(page);
  await press(closed.getByRole("button", { name: "Reopen" }));
  await expect(composer(page)).toBeFocused();
  await tabTo(named(page, "Close"), "Shift+Tab");
  await page.keyboard.press("e");
  await expect(closed).toBeVisible();
  await page.keyboard.press("e");
  await expect(composer(page)).toBeVisible();
  await expectFocusKept(page);
});

test("keyboard: a person is blocked and unblocked", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  const more = named(page, "More for Ada Okafor");
  await press(more);
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await tabToItem(page, "Block…");
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation.getByRole("button", { name: "Cancel" })).toBeFocused();
  await press(confirmation.getByRole("button", { name: "Block" }));
  await expect(notice(page, "Blocked.")).toBeVisible();
  await expect(more).toBeFocused();
  await press(notice(page, "Blocked.").getByRole("button", { name: "Unblock" }));
  await expect(notice(page, "Blocked.")).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: a person is erased with their contact, and the focus stays on the page", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  const more = named(page, "More for Ada Okafor");
  await press(more);
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await tabToItem(page, "Delete this person…");
  await page.keyboard.press("Enter");
  await tabTo(page.getByLabel("Type the name to confirm"));
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await press(more);
  await tabToItem(page, "Delete this person…");
  await page.keyboard.press("Enter");
  await tabTo(page.getByLabel("Type the name to confirm"));
  await page.keyboard.type("Ada Okafor");
  await press(named(page, "Delete permanently"));
  await expect(page).toHaveURL(/\/chats$/);
  await expectFocusKept(page);
});

/** In a menu, the arrow keys move. */
async function tabToItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(item).toBeVisible();
  for (const _ of await page.getByRole("menuitem").all()) {
    if (await item.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("ArrowDown");
  }
  await expect(item).toBeFocused();
}

test("keyboard: every key is listed, and single keys can be turned off from there", async ({ ada, signedIn }) => {
  const page = await atChat({ ada, signedIn });
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  await press(list.getByRole("link", { name: "Turn them off in your profile" }));
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await expect(list).toHaveCount(0);
  const single = page.getByRole("switch", { name: "Single keys" });
  await press(single, "Space");
  await expect(single).not.toBeChecked();
  await expect(single).toBeFocused();
  // The palette always opens.
  await openPalette(page);
});
