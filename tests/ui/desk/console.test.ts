import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { hydrated } from "../browser";

/** Errors on the browser's console, and violations of the content security policy. */
async function complaints(page: Page): Promise<string[]> {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/i.test(message.text())) messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(String(error)));
  await page.exposeFunction("reportViolation", (violation: string) => messages.push(violation));
  await page.addInitScript(
    `addEventListener("securitypolicyviolation", (event) => reportViolation(event.effectiveDirective + " " + event.blockedURI), true)`,
  );
  return messages;
}

test("no page violates its content security policy or logs an error", async ({ ada, browser, signedIn }) => {
  await ada.sendMessage({ channel: "website", visitorId: "v1" });
  const stranger = await (await browser.newContext({ baseURL: ada.url })).newPage();
  const before = await complaints(stranger);
  await stranger.goto("/sign-in");
  await hydrated(stranger);
  await stranger.getByLabel("E-mail").fill(ada.owner.email);
  await stranger.getByLabel("Password").fill(ada.owner.password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await stranger.waitForURL(`**/${ada.workspace}/chats`);
  expect(before).toEqual([]);

  const page = await signedIn(ada);
  const messages = await complaints(page);
  for (const path of ["chats", "settings", "settings/actions", "settings/developers", "settings/members", "settings/data", "profile"]) {
    await page.goto(`/${ada.workspace}/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    // The settings lead on to their first page; the next navigation would cut that one off.
    if (path === "settings") await page.waitForURL(`**/${ada.workspace}/settings/*`);
    await page.waitForLoadState("load");
    // zod validates a form when it is submitted.
    for (const button of await page.locator("form button[type=submit]:visible:enabled").all()) await button.click({ trial: true });
  }
  await page.goto("/simulator");
  expect(messages).toEqual([]);
});
