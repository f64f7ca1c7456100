import type { Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import type { Session } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { identifySecretOf, identifyToken } from "../../support/visitor";
import { expect, field, frame, launcher, log, openChat, rows, teamView, test, visit, write } from "../shop";

/** What the shop's server makes for a customer who is signed in there. */
const identityOf = async (owner: Session, sub: string) => identifyToken(await identifySecretOf(owner), { sub });

const command = (page: Page, name: string, options?: object) =>
  page.evaluate(([given, also]) => (window as unknown as { Beside: (...call: unknown[]) => void }).Beside(given, also), [
    name,
    options,
  ] as const);

test("a signed identity links the chat to the contact", async ({ ada, shop, owner, browser }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  const token = await identityOf(owner, "user_1");
  const page = await visit(browser, shop.page(ada.workspace, { calls: `Beside("identify", { token: ${JSON.stringify(token)} });` }));
  await openChat(page);
  await write(page, "It is me");
  await expect.poll(async () => (await teamView(owner)).chats.map(({ displayName }) => displayName)).toEqual(["Ada Okafor"]);
  expect((await ada.api("GET", "/contacts/user_1")).body["linkedChats"]).toBe(1);
});

test("after signing out, and for another signed-in customer, the chat belongs to a new visitor", async ({ ada, shop, owner, browser }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  await ada.api("PUT", "/contacts/user_2", { body: { name: "Luis Vaz" } });
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await command(page, "identify", { token: await identityOf(owner, "user_1") });
  await write(page, "From Ada");
  await expect(rows(page, "From Ada").locator("time")).toBeVisible();
  const tokenOf = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").token, `beside:${ada.workspace}`);
  const first = await tokenOf();

  // Nobody signed out, but the page names somebody else.
  await command(page, "identify", { token: await identityOf(owner, "user_2") });
  await expect(rows(page, "From Ada")).toHaveCount(0);
  await write(page, "From Luis");
  await expect(rows(page, "From Luis").locator("time")).toBeVisible();
  const second = await tokenOf();
  expect(second).not.toBe(first);

  await command(page, "signOut");
  await expect(rows(page, "From Luis")).toHaveCount(0);
  await write(page, "From a stranger");
  await expect(rows(page, "From a stranger").locator("time")).toBeVisible();
  expect(await tokenOf()).not.toBe(second);

  const { chats, messagesOf } = await teamView(owner);
  const said = await Promise.all(
    chats.map(async ({ id, displayName }) => [displayName, ...(await messagesOf(id)).map(({ text }) => text)]),
  );
  expect(said.map((one) => one.slice(-1)[0]).sort()).toEqual(["From Ada", "From Luis", "From a stranger"]);
  expect(said).toContainEqual(["Ada Okafor", "From Ada"]);
  expect(said).toContainEqual(["Luis Vaz", "From Luis"]);
});

test("somebody else who is named while messages load does not see them either", async ({ ada, shop, owner, browser }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await command(page, "identify", { token: await identityOf(owner, "user_1") });
  await write(page, "From Ada");
  await expect(rows(page, "From Ada").locator("time")).toBeVisible();

  const luis = await identityOf(owner, "user_2");
  const { opened, open } = gate();
  await page.route(/\/messages\?/, async (route) => {
    await opened;
    await route.continue();
  });
  const loading = page.waitForRequest(/\/messages\?/);
  const { chats } = await teamView(owner);
  await owner.call("POST", `/chats/${chats[0]?.id}/messages`, { id: newId(), kind: "message", text: "Hello Ada" });
  await loading;
  await command(page, "identify", { token: luis });
  open();
  await expect(rows(page, "From Ada")).toHaveCount(0);
  await expect(rows(page, "Hello Ada")).toHaveCount(0);
});

test("signing out with a closed chat stores nothing until the next opening, also in another tab", async ({
  ada,
  shop,
  owner: _,
  browser,
}) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Remember me");
  await expect(rows(page, "Remember me").locator("time")).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(shop.page(ada.workspace));
  await openChat(second);
  await expect(rows(second, "Remember me")).toHaveCount(1);
  await field(second).press("Escape");

  await field(page).press("Escape");
  await command(page, "signOut");
  await expect(frame(page)).toHaveCount(0);
  await expect(frame(second)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await openChat(second);
  await expect(rows(second, "Remember me")).toHaveCount(0);
});

test("a wrong token is explained to the page's developer, and the visitor can write", async ({ ada, shop, owner: _, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const warned = page.waitForEvent("console", (message) => message.type() === "warning" && message.text().startsWith("[beside]"));
  await page.goto(shop.page(ada.workspace, { calls: 'Beside("identify", { token: "a.b.c" });' }));
  await launcher(page).click();
  await warned;
  await write(page, "Still here");
  await expect(rows(page, "Still here").locator("time")).toBeVisible();
  await expect(log(page)).not.toContainText("Not sent");
});
