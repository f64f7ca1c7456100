import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { hydrated } from "../browser";

type Credentials = { email: string; password: string };

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const notSent = (page: Page) => log(page).getByText("Not sent");
const row = (page: Page, text: string) => log(page).getByRole("listitem").filter({ hasText: text });
const messagesRoute = "**/messages";

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

async function signInAs(page: Page, { email, password }: Credentials, path: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === path);
}

/** Waits for the stream: once it is there, nothing is sent again by itself until it is lost and back. */
async function open(page: Page, path: string): Promise<void> {
  const connected = page.waitForResponse(/\/stream$/);
  await page.goto(path);
  await connected;
}

/** Ends the session behind the page's back: its next fetch, of the list requested here or an earlier one, finds out. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  // The page may navigate away meanwhile.
  await page.evaluate(() => window.dispatchEvent(new Event("online"))).catch(() => undefined);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
}

type Setup = { ada: Team; receiver: Receiver; signedIn: SignedIn };

/** A chat with an unsent reply and a draft. */
async function unsentChat({ ada, receiver, signedIn }: Setup): Promise<{ page: Page; chat: string }> {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  const chat = `/${ada.workspace}/chats/${desk.chatId}`;
  await open(page, chat);
  await page.route(messagesRoute, (route) => route.abort());
  await send(page, "Your refund is on its way.");
  await expect(notSent(page)).toHaveCount(1);
  await box(page).fill("And one more thing");
  return { page, chat };
}

test("unsent messages and notes survive a reload with their kind, and are sent once on retry", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(messagesRoute, (route) => route.abort());
  await send(page, "Your refund is on its way.");
  await page.getByRole("button", { name: "Private note" }).click();
  await send(page, "She was very patient.");
  await expect(notSent(page)).toHaveCount(2);

  await page.reload();
  await expect(notSent(page)).toHaveCount(2);
  await page.unroute(messagesRoute);
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

test("a discarded message does not come back after a reload", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(messagesRoute, (route) => route.abort());
  for (const text of ["First thought", "Second thought"]) await send(page, text);
  await expect(notSent(page)).toHaveCount(2);
  await page.reload();
  await hydrated(page);
  await row(page, "First thought").getByRole("button", { name: "Discard" }).click();
  await expect(notSent(page)).toHaveCount(1);
  await page.reload();
  await expect(row(page, "Second thought")).toContainText("Not sent");
  await expect(row(page, "First thought")).toHaveCount(0);
});

test("a message that arrived although its response was lost is neither unsent nor duplicated", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  await page.route(messagesRoute, async (route) => {
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

test("after the session ends, unsent messages and the draft are kept for their author and hidden from other accounts", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const { page, chat } = await unsentChat({ ada, receiver, signedIn });
  await loseSession(page);

  await signInAs(page, tom, chat);
  await expect(page.getByRole("button", { name: "Account: Tom Ray" })).toBeVisible();
  await box(page).fill("Tom was here");
  await page.reload();
  await expect(box(page)).toHaveValue("Tom was here");
  await expect(log(page)).not.toContainText("Your refund is on its way.");
  await loseSession(page);

  await signInAs(page, ada.owner, chat);
  await expect(page.getByRole("button", { name: "Account: Olga Owner" })).toBeVisible();
  await expect(row(page, "Your refund is on its way.")).toContainText("Not sent");
  await expect(box(page)).toHaveValue("And one more thing");
});

test("signing out deletes the draft and unsent messages", async ({ ada, receiver, signedIn }) => {
  const { page, chat } = await unsentChat({ ada, receiver, signedIn });
  await page.getByRole("button", { name: "Account: Olga Owner" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  const everything = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(everything).not.toMatch(/refund|one more thing/);

  await signInAs(page, ada.owner, `/${ada.workspace}/chats`);
  await page.goto(chat);
  await hydrated(page);
  await box(page).fill("Hello again");
  await page.reload();
  await expect(box(page)).toHaveValue("Hello again");
  await expect(log(page)).not.toContainText("Your refund is on its way.");
});

test("messages are sent when the browser blocks storage", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
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

test("what could not be sent without a network is sent by itself when it is back, in order and once", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  await page.context().setOffline(true);
  await send(page, "The first");
  await expect(row(page, "The first")).toContainText("It will be sent when you’re back online.");
  await page.getByRole("button", { name: "Private note" }).click();
  await send(page, "A note between");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await send(page, "The last");
  await expect(notSent(page)).toHaveCount(3);

  await page.context().setOffline(false);
  await expect(notSent(page)).toHaveCount(0, { timeout: 20_000 });
  const written = async () =>
    (await desk.items()).slice(1).flatMap((item) => (item.kind === "message" || item.kind === "note" ? [item.text] : []));
  await expect.poll(written).toEqual(["The first", "A note between", "The last"]);
  await page.reload();
  for (const text of ["The first", "A note between", "The last"]) await expect(row(page, text)).toHaveCount(1);
  await expect(notSent(page)).toHaveCount(0);
});

test("what the server cannot take for a while is sent by itself, in order and once, although the stream is connected", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  const tried: string[] = [];
  let isBack = false;
  await page.route(messagesRoute, async (route) => {
    const { text } = route.request().postDataJSON() as { text: string };
    tried.push(text);
    if (isBack) return route.continue();
    // One is stored, and its answer is lost: it must not be there twice.
    if (text === "The first" && tried.length === 1) await route.fetch();
    return route.fulfill({ status: 503, json: { error: { code: "unavailable", message: "Try again soon." } } });
  });
  for (const text of ["The first", "To be discarded", "The last"]) await send(page, text);
  // What waits behind it says so, and can be discarded.
  await expect(row(page, "The last")).toContainText("It is sent again by itself.");
  await row(page, "To be discarded").getByRole("button", { name: "Discard" }).click();
  await expect(row(page, "To be discarded")).toHaveCount(0);
  await expect.poll(() => tried.length).toBeGreaterThan(2);
  isBack = true;
  await expect(notSent(page)).toHaveCount(0, { timeout: 20_000 });
  const written = async () => (await desk.items()).slice(1).flatMap((item) => (item.kind === "message" ? [item.text] : []));
  await expect.poll(written).toEqual(["The first", "The last"]);
  await expect(row(page, "The first")).toHaveCount(1);
  await expect(row(page, "The last")).toHaveCount(1);
});

test("what the server refused is not sent again by itself, and neither is what was discarded", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await open(page, `/${ada.workspace}/chats/${desk.chatId}`);
  const refused: string[] = [];
  const error = { error: { code: "conflict", message: "The chat was closed by a colleague." } };
  await page.route(messagesRoute, (route) => {
    const body = route.request().postData() ?? "";
    if (!body.includes("Refused")) return route.continue();
    refused.push(body);
    return route.fulfill({ status: 409, json: error });
  });
  await send(page, "Refused");
  await expect(row(page, "Refused")).toContainText("The chat was closed by a colleague.");
  await page.context().setOffline(true);
  await send(page, "Discarded");
  await send(page, "Waiting");
  await expect(notSent(page)).toHaveCount(3);
  await row(page, "Discarded").getByRole("button", { name: "Discard" }).click();

  await page.context().setOffline(false);
  await expect(row(page, "Waiting").getByText("Not sent")).toHaveCount(0, { timeout: 20_000 });
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  expect(refused).toHaveLength(1);
  await expect(row(page, "Refused")).toContainText("Not sent");
  await expect(row(page, "Discarded")).toHaveCount(0);
});
