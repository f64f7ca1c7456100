import { expect, test } from "../fixtures";

test("a wrong password is refused in words, and the right one leads to the page that was asked for", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto(`/${ada.workspace}/settings/actions/calls?status=refused`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/${ada.workspace}/settings/actions/calls?status=refused`);
});

test("the address without a path leads from the sign-in to the chats", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto("/");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

// A slow network gives the same page: whoever is quick sends the form before its script has arrived.
test("what is sent before the script runs does not reach the address", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })).newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url()).toBe(`${server.url}/sign-in`);
});
