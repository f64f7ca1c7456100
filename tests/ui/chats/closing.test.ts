import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";

const names = ["Ada", "Luis", "Noor"];
const row = (page: Page, name: string) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: name });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const closed = (page: Page) => page.getByText("This chat is closed. Reopen it to reply.");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Three chats; Noor's is the newest and on top, Luis's is open. */
async function threeChats(team: Team, signedIn: SignedIn): Promise<Page> {
  const ids: string[] = [];
  for (const name of names) {
    const { chatId } = await team.sendMessage({ channel: "website", visitorId: `v_${name}`, name }, `From ${name}`);
    ids.push(chatId);
  }
  const page = await signedIn(team, `/chats/${ids[1]}`);
  await expect(row(page, "Luis")).toHaveCount(1);
  return page;
}

test("E closes the chat: it says so and leaves the list; Reopen brings it back and leads to the field", async ({ ada, signedIn }) => {
  const page = await threeChats(ada, signedIn);
  await page.keyboard.press("e");
  await expect(closed(page)).toBeVisible();
  await expect(log(page)).toContainText("Olga Owner closed the chat");
  await expect(row(page, "Luis")).toHaveCount(0);
  await expect(title(page)).toHaveText("Luis");
  // R leads to what the field's place says.
  await page.keyboard.press("r");
  await expect(page.locator("#composer")).toBeFocused();

  await page.getByRole("status").filter({ hasText: "This chat is closed" }).getByRole("button", { name: "Reopen" }).click();
  await expect(box(page)).toBeFocused();
  await expect(log(page)).toContainText("Olga Owner reopened the chat");
  await expect(row(page, "Luis")).toHaveCount(1);
});

test("a chat that is being reopened does not look closed again when news of it arrive meanwhile", async ({ ada, signedIn }) => {
  const page = await threeChats(ada, signedIn);
  await page.keyboard.press("e");
  await expect(log(page)).toContainText("Olga Owner closed the chat");
  const { opened: held, open: release } = gate();
  await page.route("**/status", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("e");
  await expect(box(page)).toBeVisible();
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/panel")) reads += 1;
  });
  await page.getByRole("button", { name: "Private note" }).click();
  await box(page).fill("Looks fine.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(log(page)).toContainText("Looks fine.");
  expect(reads).toBe(0);
  release();
  await expect.poll(() => reads).toBeGreaterThan(0);
  await expect(log(page)).toContainText("Olga Owner reopened the chat");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
});

test("Shift+E closes the chat and opens the next one, and the one before at the end of the list", async ({ ada, signedIn }) => {
  const page = await threeChats(ada, signedIn);
  await page.keyboard.press("Shift+E");
  await expect(title(page)).toHaveText("Ada");
  await expect(row(page, "Luis")).toHaveCount(0);
  await expect(log(page)).toContainText("From Ada");
  await page.keyboard.press("Shift+E");
  await expect(title(page)).toHaveText("Noor");
  await expect(row(page, "Ada")).toHaveCount(0);
  await page.keyboard.press("Shift+E");
  await expect(page).toHaveURL(new RegExp(`/${ada.workspace}/chats$`));
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("No open chats");
});

test("a close that fails is taken back, and names the chat when another one is open by then", async ({ ada, signedIn }) => {
  const page = await threeChats(ada, signedIn);
  const error = { error: { code: "conflict", message: "Try again in a minute." } };
  await page.route("**/status", (route) => route.fulfill({ status: 409, json: error }));
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("Try again in a minute.", { exact: true })).toBeVisible();
  await expect(closed(page)).toHaveCount(0);
  await expect(box(page)).toBeVisible();

  await page.keyboard.press("Shift+E");
  await expect(title(page)).toHaveText("Ada");
  await expect(page.getByText(/The chat with \W*Luis\W* was not closed\. Try again in a minute\./)).toBeVisible();
  await expect(row(page, "Luis")).toHaveCount(1);
});

test("R and N lead to the field, as a reply and as a note, and type no letter", async ({ ada, signedIn }) => {
  const page = await threeChats(ada, signedIn);
  await page.keyboard.press("n");
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Private note" })).toHaveAttribute("aria-pressed", "true");
  await expect(box(page)).toHaveValue("");
  // In the field these are letters.
  await page.keyboard.type("rnse");
  await expect(box(page)).toHaveValue("rnse");
  await box(page).fill("");
  await page.getByRole("button", { name: "Private note" }).focus();
  await page.keyboard.press("r");
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Reply", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#composer")).toBeFocused();
  await expect(box(page)).toHaveValue("");
});
