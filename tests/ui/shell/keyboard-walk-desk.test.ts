import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import { inTwoChannels, record } from "../contact-helpers";
import { choose, command, expectFocusKept, goTo, named, press, tabTo, typeInto, unplugMouse, walker } from "../keyboard";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats", exact: true });
const rows = (page: Page) => list(page).getByRole("link");
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

async function twoChats(team: Team): Promise<void> {
  await team.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" }, "My card was charged.");
  await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis Torres" }, "Gracias.");
}

test("keyboard: signing in, opening a chat from the list, and signing out", async ({ ada, browser }) => {
  await twoChats(ada);
  const page = await (await browser.newContext({ baseURL: ada.url })).newPage();
  await unplugMouse(page);
  await page.goto("/");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(named(page, "Sign in")).toBeEnabled();
  await page.keyboard.type(ada.owner.email);
  await typeInto(page.getByLabel("Password"), "not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
  await expectFocusKept(page);
  await tabTo(page.getByLabel("Password"), "Shift+Tab");
  await typeInto(page.getByLabel("Password"), ada.owner.password);
  await press(named(page, "Sign in"));
  await page.waitForURL(`**/${ada.workspace}/chats`);

  await tabTo(rows(page).first());
  await expect(rows(page).first()).toContainText("Luis Torres");
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("My card was charged.");
  await expect(rows(page).nth(1)).toBeFocused();
  // J and K go on from there.
  await page.keyboard.press("k");
  await expect(log(page)).toContainText("Gracias.");
  await expectFocusKept(page);

  await press(named(page, "Account: Olga Owner"));
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in**");
  await expect(page.getByLabel("E-mail")).toBeFocused();
});

test("keyboard: the list is filtered by its views, its menu and the mentions", async ({ ada, signedIn }) => {
  await twoChats(ada);
  const page = await walker({ team: ada, signedIn });
  await press(list(page).getByRole("button", { name: /^Mine/ }));
  await expect(page).toHaveURL(/\?view=mine$/);
  await expect(list(page).getByText("No chats of yours")).toBeVisible();
  await expect(list(page).getByRole("button", { name: /^Mine/ })).toBeFocused();
  await press(list(page).getByRole("button", { name: /^Mentions/ }), "Space");
  await expect(page).toHaveURL(/\?view=mentions$/);
  await press(list(page).getByRole("button", { name: /^All/ }));
  await expect(rows(page)).toHaveCount(2);

  const filter = list(page).getByRole("button", { name: /^Filter/ });
  await press(filter);
  const items = page.getByRole("menuitemradio");
  await expect(items.first()).toBeFocused();
  // Its first letters find an item.
  await page.keyboard.type("Website");
  await expect(page.getByRole("menuitemradio", { name: "Website" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveText([/Luis Torres/]);
  await expect(filter).toBeFocused();
  await expect(filter).toHaveAccessibleName("Filter: Website");
});

test("keyboard: a message is searched and its chat opened", async ({ ada, signedIn }) => {
  await twoChats(ada);
  const page = await walker({ team: ada, signedIn });
  const search = page.getByRole("dialog", { name: "Search", exact: true });
  await page.keyboard.press("/");
  await expect(search.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("charged");
  await expect(search.getByRole("option", { name: /My card was charged/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(log(page).locator("[data-row]:focus")).toContainText("My card was charged.");
  await press(named(page, "Search and commands"));
  await expect(page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(named(page, "Search and commands")).toBeFocused();
});

test("keyboard: contacts are filtered, one is opened, exported and deleted", async ({ ada, signedIn }) => {
  await inTwoChannels(ada);
  await ada.api("PUT", "/contacts/user_2", { body: { name: "Noor Ali", attributes: { plan: "free" } } });
  const page = await walker({ team: ada, signedIn });
  const filters = page.getByRole("search", { name: "Filter contacts" });
  const links = page.getByRole("table").getByRole("link");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
  await typeInto(filters.getByLabel("Find"), "ada");
  await expect(links).toHaveText(["Ada Okafor"]);
  await typeInto(filters.getByLabel("Attribute"), "plan");
  await typeInto(filters.getByLabel("Is equal to"), "pro");
  await choose(filters.getByLabel("Seen"), "In the last 7 days");
  await press(filters.getByLabel("Open problems"), "Space");
  await expect(page).toHaveURL(/problems=open/);
  await expect(links).toHaveText(["Ada Okafor"]);
  await press(links.first());
  await expect(page.getByRole("heading", { level: 1, name: "Ada Okafor" })).toBeVisible();
  await expectFocusKept(page);

  await choose(page.getByLabel("Show", { exact: true }), "Messages");
  await expect(page.getByRole("list", { name: "Timeline" }).locator("> li")).toHaveCount(2);
  await press(page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Handled" }));
  await expect(page.getByRole("heading", { name: "Payment failed", level: 3 })).toHaveCount(0);
  await expectFocusKept(page);

  const started = page.waitForEvent("download");
  await tabTo(page.getByRole("link", { name: "Export JSON" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  expect(JSON.parse(readFileSync(await (await started).path(), "utf8"))).toMatchObject({ contact: { userId: "user_1" } });
  await press(named(page, "Delete"));
  await expect(page.getByLabel("Type the userId to confirm")).toBeFocused();
  await page.keyboard.type("user_1");
  await press(named(page, "Delete contact"));
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(links).toHaveText(["Noor Ali"]);
  await expectFocusKept(page);
});

test("keyboard: contacts are imported from a file, and the import is undone", async ({ ada, signedIn }) => {
  const page = await walker({ team: ada, signedIn });
  await goTo(page, "Import contacts");
  const choosing = page.waitForEvent("filechooser");
  await press(named(page, "Choose a file…"));
  const buffer = Buffer.from("Customer ID,Full name,Plan\nuser_1,Ada Okafor,pro\n,Nobody,free\n");
  await (await choosing).setFiles([{ name: "customers.csv", mimeType: "text/csv", buffer }]);
  await expect(page.getByRole("heading", { level: 1, name: "customers.csv" })).toBeVisible();
  await expectFocusKept(page);
  const plan = page.getByLabel(/^Import .?Plan.? as$/);
  await choose(plan, "Attribute named…");
  await typeInto(page.getByLabel(/^Name of the attribute for .?Plan.?$/), "tariff");
  await press(named(page, "Check the file"));
  const run = named(page, "Import 1 contact");
  await expect(run).toBeVisible({ timeout: 20_000 });
  await expectFocusKept(page);
  await press(page.getByRole("list", { name: "What the import would do" }).getByRole("button", { name: /^New/ }));
  await expect(page.getByRole("region", { name: "Lines: New" })).toContainText("Ada Okafor");
  await press(run);
  await expect(page.getByText("1 contact was added.")).toBeVisible({ timeout: 20_000 });
  await expectFocusKept(page);
  await press(page.getByRole("button", { name: /^Undo until / }));
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await press(named(page, "Undo the import"));
  await expect(page.getByText("1 contact was removed, 0 stayed.")).toBeVisible({ timeout: 20_000 });
  await expectFocusKept(page);
});

test("keyboard: older entries of a contact are loaded, and the focus stays in the timeline", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  for (let count = 1; count <= 50; count += 1) await record(ada, "user_1", `Page ${count} viewed`);
  const page = await walker({ team: ada, signedIn }, `contacts/${id}`);
  await press(named(page, "Load older"));
  await expect(page.getByRole("list", { name: "Timeline" }).locator("> li")).toHaveCount(54);
  await expect(named(page, "Load older")).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: notifications, theme and language are chosen in the profile", async ({ ada, signedIn }) => {
  const page = await walker({ team: ada, signedIn });
  await page.evaluate(() => {
    Notification.requestPermission = async () => "granted";
  });
  await goTo(page, "Go to Profile", "Profile");
  const desktop = page.getByRole("switch", { name: "Desktop notifications" });
  await press(desktop, "Space");
  await expect(desktop).toBeChecked();
  await expect(desktop).toBeFocused();
  await press(page.getByLabel("Messages in unassigned chats"), "Space");
  await expect(page.getByLabel("Messages in unassigned chats")).toBeChecked();

  await tabTo(page.getByRole("radio", { name: "System" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeFocused();
  await command(page, "Theme: Light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectFocusKept(page);

  await tabTo(page.getByRole("radio", { name: "As in the browser" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("radio", { name: "Deutsch" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("radio", { name: "English" })).toBeFocused();
});

test("keyboard: another session is signed out, and the password is changed", async ({ ada, signedIn }) => {
  await ada.signIn();
  const page = await walker({ team: ada, signedIn });
  await goTo(page, "Go to Profile", "Profile");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await press(sessions.getByRole("button").first());
  await expect(sessions).toHaveCount(1);
  await expectFocusKept(page);
  await typeInto(page.getByLabel("Current password"), ada.owner.password);
  await typeInto(page.getByLabel("New password"), "another long password");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in**");
});

test("keyboard: the overview changes its range, shows a table, and gives a file", async ({ ada, signedIn }) => {
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  const page = await walker({ team: ada, signedIn });
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await press(named(page, "7 days"));
  await expect(page).toHaveURL(/\?range=7d$/);
  await expect(named(page, "7 days")).toBeFocused();
  await press(named(page, "Table of “Problems by name”"), "Space");
  await expect(page.getByRole("table", { name: "Problems by name" })).toBeVisible();
  await expect(named(page, "Chart of “Problems by name”")).toBeFocused();
  const started = page.waitForEvent("download");
  await press(page.getByRole("link", { name: "CSV of “Problems by name”" }));
  expect(readFileSync(await (await started).path(), "utf8")).toContain("Payment failed");
  await tabTo(named(page, "Custom"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page.getByLabel("From", { exact: true }));
  // The month, the day, the year.
  await page.keyboard.type("01012020");
  await expect(page.getByRole("alert").filter({ hasText: "Choose at most 31 days." })).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toBeFocused();
});
