import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from "@playwright/test";
import { test as base, expect, randomClientAddress, type Session } from "../support/fixtures";
import { type Shop, startShop } from "../support/shop";
import { openWebsite } from "../support/visitor";

/** A shop with the chat on its pages, and its team's owner. */
export const test = base.extend<{ shop: Shop; owner: Session }>({
  shop: async ({ server }, use) => {
    const shop = await startShop(server.url);
    await use(shop);
    shop.close();
  },
  owner: async ({ ada, shop }, use) =>
    use(await openWebsite(ada, { allowedOrigins: [shop.origin], greeting: "Welcome to the shop!", colour: "#0f766e" })),
});

export { expect };

export const launcher = (page: Page): Locator => page.locator("beside-chat").getByRole("button");
export const frame = (page: Page): Locator => page.locator("beside-chat iframe");
export const chat = (page: Page): FrameLocator => frame(page).contentFrame();
export const log = (page: Page): Locator => chat(page).getByRole("log");
export const field = (page: Page): Locator => chat(page).getByRole("textbox", { name: "Message" });
export const rows = (page: Page, text: string): Locator => log(page).getByRole("listitem").filter({ hasText: text });

/** A new browser of a visitor, on a page of the shop. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  // Calls are limited by network, and many tests are visitors.
  const context = await browser.newContext({ extraHTTPHeaders: randomClientAddress(), ...options });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Opens the chat and waits until its messages are there. */
export async function openChat(page: Page): Promise<void> {
  await launcher(page).click();
  await expect(log(page)).toHaveAttribute("aria-busy", "false");
}

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

type Item = { kind: string; author: string; text: string; content?: { attachments?: { id: string; name: string }[] } };

/** What the team's server has of the chats, newest chat first. */
export async function teamView(owner: Session) {
  const { body } = await owner.call("GET", "/chats");
  const chats = body["items"] as { id: string; displayName: string }[];
  const messagesOf = async (id: string) =>
    ((await owner.call("GET", `/chats/${id}/items`)).body["items"] as Item[]).filter(({ kind }) => kind === "message");
  return { chats, messagesOf };
}

/** The texts of the only chat, oldest first. */
export async function textsOfOnlyChat(owner: Session): Promise<string[]> {
  const { chats, messagesOf } = await teamView(owner);
  expect(chats.length).toBeLessThanOrEqual(1);
  const [only] = chats;
  return only ? (await messagesOf(only.id)).map(({ text }) => text) : [];
}
