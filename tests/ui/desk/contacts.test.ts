import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { parseCsv } from "../../support/csv";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";
import { openHydrated } from "../browser";
import { details, inTwoChannels, listOpened, phone, put, record, rows, sizes } from "../contact-helpers";

const search = (page: Page) => page.getByRole("search", { name: "Filter contacts" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
/** Two choices before the page shows the first of them. */
const chooseFirstOfEach = (group: Locator) =>
  group.evaluate((element) => {
    for (const select of element.querySelectorAll("select")) {
      select.selectedIndex = 0;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
const timeline = (page: Page) => page.getByRole("list", { name: "Timeline" }).locator("> li");

test("every member finds a contact by filters that are in the address and survive a reload", async ({ ada, signedIn }) => {
  await inTwoChannels(ada);
  await put(ada, "user_2", { name: "Noor Ali", attributes: { plan: "free" } });
  await put(ada, "user_3", { name: "Tom Ray", attributes: { plan: "pro" } });
  const agent = await addMember(ada);
  const page = await signedIn(ada, "/chats", { as: agent });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await expect(rows(page)).toHaveText([/Ada Okafor/, /Tom Ray/, /Noor Ali/]);
  await expect(row(page, "Ada Okafor")).toContainText("user_1");
  await expect(row(page, "Ada Okafor")).toContainText("+44 7911 123456");
  await expect(row(page, "Ada Okafor")).toContainText("1 open problem");
  await expect(row(page, "Tom Ray")).toContainText("Never");
  await expect(page.getByRole("columnheader", { name: "Last seen" })).toHaveCSS("text-align", "end");

  await search(page).getByLabel("Find").fill("noor");
  await expect(page).toHaveURL(/\?text=noor$/);
  await expect(rows(page)).toHaveText([/Noor Ali/]);
  await search(page).getByLabel("Find").fill("");
  await expect(search(page).getByLabel("Is equal to")).toHaveAttribute("placeholder", "Needs an attribute");
  await search(page).getByLabel("Attribute").fill("plan");
  await expect(search(page).getByLabel("Is equal to")).not.toHaveAttribute("placeholder");
  await search(page).getByLabel("Is equal to").fill("pro");
  await expect(page).toHaveURL(/\?attribute=plan&value=pro$/);
  await search(page).getByLabel("Seen").selectOption("In the last 7 days");
  await search(page).getByLabel("Open problems").check();
  await expect(rows(page)).toHaveText([/Ada Okafor/]);
  await listOpened(page, () => page.reload());
  await expect(rows(page)).toHaveText([/Ada Okafor/]);
  await expect(search(page).getByLabel("Is equal to")).toHaveValue("pro");
  await expect(search(page).getByLabel("Open problems")).toBeChecked();

  await search(page).getByLabel("Find").fill("nobody");
  await expect(page.getByText("No matching contacts")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(rows(page)).toHaveCount(3);
});

test("a long list loads while it scrolls, draws the rows near the window, and the keyboard walks it", async ({ ada, signedIn }) => {
  for (let count = 120; count >= 1; count -= 1) await put(ada, `user_${count}`, { name: `Customer ${String(count).padStart(3, "0")}` });
  const page = await signedIn(ada);
  await listOpened(page, () => page.goto(`/${ada.workspace}/contacts`));
  const table = page.getByRole("table");
  await expect(rows(page).first()).toContainText("Customer 001");
  // By the keyboard alone: one stop of Tab, which the arrow keys move.
  await search(page).getByLabel("Open problems").focus();
  await page.keyboard.press("Tab");
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect(link("Customer 001")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link("Customer 002")).toBeFocused();
  await page.keyboard.press("End");
  await expect(link("Customer 050")).toBeFocused();
  const found = (text: string) => page.getByRole("status").filter({ hasText: text });
  await expect(found("100 contacts and more")).toBeAttached();
  await expect(table).toHaveAttribute("aria-rowcount", "-1");
  await page.keyboard.press("End");
  await expect(link("Customer 100")).toBeFocused();
  await expect(found("120 contacts")).toBeAttached();
  await page.keyboard.press("End");
  await expect(link("Customer 120")).toBeFocused();
  await expect(table).toHaveAttribute("aria-rowcount", "121");
  expect(await rows(page).count()).toBeLessThan(60);
  await expect(table.locator('a:not([tabindex="-1"])')).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(link("Customer 001")).toBeFocused();
  // On a phone, and at 1280 × 1024 at 400 %, the name has the room of the columns that are hidden; what is cut ends with "…".
  for (const [width, height] of [
    [390, 844],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const name = await link("Customer 001").boundingBox();
    expect(name?.width ?? 0, `${width}`).toBeGreaterThan(width / 3);
    await expect(link("Customer 002")).toBeInViewport({ ratio: 1 });
  }
  await expect(link("Customer 001").locator("bdi")).toHaveCSS("text-overflow", "ellipsis");
  await expect(search(page).getByLabel("Find")).toHaveCSS("text-overflow", "ellipsis");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer 001");
});

test("a filter goes on by itself while its pages have no match yet, and calls the list empty only at its end", async ({
  ada,
  signedIn,
}) => {
  await put(ada, "user_1", { name: "Ada Okafor" });
  const page = await signedIn(ada);
  let pages = 0;
  const { opened: released, open: release } = gate();
  await page.route(/\/api\/w\/[^/]+\/contacts\?.*text=ada/, async (route) => {
    pages += 1;
    if (pages <= 2) return route.fulfill({ json: { items: [], next: `2026-01-0${3 - pages}T00:00:00.000Z_${newId()}` } });
    await released;
    const url = new URL(route.request().url());
    url.searchParams.delete("cursor");
    return route.continue({ url: url.href });
  });
  await listOpened(page, () => page.goto(`/${ada.workspace}/contacts`));
  await search(page).getByLabel("Find").fill("ada");
  await expect(page.getByRole("status", { name: "Loading contacts" })).toBeVisible();
  await expect(page.getByText("No matching contacts")).toHaveCount(0);
  release();
  await expect(rows(page)).toHaveText([/Ada Okafor/]);
  expect(pages).toBe(3);
  await search(page).getByLabel("Find").fill("nobody");
  await expect(page.getByText("No matching contacts")).toBeVisible();
});

test("a contact's page has its facts, problems, chats and one timeline, and follows what happens", async ({ ada, signedIn }) => {
  const { id, chatId } = await inTwoChannels(ada);
  const owner = await ada.signIn();
  await owner.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "Asked for a refund" });
  const page = await signedIn(ada, "", { viewport: sizes.wide });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, `/${ada.workspace}/contacts/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Okafor");
  await details(page).getByRole("button", { name: "ada@example.com", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("ada@example.com");
  await expect(page.getByRole("region", { name: "Chats" }).getByRole("link")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Known in chats as" }).getByRole("listitem")).toHaveCount(2);

  await expect(timeline(page)).toHaveCount(5);
  await expect(timeline(page).last()).toContainText("From my phone");
  const note = timeline(page).filter({ hasText: "Asked for a refund" });
  await expect(note.getByRole("link", { name: "WhatsApp chat" })).toHaveAttribute("href", `/${ada.workspace}/chats/${chatId}`);
  await page.getByLabel("Show", { exact: true }).selectOption("Messages");
  await expect(timeline(page)).toHaveCount(2);
  await page.getByLabel("Channel", { exact: true }).selectOption("Website");
  await expect(page).toHaveURL(/\?kind=message&channel=website$/);
  await openHydrated(page, page.url());
  await expect(timeline(page)).toHaveText([/From your page/]);
  await chooseFirstOfEach(page.getByRole("group", { name: "Filter the timeline" }));
  await expect(timeline(page)).toHaveCount(5);

  const problems = page.getByRole("region", { name: "Problems" });
  await problems.getByRole("button", { name: "Handled" }).click();
  await expect(problems.getByRole("button", { name: "1 solved in the last 24 hours" })).toBeVisible();
  await record(ada, "user_1", "Delivery failed");
  await expect(problems.getByRole("heading", { name: "Delivery failed" })).toBeVisible();
  await expect(timeline(page).first()).toContainText("Delivery failed");
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Are you there?");
  await expect(timeline(page).first()).toContainText("Are you there?");

  await note.getByRole("link", { name: "WhatsApp chat" }).click();
  await expect(page.getByRole("log", { name: "Conversation" })).toContainText("Asked for a refund");
  await page.getByRole("link", { name: "Open contact" }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`));
});

test("older entries load on request, and what is new waits for a click then", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  for (let count = 1; count <= 60; count += 1) await record(ada, "user_1", `Page ${count} viewed`);
  const page = await signedIn(ada, `/contacts/${id}`);
  await expect(timeline(page)).toHaveCount(50);
  await page.getByRole("button", { name: "Load older" }).click();
  await expect(timeline(page)).toHaveCount(64);
  await expect(page.getByRole("button", { name: "Load older" })).toHaveCount(0);
  await record(ada, "user_1", "Order cancelled");
  await page.getByRole("button", { name: "Show what is new" }).click();
  await expect(timeline(page).first()).toContainText("Order cancelled");
  await expect(timeline(page)).toHaveCount(50);
});

test("an admin exports all contacts or one, and deletes one after typing its userId", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  const page = await signedIn(ada, "");
  await listOpened(page, () => page.goto(`/${ada.workspace}/contacts`));
  await page.getByRole("button", { name: "Export" }).click();
  const all = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "All contacts as a table (CSV)" }).click();
  const table = await all;
  expect(table.suggestedFilename()).toMatch(new RegExp(`^contacts-${ada.workspace}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  expect(parseCsv(readFileSync(await table.path(), "utf8").slice(1))[1]?.slice(0, 2)).toEqual(["user_1", "Ada Okafor"]);

  await page.goto(`/${ada.workspace}/contacts/${id}`);
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export JSON" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`contact-${ada.workspace}-${id}.json`);
  expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toMatchObject({ contact: { userId: "user_1" }, chats: [{}, {}] });

  // With the keyboard alone.
  await page.getByRole("button", { name: "Delete", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete Ada Okafor?" });
  await expect(dialog.getByLabel("Type the userId to confirm")).toBeFocused();
  await page.keyboard.type("user_");
  await expect(dialog.getByRole("button", { name: "Delete contact" })).toBeDisabled();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("user_1");
  await expect(dialog.getByRole("button", { name: "Delete contact" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(page.getByText("“Ada Okafor” is deleted.")).toBeVisible();
  await expect(page.getByText("No contacts yet")).toBeVisible();
  await page.goto(`/${ada.workspace}/contacts/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact not found");
});

test("an agent sees no export and no deletion, and a page that is gone says so", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  const page = await signedIn(ada, `/contacts/${id}`, { as: await addMember(ada) });
  await expect(timeline(page).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Export JSON" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await page.goto(`/${ada.workspace}/contacts`);
  await expect(page.getByRole("link", { name: "Ada Okafor" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await page.goto(`/${ada.workspace}/contacts/${id}`);
  await expect(timeline(page).first()).toBeVisible();
  await ada.api("DELETE", "/contacts/user_1");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact not found");
});
