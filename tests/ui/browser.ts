import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { enter } from "../support/fixtures";
import type { Running } from "../support/server";

/** A browser of its own, signed in and on no page yet. The form itself has a test of its own. */
export async function signedIn(
  browser: Browser,
  { url }: Running,
  who: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const { cookie } = await enter(url, who);
  const [name = "", ...value] = cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), url, httpOnly: true, sameSite: "Lax" }]);
  return context.newPage();
}
