import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const row = (page: Page, name: string) => list(page).getByRole("link").filter({ hasText: name });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const closed = (page: Page) => page.getByText("This chat is closed. Reopen it to reply.");
const toast = (page: Page, text: string | RegExp) => page.locator("[data-sonner-toast]").filter({ hasText: text });

/** Two chats; Luis's is open. */
async function twoChats(team: Team, signedIn: SignedIn): Promise<Page> {
  await team.sendMessage({ channel: "website", visitorId: "v_Ada", name: "Ada" }, "From Ada");
  await team.api("PUT", "/contacts/u_Luis", { body: { name: "Luis" } });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_Luis", userId: "u_Luis" }, "From Luis");
  const page = await signedIn(team, `/chats/${chatId}`);
  await expect(row(page, "Luis")).toHaveCount(1);
  await expect(box(page)).toBeVisible();
  return page;
}

/** What the page says by itself, and nobody did. */
const bySelf = ["read", "presence", "typing"];

/**
 * What the page asks the server to do in chats, in its order: "assignee", "messages Hello". The first is held until it is let go.
 */
async function held(page: Page): Promise<{ asked: string[]; letGo: () => void }> {
  const asked: string[] = [];
  const { opened, open } = gate();
  // What takes too long lets others pass: nothing does here, however slow the machine is.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.route("**/chats/**", async (route) => {
    const request = route.request();
    const what = new URL(request.url()).pathname.split("/").at(-1) ?? "";
    if (request.method() === "GET" || bySelf.includes(what)) return route.continue();
    const body = request.postDataJSON() as Record<string, unknown>;
    const value = body["text"] ?? body["status"] ?? body["handled"] ?? (body["closes"] ? "and close" : undefined);
    asked.push(value === undefined ? what : `${what} ${String(value)}`);
    if (asked.length === 1) await opened;
    return route.continue();
  });
  return { asked, letGo: open };
}

async function send(page: Page, text: string, keys = "ControlOrMeta+Enter"): Promise<void> {
  await box(page).fill(text);
  await box(page).press(keys);
}

test("what is done in a chat reaches the server in the order in which it was done, however long the first takes", async ({
  ada,
  signedIn,
}) => {
  const page = await twoChats(ada, signedIn);
  const event = { event: "Payment failed", userId: "u_Luis", properties: { reference: "INV-1" } };
  expect((await ada.api("POST", "/events", { body: event })).status).toBe(201);
  const handled = page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Handled" });
  await expect(handled).toHaveCount(1);
  const { asked, letGo } = await held(page);
  await page.keyboard.press("i");
  await expect(toast(page, /assigned to you/)).toBeVisible();
  await send(page, "The money is on its way.");
  await page.keyboard.press("h");
  await expect(handled).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(handled).toHaveCount(1);
  await page.keyboard.press("h");
  await expect(handled).toHaveCount(0);
  await page.keyboard.press("n");
  await send(page, "She was very patient.");
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(closed(page)).toBeVisible();
  await page.keyboard.press("z");
  await expect(closed(page)).toHaveCount(0);
  await send(page, "Goodbye.", "ControlOrMeta+Shift+Enter");
  // The closing is not stored yet, and is what Z takes back.
  await page.keyboard.press("z");
  await expect(log(page)).toContainText("Goodbye.");
  expect(asked).toEqual(["assignee"]);

  letGo();
  const all = [
    "assignee",
    "messages The money is on its way.",
    "handled true",
    "handled false",
    "handled true",
    "messages She was very patient.",
    "status closed",
    "status open",
    "messages Goodbye.",
    "status open",
  ];
  await expect.poll(() => asked, { timeout: 60_000 }).toEqual(all);
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Assigned to/ })).toBeVisible();
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await page.reload();
  await expect(box(page)).toBeVisible();
  await expect(log(page)).toContainText("Goodbye.");
});

test("snooze, Z, and send and close in one breath end in a closed chat", async ({ ada, signedIn }) => {
  const page = await twoChats(ada, signedIn);
  const { asked, letGo } = await held(page);
  await page.keyboard.press("s");
  await page.getByRole("option", { name: "In 1 hour" }).click();
  await expect(page.getByText("Snoozed until")).toBeVisible();
  await page.keyboard.press("z");
  await send(page, "Goodbye.", "ControlOrMeta+Shift+Enter");
  await expect(log(page)).toContainText("Goodbye.");
  expect(asked).toEqual(["snooze"]);
  letGo();
  await expect(closed(page)).toBeVisible();
  expect(asked).toEqual(["snooze", "snooze", "messages Goodbye."]);
  await expect(page.getByText("Snoozed until")).toHaveCount(0);
});

test("a chat is not closed behind a message that was refused: it stays open and says why, also when it was left", async ({
  ada,
  signedIn,
}) => {
  const page = await twoChats(ada, signedIn);
  const refusal = gate();
  const error = { error: { code: "conflict", message: "This cannot be sent." } };
  await page.route("**/messages", async (route) => {
    await refusal.opened;
    await route.fulfill({ status: 409, json: error });
  });
  await send(page, "The money is on its way.");
  await page.keyboard.press("Shift+E");
  await expect(title(page)).toHaveText("Ada");
  refusal.open();
  await expect(toast(page, /The chat with \W*Luis\W* was not closed\..*hasn’t been sent/)).toBeVisible();
  await row(page, "Luis").click();
  await expect(log(page)).toContainText("This cannot be sent.");
  await expect(box(page)).toBeVisible();
  // What is known to the agent is decided by the agent.
  await log(page).getByRole("button", { name: "Discard" }).click();
  await page.keyboard.press("e");
  await expect(closed(page)).toBeVisible();
});

test("several chats are closed together when it is their turn in each of them", async ({ ada, signedIn }) => {
  const page = await twoChats(ada, signedIn);
  const { asked, letGo } = await held(page);
  await send(page, "The money is on its way.");
  for (const name of ["Ada", "Luis"]) await page.getByRole("checkbox", { name: `Select the chat with ${name}` }).check();
  await page.getByRole("region", { name: "Selected chats" }).getByRole("button", { name: "Close" }).click();
  // Another chat does not go on before either: it is closed with the others.
  await row(page, "Ada").click();
  await expect(title(page)).toHaveText("Ada");
  await page.keyboard.press("i");
  await expect(toast(page, /assigned to you/)).toBeVisible();
  expect(asked).toEqual(["messages The money is on its way."]);
  letGo();
  await expect.poll(() => asked, { timeout: 30_000 }).toEqual(["messages The money is on its way.", "changes", "assignee"]);
  await expect(toast(page, "2 chats closed")).toBeVisible();
  await page.reload();
  await expect(list(page)).toContainText("No open chats");
  for (const name of ["Ada", "Luis"]) await expect(row(page, name)).toHaveCount(0);
});
