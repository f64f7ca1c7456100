import type { Page } from "@playwright/test";
import { tagIn } from "../../support/chat-work";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";
import { expectAccessible } from "../accessible";
import { hydrated, laterScripts, openHydrated } from "../browser";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const row = (page: Page, name: string) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: name });
const assignedTo = (page: Page, name: string) => page.getByRole("button", { name: `Assigned to ${name}` });
const tagDialog = (page: Page) => page.getByRole("dialog", { name: "Tags of this chat" });
const closed = (page: Page) => page.getByText("This chat is closed. Reopen it to reply.");
/** What was done, in the toast that takes it back. */
const toast = (page: Page, text: RegExp) => page.locator("[data-sonner-toast]").filter({ hasText: text });

/** Three chats; Luis's is open, and Ada's is the next one. */
async function threeChats(team: Team, signedIn: SignedIn): Promise<{ page: Page; chatId: string }> {
  const ids: string[] = [];
  for (const name of ["Ada", "Luis", "Noor"]) {
    const { chatId } = await team.sendMessage({ channel: "website", visitorId: `v_${name}`, name }, `From ${name}`);
    ids.push(chatId);
  }
  const page = await signedIn(team);
  await openHydrated(page, `/${team.workspace}/chats/${ids[1]}`);
  await expect(row(page, "Luis")).toHaveCount(1);
  return { page, chatId: String(ids[1]) };
}

/** Above the field, and so below the header. */
async function expectAboveField(page: Page, text: RegExp): Promise<void> {
  const bottom = async () => {
    const [shown, field] = await Promise.all([toast(page, text).boundingBox(), page.locator("#composer").boundingBox()]);
    return shown && field ? field.y - (shown.y + shown.height) : Number.NaN;
  };
  await expect.poll(bottom).toBeGreaterThanOrEqual(0);
  await expect.poll(bottom).toBeLessThan(120);
}

test("O assigns, T tags, and Z takes back what was done last, of which a toast above the field tells", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  await tagIn(owner, "VIP", "purple");
  await addMember(ada, { name: "Tom Ray" });
  const { page } = await threeChats(ada, signedIn);

  await page.keyboard.press("o");
  await expect(page.getByRole("combobox", { name: "Find a member" })).toBeFocused();
  await page.keyboard.type("tom");
  await page.keyboard.press("Enter");
  await expect(assignedTo(page, "Tom Ray")).toBeVisible();
  await expect(toast(page, /Luis.* assigned to .*Tom Ray/)).toContainText("Z");

  await page.keyboard.press("t");
  await expect(tagDialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("vip");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(tagDialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Tags: .*VIP/ })).toBeVisible();
  await expect(toast(page, /VIP.* added/)).toBeVisible();

  await page.keyboard.press("z");
  await expect(page.getByRole("button", { name: /^Tags: .*VIP/ })).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(assignedTo(page, "Tom Ray")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(toast(page, /nothing to undo/)).toBeVisible();

  // The same of a snooze by the palette, and of sending and closing.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("snooze for");
  await expect(page.getByRole("option", { name: "Snooze for 1 hour" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Snoozed until")).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText("Snoozed until")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Message" }).fill("Goodbye");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await expect(closed(page)).toBeVisible();
  // An undo is open for 10 s only, so what takes long is looked at where there is one.
  await expectAboveField(page, /closed/);
  await expectAccessible(page);
  await toast(page, /Luis.* closed/)
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(closed(page)).toHaveCount(0);
  await expect(toast(page, /^Undone/).first()).toBeVisible();

  await page.getByRole("button", { name: "More for Luis" }).click();
  await expect(page.getByRole("menuitem", { name: "Tags…" })).toContainText("T");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  for (const text of ["Assign…", "Tag…", "Undo what you did last"])
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("listitem").filter({ hasText: text })).toHaveCount(1);
});

test("keys that come before their scripts are taken back in order, and what follows T is no command", async ({ ada, signedIn }) => {
  const { page, chatId } = await threeChats(ada, signedIn);
  const path = `/${ada.workspace}/chats/${chatId}`;
  const { opened: held, open: release } = gate();
  const asked = await laterScripts(page, path, async (route) => {
    await held;
    await route.continue();
  });
  await openHydrated(page, path);
  await expect.poll(asked).toBeGreaterThan(0);
  for (const key of ["e", "z", "t", "e", "i"]) await page.keyboard.press(key);
  release();
  await expect(tagDialog(page)).toBeVisible();
  await expect(log(page)).toContainText("Olga Owner closed the chat");
  await expect(log(page)).toContainText("Olga Owner reopened the chat");
  await expect(closed(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Assigned to/ })).toHaveCount(0);
});

test("a member chooses to go on with the next chat; taking it back leads to the chat again", async ({ ada, signedIn }) => {
  const { page, chatId } = await threeChats(ada, signedIn);
  await page.goto(`/${ada.workspace}/profile#sending`);
  await hydrated(page);
  await page.getByRole("switch", { name: "Go on with the next chat" }).click();
  await openHydrated(page, `/${ada.workspace}/chats/${chatId}`);
  await expect(row(page, "Luis")).toHaveCount(1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(title(page)).toHaveText("Ada");
  await expect(toast(page, /Luis.* closed/)).toBeVisible();
  await expectAboveField(page, /closed/);
  await page.keyboard.press("z");
  await expect(title(page)).toHaveText("Luis");
  await expect(closed(page)).toHaveCount(0);
  await expect(row(page, "Luis")).toHaveCount(1);

  await page.keyboard.press("s");
  await page.getByRole("option", { name: "In 1 hour" }).click();
  await expect(title(page)).toHaveText("Ada");
  await expect(row(page, "Luis")).toHaveCount(0);
  await page.keyboard.press("e");
  await expect(title(page)).toHaveText("Noor");
});
