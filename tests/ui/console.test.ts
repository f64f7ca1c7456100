import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { signedIn } from "./browser";

/** What the browser complains of: errors on its console, and everything that the policy kept from running. */
async function complaints(page: Page): Promise<string[]> {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/i.test(message.text())) heard.push(message.text());
  });
  page.on("pageerror", (error) => heard.push(String(error)));
  await page.exposeFunction("hearViolation", (what: string) => heard.push(what));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (event) => hearViolation(event.effectiveDirective + " " + event.blockedURI), true)`,
  );
  return heard;
}

test("the pages run nothing that their policy forbids", async ({ ada, server, browser }) => {
  await ada.says({ channel: "website", visitorId: "v1" });
  const stranger = await (await browser.newContext({ baseURL: server.url })).newPage();
  const before = await complaints(stranger);
  await stranger.goto("/sign-in");
  await stranger.getByLabel("E-mail").fill(ada.owner.email);
  await stranger.getByLabel("Password").fill(ada.owner.password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await stranger.waitForURL(`**/${ada.workspace}/chats`);
  expect(before).toEqual([]);

  const page = await signedIn(browser, server, ada.owner);
  const heard = await complaints(page);
  for (const path of ["chats", "settings", "settings/actions", "settings/developers", "settings/members", "settings/data", "profile"]) {
    await page.goto(`/${ada.workspace}/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("load");
    // A form is checked by zod when it is sent.
    for (const button of await page.locator("form button[type=submit]:visible:enabled").all()) await button.click({ trial: true });
  }
  await page.goto("/simulator");
  expect(heard).toEqual([]);
});
