import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { hydrated, laterScripts, openHydrated } from "../browser";

const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const closed = (page: Page) => page.getByText("This chat is closed. Reopen it to reply.");

/** Two chats; Luis's is open, and Ada's is the next one. */
async function twoChats(team: Team, signedIn: SignedIn): Promise<{ page: Page; chatId: string }> {
  await team.sendMessage({ channel: "website", visitorId: "v_Ada", name: "Ada" }, "From Ada");
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_Luis", name: "Luis" }, "From Luis");
  const page = await signedIn(team, `/chats/${chatId}`);
  await expect(box(page)).toBeVisible();
  return { page, chatId };
}

test("Esc leaves the field and keeps the draft, and after sending the next keys are commands", async ({ ada, signedIn }) => {
  const { page } = await twoChats(ada, signedIn);
  await box(page).click();
  await page.keyboard.type("It is refund");
  await page.keyboard.press("Escape");
  await page.keyboard.type("n");
  await expect(page.getByRole("button", { name: "Private note" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("It is refund");
  await page.keyboard.type("ed.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(log(page)).toContainText("It is refunded.");
  await page.keyboard.press("e");
  await expect(closed(page)).toBeVisible();
});

test("a message is sent and the chat closed, or the next one opened, by keys and in the menu that shows them", async ({
  ada,
  signedIn,
}) => {
  const { page, chatId } = await twoChats(ada, signedIn);
  await box(page).fill("Look at the next one.");
  await page.keyboard.press("ControlOrMeta+Alt+Enter");
  await expect(title(page)).toHaveText("Ada");

  await box(page).fill("Done, Ada.");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await expect(page.getByRole("menuitem", { name: /Send and close/ })).toContainText("Shift");
  await page.getByRole("menuitem", { name: /Send and close/ }).click();
  await expect(closed(page)).toBeVisible();
  await expect(log(page)).toContainText("Done, Ada.");

  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await expect(log(page)).toContainText("Look at the next one.");
  await box(page).fill("Goodbye, Luis.");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await expect(closed(page)).toBeVisible();
  await expect(log(page)).toContainText("Goodbye, Luis.");
});

/** Luis's chat in a page whose later scripts, the commands of the chat among them, do not arrive until they are released. */
async function withoutCommands(team: Team, signedIn: SignedIn): Promise<{ page: Page; release: () => void }> {
  const { page, chatId } = await twoChats(team, signedIn);
  const { opened: held, open: release } = gate();
  const path = `/${team.workspace}/chats/${chatId}`;
  const asked = await laterScripts(page, path, async (route) => {
    await held;
    await route.continue();
  });
  await openHydrated(page, path);
  await expect.poll(asked).toBeGreaterThan(0);
  return { page, release };
}

test("before the commands of the chat are there, R writes, and what follows it is text", async ({ ada, signedIn }) => {
  const { page } = await withoutCommands(ada, signedIn);
  await page.keyboard.type("r/eij");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("/eij");
});

test("keys that come before the commands of the chat run once these are there, in their order", async ({ ada, signedIn }) => {
  const { page, release } = await withoutCommands(ada, signedIn);
  for (const key of ["e", "j"]) await page.keyboard.press(key);
  await expect(title(page)).toHaveText("Luis");
  release();
  await expect(title(page)).toHaveText("Ada");
  await page.goBack();
  await expect(closed(page)).toBeVisible();
});

test("a member chooses that Enter sends, and that the field keeps the focus", async ({ ada, signedIn }) => {
  const { page, chatId } = await twoChats(ada, signedIn);
  await page.goto(`/${ada.workspace}/profile#sending`);
  await hydrated(page);
  await page.getByRole("switch", { name: "Enter sends" }).click();
  await page.getByRole("switch", { name: "Stay in the reply field" }).click();
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await hydrated(page);
  await box(page).click();
  await page.keyboard.type("First line");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("First line\nsecond line", { useInnerText: true });
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("");
});
