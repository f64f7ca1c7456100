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

test("a chat that was closed stays so while that is on its way, and when one goes back to it, whether the next one came late or was kept", async ({
  ada,
  signedIn,
}) => {
  const page = await threeChats(ada, signedIn);
  const luis = page.url();
  const owner = await ada.signIn();
  const tag = await owner.call("POST", "/tags", { name: "Refund", color: "blue" });
  const [close, next] = [gate(), gate()];
  await page.route("**/status", async (route) => {
    await close.opened;
    await route.continue();
  });
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await next.opened;
      await route.continue();
    },
  );
  await page.keyboard.press("e");
  await expect(closed(page)).toBeVisible();
  const tagged = await owner.call("POST", `/chats/${luis.split("/").at(-1)}/tags`, { tagId: tag.body["id"], isSet: true });
  expect(tagged.status, tagged.text).toBe(200);
  await expect(page.getByRole("button", { name: /^Tags: .*Refund/ })).toBeVisible();
  expect(await closed(page).isVisible()).toBe(true);

  await page.keyboard.press("j");
  await expect(page.getByText("Opening chat…")).toBeVisible();
  next.open();
  await expect(title(page)).toHaveText("Ada");
  const adas = page.url();
  await page.goBack();
  await expect(title(page)).toHaveText("Luis");
  await expect(closed(page)).toBeVisible();
  close.open();
  await expect(log(page)).toContainText("Olga Owner closed the chat");

  await row(page, "Ada").click();
  await expect(title(page)).toHaveText("Ada");
  await expect(page).toHaveURL(adas);
  await page.goBack();
  await expect(title(page)).toHaveText("Luis");
  await expect(closed(page)).toBeVisible();
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

const asked = (page: Page) => page.getByRole("dialog", { name: "Ada has 2 open problems" });

/** Ada's chat with two open problems, beside Luis's. */
async function withProblems(team: Team, signedIn: SignedIn): Promise<{ page: Page; chatId: string }> {
  const phone = "447911000001";
  await team.api("PUT", "/contacts/u", { body: { name: "Ada", phone } });
  await team.sendMessage({ channel: "website", visitorId: "v_Luis", name: "Luis" }, "From Luis");
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "From Ada");
  for (const [event, reference] of [
    ["Payment failed", "INV-1"],
    ["Card declined", "C-1"],
  ] as const)
    expect((await team.api("POST", "/events", { body: { event, userId: "u", properties: { reference } } })).status).toBe(201);
  const page = await signedIn(team, `/chats/${chatId}`);
  await expect(page.getByRole("region", { name: "Problems" }).getByRole("heading", { level: 3 })).toHaveCount(2);
  return { page, chatId };
}

test("closing a chat with an open problem asks; closed anyway it stays under Problems, marked as closed", async ({ ada, signedIn }) => {
  const { page } = await withProblems(ada, signedIn);
  const tab = page.getByRole("group", { name: "Filter chats" }).getByRole("button", { name: /^Problems/ });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(asked(page)).toContainText("Card declined");
  await page.keyboard.press("Escape");
  await expect(asked(page)).toHaveCount(0);
  await expect(box(page)).toBeVisible();

  // Nothing is sent before it is decided, and the draft stays.
  await box(page).fill("Goodbye.");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(box(page)).toHaveValue("Goodbye.");
  await expect(log(page)).not.toContainText("Goodbye.");
  await box(page).press("ControlOrMeta+Shift+Enter");
  await asked(page).getByRole("button", { name: "Close anyway" }).click();
  await expect(closed(page)).toBeVisible();
  await expect(log(page)).toContainText("Goodbye.");
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect(tab).toContainText("1");
  await tab.click();
  await expect(row(page, "Ada")).toContainText("Closed");
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Handled" }).first().click();
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Handled" }).first().click();
  await expect(row(page, "Ada")).toHaveCount(0);
});

test("E asks, and Enter handles the problems and closes the chat; one undo takes both back, by Z too, and once", async ({
  ada,
  signedIn,
}) => {
  const { page } = await withProblems(ada, signedIn);
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("heading", { level: 3 });
  await page.keyboard.press("e");
  await expect(asked(page).getByRole("button", { name: "Handle and close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(closed(page)).toBeVisible();
  await expect(problems).toHaveCount(0);
  await expect(log(page)).toContainText("Olga Owner handled Payment failed");
  await page
    .getByText("2 problems are handled and the chat closed.")
    .locator("xpath=ancestor::li")
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(box(page)).toBeVisible();
  await expect(problems).toHaveCount(2);
  // As with a message that closes, whose undo comes when it is sent. From the next chat, Z leads back; a second one finds nothing.
  for (const closes of [
    () => page.keyboard.press("Shift+E"),
    async () => {
      await box(page).fill("Goodbye.");
      await page.keyboard.press("ControlOrMeta+Shift+Enter");
    },
  ]) {
    const reopened = log(page).getByText("Olga Owner reopened the chat");
    const count = await reopened.count();
    await closes();
    await asked(page).getByRole("button", { name: "Handle and close" }).click();
    await expect(page.getByText("2 problems are handled and the chat closed.")).toBeVisible();
    await expect(page.getByText(/^Chat with .* closed$/)).toHaveCount(0);
    await page.keyboard.press("z");
    await expect(title(page)).toHaveText("Ada");
    await expect(box(page)).toBeVisible();
    await expect(problems).toHaveCount(2);
    await expect(reopened).toHaveCount(count + 1);
    await page.keyboard.press("z");
    await expect(page.getByText(/^There is nothing to undo/).last()).toBeVisible();
    await expect(box(page)).toBeVisible();
    await expect(problems).toHaveCount(2);
  }
});

test("E also asks when the problem arrived just before and the screen does not show it yet; a chat that was left stays open, and it says so", async ({
  ada,
  signedIn,
}) => {
  const phone = "447911000001";
  await ada.api("PUT", "/contacts/u", { body: { name: "Ada", phone } });
  await ada.sendMessage({ channel: "website", visitorId: "v_Luis", name: "Luis" }, "From Luis");
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "From Ada");
  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(row(page, "Ada")).toHaveCount(1);
  const panel = gate();
  await page.route("**/panel", async (route) => {
    await panel.opened;
    await route.continue();
  });
  const body = { event: "Payment failed", userId: "u", properties: { reference: "INV-1" } };
  expect((await ada.api("POST", "/events", { body })).status).toBe(201);
  const refused = page.waitForResponse("**/status");
  await page.keyboard.press("e");
  expect((await refused).status()).toBe(409);
  panel.open();
  const question = page.getByRole("dialog", { name: "Ada has an open problem" });
  await expect(question).toContainText("Payment failed");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(box(page)).toBeVisible();
  await page.keyboard.press("e");
  await question.getByRole("button", { name: "Close anyway" }).click();
  await expect(closed(page)).toBeVisible();
  await page.keyboard.press("z");
  await expect(box(page)).toBeVisible();
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Handled" }).click();
  await expect(page.getByRole("region", { name: "Problems" }).getByRole("heading", { level: 3 })).toHaveCount(0);

  const later = gate();
  await page.route("**/panel", async (route) => {
    await later.opened;
    await route.continue();
  });
  expect((await ada.api("POST", "/events", { body: { ...body, properties: { reference: "INV-2" } } })).status).toBe(201);
  await page.keyboard.press("Shift+E");
  later.open();
  await expect(title(page)).toHaveText("Luis");
  await expect(page.getByText(/The chat with \W*Ada\W* was not closed\. This customer has an open problem\./)).toBeVisible();
  await expect(row(page, "Ada")).toContainText("Payment failed");
});
