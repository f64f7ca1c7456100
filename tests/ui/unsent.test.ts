import type { Browser, Page } from "@playwright/test";
import { newDesk } from "../support/desk";
import { expect, type Team, test } from "../support/fixtures";
import { addMember } from "../support/members";
import type { Receiver } from "../support/receiver";
import type { Running } from "../support/server";
import { signedIn } from "./browser";

type Who = { email: string; password: string };

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const notSent = (page: Page) => log(page).getByText("Not sent");
const row = (page: Page, text: string) => log(page).getByRole("listitem").filter({ hasText: text });
const sending = "**/messages";

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

async function enterAs(page: Page, { email, password }: Who, path: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === path);
}

/** The session ends without this page; what it fetches next finds out: the list that is asked for here, or something before it. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  // Not a click: the page may be gone before the mouse has been let go, or before the button was found.
  const closed = page.getByRole("button", { name: "Closed", exact: true });
  await closed.dispatchEvent("click", {}, { timeout: 5_000 }).catch(() => undefined);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
}

type House = { ada: Team; server: Running; receiver: Receiver; browser: Browser };

/** A chat with a reply that could not be sent, and a draft. */
async function interrupted({ ada, server, receiver, browser }: House): Promise<{ page: Page; chat: string }> {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  const chat = `/${ada.workspace}/chats/${desk.chatId}`;
  await page.goto(chat);
  await page.route(sending, (route) => route.abort());
  await send(page, "Your refund is on its way.");
  await expect(notSent(page)).toHaveCount(1);
  await box(page).fill("And one more thing");
  return { page, chat };
}

test("what could not be sent is there after a reload, in its kind, and is sent once when asked for", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(sending, (route) => route.abort());
  await send(page, "Your refund is on its way.");
  await page.getByRole("button", { name: "Private note" }).click();
  await send(page, "She was very patient.");
  await expect(notSent(page)).toHaveCount(2);

  await page.unroute(sending);
  await page.reload();
  await expect(notSent(page)).toHaveCount(2);
  await expect(row(page, "She was very patient.")).toContainText("Private note");
  await expect(box(page)).toHaveValue("");
  expect((await desk.items()).filter(({ kind }) => kind !== "message")).toEqual([]);

  for (const text of ["Your refund is on its way.", "She was very patient."]) {
    await row(page, text).getByRole("button", { name: "Try again" }).click();
    await expect(row(page, text).getByText("Not sent")).toHaveCount(0);
  }
  const kinds = async () => (await desk.items()).slice(1).map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(["message", "note"]);
  await page.reload();
  await expect(row(page, "She was very patient.")).toHaveCount(1);
  await expect(row(page, "Your refund is on its way.")).toHaveCount(1);
  await expect(notSent(page)).toHaveCount(0);
  expect(await kinds()).toEqual(["message", "note"]);
});

test("what is discarded stays away", async ({ ada, server, receiver, browser }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(sending, (route) => route.abort());
  for (const text of ["First thought", "Second thought"]) await send(page, text);
  await expect(notSent(page)).toHaveCount(2);
  await page.reload();
  await row(page, "First thought").getByRole("button", { name: "Discard" }).click();
  await expect(notSent(page)).toHaveCount(1);
  await page.reload();
  await expect(row(page, "Second thought")).toContainText("Not sent");
  await expect(row(page, "First thought")).toHaveCount(0);
});

test("what arrived though its answer was lost is no longer unsent, and is not doubled", async ({ ada, server, receiver, browser }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(sending, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page, "It is on its way.");
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  await page.reload();
  await expect(row(page, "It is on its way.")).toHaveCount(1);
  await expect(notSent(page)).toHaveCount(0);
  const unsent = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("unsent ")));
  await expect.poll(unsent).toEqual([]);
});

test("an ended session keeps what was not sent and the draft for the account that wrote them, and shows them to no other", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const { page, chat } = await interrupted({ ada, server, receiver, browser });
  await loseSession(page);

  await enterAs(page, tom, chat);
  await expect(page.getByRole("button", { name: "Account: Tom Ray" })).toBeVisible();
  await box(page).fill("Tom was here");
  await page.reload();
  await expect(box(page)).toHaveValue("Tom was here");
  await expect(log(page)).not.toContainText("Your refund is on its way.");
  await loseSession(page);

  await enterAs(page, ada.owner, chat);
  await expect(page.getByRole("button", { name: "Account: Olga Owner" })).toBeVisible();
  await expect(row(page, "Your refund is on its way.")).toContainText("Not sent");
  await expect(box(page)).toHaveValue("And one more thing");
});

test("signing out forgets the draft and what was not sent", async ({ ada, server, receiver, browser }) => {
  const { page, chat } = await interrupted({ ada, server, receiver, browser });
  await page.getByRole("button", { name: "Account: Olga Owner" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  const everything = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(everything).not.toMatch(/refund|one more thing/);

  await enterAs(page, ada.owner, `/${ada.workspace}/chats`);
  await page.goto(chat);
  await box(page).fill("Hello again");
  await page.reload();
  await expect(box(page)).toHaveValue("Hello again");
  await expect(log(page)).not.toContainText("Your refund is on its way.");
});

test("a browser that keeps nothing still sends", async ({ ada, server, receiver, browser }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  await page.addInitScript(() =>
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("Storage is blocked.", "SecurityError");
      },
    }),
  );
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await send(page, "Hello from here");
  await expect(box(page)).toHaveValue("");
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  await expect(row(page, "Hello from here")).toHaveCount(1);
  await expect(notSent(page)).toHaveCount(0);
});
