import type { Page, Route } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const row = (page: Page, name: string) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: name });
const isOffline = (page: Page) => page.getByRole("status").filter({ hasText: "You’re offline" });
const opensLater = "Opens when you’re back online";
/** Clicks without a pointer, which would prefetch the chat. */
const choose = (page: Page, name: string) => row(page, name).dispatchEvent("click");

/** Whether the document is still the same: a full page load would have lost the mark. */
const marked = (page: Page) => page.evaluate(() => "marked" in window);

test("offline, a click on another chat stays in the app with a notice, and the last one clicked opens when the network is back", async ({
  ada,
  signedIn,
}) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  await ada.sendMessage({ channel: "website", visitorId: "v_3", name: "Noor" }, "From Noor");
  const page = await signedIn(ada);
  // The stream connects once the page is hydrated and handles clicks.
  const connected = page.waitForRequest(/\/stream$/);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await connected;
  await page.evaluate(() => Object.assign(window, { marked: true }));

  await page.context().setOffline(true);
  await expect(isOffline(page)).toBeVisible();
  await choose(page, "Luis");
  await expect(row(page, "Luis")).toContainText(opensLater);
  await choose(page, "Noor");
  await expect(row(page, "Noor")).toContainText(opensLater);
  await expect(log(page)).toContainText("From Ada");
  // The open chat stays usable.
  await page.getByRole("textbox", { name: "Message" }).fill("Written offline");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Written offline");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await choose(page, "Noor");
  expect(await marked(page)).toBe(true);

  await page.context().setOffline(false);
  await expect(log(page)).toContainText("From Noor", { timeout: 20_000 });
  await expect(isOffline(page)).toHaveCount(0);
  await expect(row(page, "Noor")).not.toContainText(opensLater);
  expect(await marked(page)).toBe(true);
});

test("shows the notice when the network is lost before the page's scripts run", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  const page = await signedIn(ada);
  const { opened: withoutNetwork, open: disconnected } = gate();
  await page.route(/\.js(\?|$)/, async (route) => {
    const response = await route.fetch();
    await withoutNetwork;
    await route.fulfill({ response });
  });
  await page.goto(`/${ada.workspace}/chats/${chatId}`, { waitUntil: "commit" });
  await expect(row(page, "Ada")).toBeVisible();
  await page.context().setOffline(true);
  disconnected();
  await expect(isOffline(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(isOffline(page)).toHaveCount(0);
});

test("waits for an unreachable server while the browser is online, and opens the chat when it is back", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  const page = await signedIn(ada);
  // The stream connects once the page is hydrated and handles clicks.
  const connected = page.waitForRequest(/\/stream$/);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await connected;
  await page.evaluate(() => Object.assign(window, { marked: true }));

  await page.route("**/*", (route) => route.abort("connectionrefused"));
  await choose(page, "Luis");
  await expect(row(page, "Luis")).toContainText(opensLater);
  await expect(isOffline(page)).toBeVisible();
  await page.unroute("**/*");
  await expect(log(page)).toContainText("From Luis", { timeout: 20_000 });
  expect(await marked(page)).toBe(true);
});

test("a chat whose prefetch fails opens when the network is back", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" }, "From Ada");
  const luis = await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" }, "From Luis");
  const page = await signedIn(ada);
  // The stream connects once the page is hydrated and handles clicks.
  const connected = page.waitForRequest(/\/stream$/);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await connected;
  await page.evaluate(() => Object.assign(window, { marked: true }));

  // A silent network: requests fail only after a while.
  const hanging: Route[] = [];
  await page.route("**/*", (route) => void hanging.push(route));
  // A pointer that comes before the list listens prefetches nothing.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await row(page, "Luis").hover();
    expect(hanging.some((route) => route.request().url().includes(luis.chatId))).toBe(true);
  }).toPass();
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
