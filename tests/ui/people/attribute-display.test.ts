import { expect, test } from "../../support/fixtures";
import { expectAccessibleInEveryLook } from "../accessible";
import { openHydrated } from "../browser";
import { details, inTwoChannels, put, rows } from "../contact-helpers";

test("an admin arranges attributes with the keyboard, and the panel, the page and a link show them so", async ({ ada, signedIn }) => {
  const { id, chatId } = await inTwoChannels(ada);
  await put(ada, "user_1", { attributes: { zone: "EU", renewsOn: "May", last_login: "today" } });
  const page = await signedIn(ada, "/settings/attributes", { timezoneId: "Europe/Berlin" });
  const dialog = page.getByRole("dialog");

  async function add(key: string, choose: () => Promise<void>): Promise<void> {
    await page.getByRole("button", { name: "Add attribute" }).click();
    await dialog.getByLabel("Attribute", { exact: true }).fill(key);
    await choose();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await add("plan", async () => {
    await dialog.getByLabel("Group").fill("Billing");
    await dialog.getByLabel("Format").selectOption("Badge");
    await dialog.getByLabel("Colour").selectOption("Green");
    await dialog.getByRole("switch", { name: "Show in lists" }).click();
  });
  await add("balance", async () => {
    await dialog.getByLabel("Display name").fill("Balance");
    await dialog.getByLabel("Format").selectOption("Money");
    await dialog.getByRole("switch", { name: "Pin to the top" }).click();
    // In place of the plan.
    await dialog.getByRole("switch", { name: "Show in lists" }).click();
    await expect(dialog.getByText("€59.90")).toBeVisible();
  });
  await add("site", async () => {
    await dialog.getByLabel("Format").selectOption("Link");
  });
  await add("since", async () => {
    await dialog.getByLabel("Group").fill("Billing");
    await dialog.getByLabel("Format").selectOption("Date");
  });
  await page.getByRole("button", { name: "Add attribute" }).click();
  await dialog.getByLabel("Attribute", { exact: true }).fill("plan");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Attribute has settings already.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const list = page.getByRole("list", { name: "Attributes with settings" }).getByRole("listitem");
  await page.getByRole("button", { name: "Move since up" }).focus();
  for (let count = 0; count < 3; count += 1) {
    const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await page.keyboard.press("Enter");
    await saved;
  }
  await expect(list).toHaveText([/since/, /plan/, /Balance/, /site/]);
  await expect(page.getByRole("button", { name: "Move since up" })).toBeFocused();
  await page.reload();
  await expect(list).toHaveText([/since/, /plan/, /Balance/, /site/]);

  await expect(list.filter({ hasText: "In lists" })).toHaveText([/Balance/]);
  await page.goto(`/${ada.workspace}/contacts`);
  await expect(page.getByRole("columnheader", { name: "Balance" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Okafor/ }).getByRole("cell", { name: "€59.90" })).toBeVisible();

  for (const path of [`chats/${chatId}`, `contacts/${id}`]) {
    await page.goto(`/${ada.workspace}/${path}`);
    const facts = path.startsWith("chats") ? page.getByRole("region", { name: "Person" }) : details(page);
    await expect(facts.getByRole("button", { name: "€59.90" })).toBeVisible();
    const terms = (await facts.getByRole("term").allTextContents()).filter(
      (term) => !["userId", "Last seen", "Created", "Updated", "Phone"].includes(term),
    );
    expect(terms).toEqual(["Balance", "E-mail", "site", "since", "plan", "last login", "renews on", "zone"]);
    if (path.startsWith("chats")) {
      const row = page.getByRole("navigation", { name: "Chats", exact: true }).getByRole("link").first();
      await expect(row.getByTitle("Balance: 59.9")).toContainText("€59.90");
    }
    await expect(facts.getByRole("heading", { name: "Billing" })).toBeVisible();
    await expect(facts.getByRole("button", { name: "1 Mar 2026" })).toBeVisible();
    const link = facts.getByRole("link", { name: /shop\.example\.com/ });
    await expect(link).toHaveAttribute("href", "https://shop.example.com/ada");
    await expect(link).toHaveAttribute("rel", /noopener/);
  }
  // A value that is no link is a text, and so is a number that is none.
  await put(ada, "user_1", { attributes: { site: "javascript:alert(1)", balance: "a lot" } });
  await page.reload();
  await expect(details(page).getByRole("button", { name: "javascript:alert(1)" })).toBeVisible();
  await expect(details(page).getByRole("button", { name: "a lot" })).toBeVisible();
  await expect(details(page).getByRole("link")).toHaveCount(0);
});

test("list, page, settings and their dialogs are accessible", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  await put(ada, "long", { name: "Ada ".repeat(50), email: `${"a".repeat(60)}@example.com` });
  const owner = await ada.signIn();
  const items = ["plain", "accent", "good", "note", "problem"].map((tone) => ({
    ...{ key: tone, name: null, group: "Badges", isPinned: false, format: { kind: "badge", tone } },
  }));
  const { version } = (await owner.call("GET", "/attribute-display")).body;
  await owner.call("PUT", "/attribute-display", { items, version });
  await put(ada, "user_1", { attributes: Object.fromEntries(items.map(({ key }) => [key, "pro"])) });
  const page = await signedIn(ada);

  await page.goto(`/${ada.workspace}/contacts`);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessibleInEveryLook(page);
  await openHydrated(page, `/${ada.workspace}/contacts/${id}`);
  await expect(details(page).getByRole("heading", { name: "Badges" })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.goto(`/${ada.workspace}/settings/attributes`);
  await expect(page.getByRole("button", { name: "Add attribute" })).toBeEnabled();
  await page.getByRole("button", { name: "Edit good" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInEveryLook(page);
});
