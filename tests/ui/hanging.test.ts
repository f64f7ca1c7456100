import type { Page } from "@playwright/test";
import { newDesk } from "../support/desk";
import { expect, test } from "../support/fixtures";
import { signedIn } from "./browser";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

type Hurried = { limits: number[]; pace: number };

/** A browser whose time limits can be made to pass faster; it keeps how long each was to be. */
async function watchLimits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hurried: Hurried = Object.assign(window, { limits: [], pace: 1 });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      hurried.limits.push(ms);
      return timeout(ms / hurried.pace);
    };
  });
}
const hurry = (page: Page, pace: number) => page.evaluate((times) => Object.assign(window, { pace: times }), pace);
const limits = (page: Page) => page.evaluate(() => (window as unknown as Hurried).limits);

test("a read that hangs is given up, says so, and can be asked for again", async ({ ada, server, browser }) => {
  await ada.says({ channel: "website", visitorId: "v_1" }, "Hello");
  const page = await signedIn(browser, server, ada.owner);
  await watchLimits(page);
  await page.goto(`/${ada.workspace}/chats`);
  await page.route("**/chats?view=closed", () => undefined);
  await hurry(page, 100);
  await page.getByRole("button", { name: "Closed", exact: true }).click();
  const list = page.getByRole("navigation", { name: "Chats" });
  await expect(list).toContainText("Couldn’t load chats");
  await expect(list).toContainText("Couldn’t reach Beside. Check your connection; nothing was lost.");
  expect(await limits(page)).toContain(15_000);
  await hurry(page, 1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await list.getByRole("button", { name: "Try again" }).click();
  await expect(list).toContainText("No closed chats");
});

test("a message whose sending hangs is given up, and does not hold up what was written after it", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(browser, server, ada.owner);
  await watchLimits(page);
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.route("**/messages", (route) => (route.request().postData()?.includes("Hanging") ? undefined : route.continue()));
  await hurry(page, 20);
  await page.getByRole("textbox", { name: "Message" }).fill("Hanging");
  await page.getByRole("button", { name: "Send" }).click();
  await hurry(page, 1);
  await page.getByRole("textbox", { name: "Message" }).fill("After it");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(log(page).getByRole("listitem").filter({ hasText: "Hanging" })).toContainText("Not sent");
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  await expect(log(page).getByRole("listitem").filter({ hasText: "After it" })).not.toContainText("Not sent");
  // A check of the customer's server takes longer than any read.
  expect(await limits(page)).toContain(40_000);
});
