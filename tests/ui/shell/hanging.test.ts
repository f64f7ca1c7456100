import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

type WatchedTimeouts = { limits: number[]; pace: number };

/** Makes the page's time limits adjustable: `pace` speeds them up, `limits` records their original lengths. */
async function watchLimits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: WatchedTimeouts = Object.assign(window, { limits: [], pace: 1 });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      watched.limits.push(ms);
      return timeout(ms / watched.pace);
    };
  });
}
const setPace = (page: Page, pace: number) => page.evaluate((times) => Object.assign(window, { pace: times }), pace);
const limits = (page: Page) => page.evaluate(() => (window as unknown as WatchedTimeouts).limits);

test("a hanging read times out with an error and can be retried", async ({ ada, signedIn }) => {
  await ada.sendMessage({ channel: "website", visitorId: "v_1" }, "Hello");
  const page = await signedIn(ada);
  await watchLimits(page);
  await page.goto(`/${ada.workspace}/chats`);
  await page.route("**/chats?view=closed", () => undefined);
  await setPace(page, 100);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Closed" }).click();
  const list = page.getByRole("navigation", { name: "Chats" });
  await expect(list).toContainText("Couldn’t load chats");
  await expect(list).toContainText("Couldn’t reach Beside. Check your connection; nothing was lost.");
  expect(await limits(page)).toContain(15_000);
  await setPace(page, 1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await list.getByRole("button", { name: "Try again" }).click();
  await expect(list).toContainText("No closed chats");
});

test("a hanging send is given up, does not block later messages, and is sent when the connection is back", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await watchLimits(page);
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.route("**/messages", (route) => (route.request().postData()?.includes("Hanging") ? undefined : route.continue()));
  await setPace(page, 20);
  await page.getByRole("textbox", { name: "Message" }).fill("Hanging");
  await page.evaluate(() => Object.assign(window, { limits: [] }));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await setPace(page, 1);
  await page.getByRole("textbox", { name: "Message" }).fill("After it");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(page).getByRole("listitem").filter({ hasText: "Hanging" })).toContainText("Not sent", { timeout: 30_000 });
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  await expect(log(page).getByRole("listitem").filter({ hasText: "After it" })).not.toContainText("Not sent");
});

test("a write ends after 20 seconds, and a check of another server after the time of two calls", async ({ ada, receiver, signedIn }) => {
  await newDesk(ada, receiver);
  const page = await signedIn(ada);
  await watchLimits(page);
  await page.goto(`/${ada.workspace}/settings/actions`);
  await page.route(/actions\/(secret\/reveal|check)$/, () => undefined);
  await setPace(page, 100);
  const unanswered = page.getByText("Beside didn’t answer. Check your connection", { exact: false });
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(unanswered).toHaveCount(1);
  expect(await limits(page)).toContain(20_000);
  expect(await limits(page)).not.toContain(40_000);
  await page.getByRole("button", { name: "Check my server" }).click();
  await expect(unanswered).toHaveCount(2);
  expect(await limits(page)).toContain(40_000);
});
