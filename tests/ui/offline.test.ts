import type { Page, Route } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { signedIn } from "./browser";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const row = (page: Page, name: string) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: name });
const isOffline = (page: Page) => page.getByRole("status").filter({ hasText: "You’re offline" });
const waits = "Opens when you’re back online";
/** Without a pointer, which would have the chat loaded ahead. */
const choose = (page: Page, name: string) => row(page, name).dispatchEvent("click");

/** Whether the page is still the one that was loaded: a trip out of the app and back would have lost the mark. */
const marked = (page: Page) => page.evaluate(() => "marked" in window);

test("offline, a click on another chat stays in the app and says so, and the last one clicked opens when the network is back", async ({
  ada,
  server,
  browser,
}) => {
  const { chatId } = await ada.says({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  await ada.says({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  await ada.says({ channel: "website", visitorId: "v_3", name: "Noor" }, "From Noor");
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await expect(row(page, "Luis")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { marked: true }));

  await page.context().setOffline(true);
  await expect(isOffline(page)).toBeVisible();
  await choose(page, "Luis");
  await expect(row(page, "Luis")).toContainText(waits);
  await choose(page, "Noor");
  await expect(row(page, "Noor")).toContainText(waits);
  await expect(log(page)).toContainText("From Ada");
  // What was open is still of use.
  await page.getByRole("textbox", { name: "Message" }).fill("Written offline");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Written offline");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await choose(page, "Noor");
  expect(await marked(page)).toBe(true);

  await page.context().setOffline(false);
  await expect(log(page)).toContainText("From Noor", { timeout: 20_000 });
  await expect(isOffline(page)).toHaveCount(0);
  await expect(row(page, "Noor")).not.toContainText(waits);
  expect(await marked(page)).toBe(true);
});

test("a server that cannot be reached, though the browser has a network, is waited for as well", async ({ ada, server, browser }) => {
  const { chatId } = await ada.says({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  await ada.says({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  const page = await signedIn(browser, server, ada.owner);
  // The stream begins once the page answers to clicks.
  const begun = page.waitForRequest(/\/stream$/);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await begun;
  await page.evaluate(() => Object.assign(window, { marked: true }));

  await page.route("**/*", (route) => route.abort("connectionrefused"));
  await choose(page, "Luis");
  await expect(row(page, "Luis")).toContainText(waits);
  await expect(isOffline(page)).toBeVisible();
  await page.unroute("**/*");
  await expect(log(page)).toContainText("From Luis", { timeout: 20_000 });
  expect(await marked(page)).toBe(true);
});

test("a chat that was being loaded ahead when the network went is waited for, too", async ({ ada, server, browser }) => {
  const { chatId } = await ada.says({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  const luis = await ada.says({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  const page = await signedIn(browser, server, ada.owner);
  // The stream begins once the page answers to clicks.
  const begun = page.waitForRequest(/\/stream$/);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await begun;
  await page.evaluate(() => Object.assign(window, { marked: true }));

  // A network that has gone silent: what is asked for fails only after a while.
  const hanging: Route[] = [];
  await page.route("**/*", (route) => void hanging.push(route));
  await row(page, "Luis").hover();
  await expect.poll(() => hanging.some((route) => route.request().url().includes(luis.chatId))).toBe(true);
  await row(page, "Luis").click();
  await page.route("**/*", (route) => route.abort("connectionrefused"));
  for (const route of hanging) await route.abort("timedout");
  await expect(page.getByText("Opening chat…")).toBeVisible();
  await expect(isOffline(page)).toBeVisible();
  await page.unrouteAll();
  await expect(log(page)).toContainText("From Luis", { timeout: 20_000 });
  await expect(page.getByText("Opening chat…")).toBeHidden();
  expect(await marked(page)).toBe(true);
});
