import { answer } from "../../support/visitor";
import { chat, expect, field, launcher, log, openChat, rows, teamView, test, textsOfOnlyChat, visit, write } from "../shop";

const messagesRoute = "**/api/widget/*/messages";

test("messages that were written offline are sent in order, once each, when the network is back", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "First");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["First"]);

  await page.context().setOffline(true);
  await expect(chat(page).getByRole("status")).toHaveText("You’re offline. Messages are sent when you’re back.");
  await write(page, "Second");
  await write(page, "Third");
  await expect(log(page).getByText("Not sent")).toHaveCount(2);

  await page.context().setOffline(false);
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["First", "Second", "Third"]);
  for (const text of ["First", "Second", "Third"]) await expect(rows(page, text)).toHaveCount(1);
});

test("a reload keeps the conversation and what was not sent", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Saved");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Saved"]);
  await page.route(messagesRoute, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, "Kept");
  await write(page, "Kept too");
  await expect(log(page).getByText("Not sent")).toHaveCount(2);

  await page.reload();
  await openChat(page);
  await expect(log(page).getByText("Not sent")).toHaveCount(2);
  await rows(page, "Kept too").getByRole("button", { name: "Discard" }).click();
  await page.unroute(messagesRoute);
  // It may have been sent by itself meanwhile.
  const again = rows(page, "Kept").getByRole("button", { name: "Try again" });
  await again.dispatchEvent("click", {}, { timeout: 2_000 }).catch(() => undefined);
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Saved", "Kept"]);
  await page.reload();
  await openChat(page);
  for (const text of ["Saved", "Kept"]) await expect(rows(page, text)).toHaveCount(1);
  await expect(rows(page, "Kept too")).toHaveCount(0);
});

test("a message whose answer was lost is shown and stored once", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  let lost = 0;
  await page.route(messagesRoute, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await write(page, "It arrived");
  await expect.poll(() => lost).toBe(1);
  await expect(rows(page, "It arrived").locator("time")).toBeVisible();
  await expect(rows(page, "It arrived")).toHaveCount(1);
  expect(await textsOfOnlyChat(owner)).toEqual(["It arrived"]);
});

test("a refused call waits as long as the server says, and goes out by itself", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  let refusals = 0;
  await page.route(messagesRoute, (route) => {
    if (route.request().method() !== "POST" || refusals > 0) return route.continue();
    refusals += 1;
    const body = JSON.stringify({ error: { code: "rate_limited", message: "Too many." } });
    return route.fulfill({ status: 429, headers: { "retry-after": "2" }, contentType: "application/json", body });
  });
  await write(page, "One of many");
  await expect(chat(page).getByRole("status")).toContainText("That was a lot at once.");
  await expect(rows(page, "One of many")).toContainText("Sending…");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["One of many"]);
  await expect(chat(page).getByRole("status")).toHaveText("");
});

test("two tabs are one visitor: what one writes the other shows, each message once", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "From the first tab");
  await expect(rows(page, "From the first tab").locator("time")).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(shop.page(ada.workspace));
  await openChat(second);
  await expect(rows(second, "From the first tab")).toHaveCount(1);
  await write(second, "From the second tab");
  await expect(rows(page, "From the second tab")).toHaveCount(1);
  await expect(rows(second, "From the second tab")).toHaveCount(1);
  expect(await textsOfOnlyChat(owner)).toEqual(["From the first tab", "From the second tab"]);
});

test("where storage is refused the chat works for the visit", async ({ ada, shop, owner, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Storage is blocked.", "SecurityError");
        },
      });
  });
  await page.goto(shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Without storage");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Without storage"]);
  await field(page).press("Escape");
  await launcher(page).click();
  await expect(rows(page, "Without storage")).toHaveCount(1);
});

test("after an interruption the chat has the answers and the state that it missed", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Before the pause");
  await expect(rows(page, "Before the pause").locator("time")).toBeVisible();
  const [only] = (await teamView(owner)).chats;

  await page.context().setOffline(true);
  const text = "During the pause";
  await answer(owner, only?.id ?? "", text);
  await owner.call("POST", `/chats/${only?.id}/status`, { status: "closed" });
  await page.context().setOffline(false);
  await expect(rows(page, text)).toHaveCount(1);
  await expect(chat(page).getByRole("status")).toContainText("This conversation was closed.");
});
