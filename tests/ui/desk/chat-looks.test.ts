import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const chat = (page: Page) => page.getByRole("region", { name: /^Chat with/ });

test("the name in the header is whole while channel and presence shorten, and the context is narrower than the conversation", async ({
  ada,
  signedIn,
}) => {
  const name = "Maximiliane Okafor-Lindqvist";
  const tom = await addMember(ada, { name: "Tom Ray" });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name });
  const page = await signedIn(ada, `/chats/${chatId}`, { viewport: { width: 1440, height: 900 } });
  await signedIn(ada, `/chats/${chatId}`, { as: tom });
  await expect(chat(page).getByText("Tom Ray is looking at this chat")).toBeVisible();
  for (const width of [1440, 1280, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const heading = page.getByRole("heading", { level: 1, name });
    expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width}`).toBeLessThanOrEqual(0);
    const [conversation, context] = [await chat(page).boundingBox(), await page.getByRole("region", { name: "Context" }).boundingBox()];
    expect(context?.width ?? 0).toBeGreaterThan(280);
    expect((conversation?.width ?? 0) - (context?.width ?? 0), `${width}`).toBeGreaterThan(100);
  }
  // One style for what is done with the chat.
  await page.setViewportSize({ width: 1440, height: 900 });
  const buttons = page
    .locator("header")
    .filter({ has: page.getByRole("heading", { level: 1 }) })
    .getByRole("button");
  const styles = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const { borderTopLeftRadius, backgroundColor } = getComputedStyle(one);
      return `${borderTopLeftRadius} ${backgroundColor}`;
    }),
  );
  expect(styles.length).toBeGreaterThan(3);
  expect(new Set(styles).size, styles.join(" ")).toBe(1);
  // Beside a name that is cut the channel has its whole mark.
  const long = await ada.sendMessage({ channel: "whatsapp", phone: "447911123457", name: `${name} ${name}` });
  await page.goto(`/${ada.workspace}/chats/${long.chatId}`);
  const mark = page
    .locator("header")
    .filter({ has: page.getByRole("heading", { level: 1 }) })
    .locator("p svg")
    .first();
  await expect(mark).toBeVisible();
  const end = await mark.evaluate((svg) => svg.closest("div")?.getBoundingClientRect().right ?? 0);
  expect(end - ((await mark.boundingBox())?.x ?? 0)).toBeGreaterThanOrEqual(14);
});

test("in the log an action without a message is one line, a click rings nothing, and our own bubble is dark in the dark", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  expect((await owner.call("POST", "/actions/buttons", { label: "Retry payment", action: "retry_payment" })).status).toBe(201);
  receiver.on(`/${ada.workspace}`, () => ({ status: 200, body: {} }));
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" });
  const page = await signedIn(ada, `/chats/${chatId}`, { colorScheme: "dark" });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("I look into it");
  await composer.press("Control+Enter");
  const bubble = log(page).getByText("I look into it");
  await expect(bubble).toBeVisible();
  const brightness = await bubble.evaluate((text) => {
    const parts = getComputedStyle(text.parentElement ?? text).backgroundColor.match(/[\d.]+/g) ?? [];
    return Math.max(...parts.slice(0, 3).map(Number));
  });
  expect(brightness).toBeLessThan(140);

  await page.getByRole("group", { name: "Actions", exact: true }).getByRole("button", { name: "Retry payment" }).click();
  const note = log(page).locator("[data-row]").filter({ hasText: "Pressed by Olga Owner" });
  await expect(note).toContainText("Retry payment");
  expect((await note.boundingBox())?.height).toBeLessThan(50);

  await log(page).click({ position: { x: 8, y: 8 } });
  await page.keyboard.press("ArrowDown");
  await expect(log(page)).toBeFocused();
  await expect(log(page)).toHaveCSS("outline-style", "none");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(log(page)).toBeFocused();
  await expect(log(page)).toHaveCSS("outline-style", "solid");
});

test("on a phone a chat has no tab bar, and the list has one again", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" });
  const page = await signedIn(ada, `/chats/${chatId}`, { viewport: { width: 390, height: 844 } });
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(log(page)).toBeVisible();
  await expect(bar).toBeHidden();
  await page.getByRole("link", { name: "Back to chats" }).click();
  await expect(bar).toBeVisible();
});
