import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { freezable } from "../../support/freezable";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Reconnecting" });

test("a connection that freezes is noticed within 20 seconds, and what was missed appears once", { tag: "@embedded" }, async ({
  ada,
  signedIn,
}) => {
  const visitor = { channel: "website", visitorId: "v_1", name: "Ada" };
  const { chatId } = await ada.sendMessage(visitor, "Before it");
  const network = await freezable(ada.url);
  try {
    const page = await signedIn({ ...ada, url: network.url }, `/chats/${chatId}`);
    await expect(said(page, "Before it")).toBeVisible();
    // Shows that the stream is connected, since nothing else fetches at this moment.
    await ada.sendMessage(visitor, "Still there");
    await expect(said(page, "Still there")).toBeVisible();

    network.freeze();
    await ada.sendMessage(visitor, "Missed");
    await ada.sendMessage(visitor, "Missed, too");
    await expect(notice(page)).toBeVisible({ timeout: 20_000 });
    await expect(said(page, "Missed")).toHaveCount(0);

    network.thaw();
    await expect(said(page, "Missed, too")).toBeVisible({ timeout: 40_000 });
    await expect(notice(page)).toHaveCount(0);
    for (const text of ["Before it", "Still there", "Missed", "Missed, too"]) await expect(said(page, text)).toHaveCount(1);
  } finally {
    network.close();
  }
});

test("a connection that only carries pings for a minute is kept", { tag: "@slow" }, async ({ ada, signedIn }) => {
  const visitor = { channel: "website", visitorId: "v_1", name: "Ada" };
  const { chatId } = await ada.sendMessage(visitor, "Before it");
  const page = await signedIn(ada);
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/stream")) opened += 1;
  });
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await expect(said(page, "Before it")).toBeVisible();
  const since = Date.now();
  await expect.poll(() => Date.now() - since, { timeout: 70_000, intervals: [1_000] }).toBeGreaterThan(60_000);
  expect(opened).toBe(1);
  await ada.sendMessage(visitor, "After it");
  await expect(said(page, "After it")).toBeVisible();
});
