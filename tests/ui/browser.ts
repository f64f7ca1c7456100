import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { Running } from "../server";

/** A browser of its own, signed in through the form; it ends at the address without a path, which leads to the chats. */
export async function signedIn(
  browser: Browser,
  server: Running,
  who: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/chats/);
  return page;
}
