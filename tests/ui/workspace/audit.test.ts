import { readFileSync } from "node:fs";
import { parseCsv } from "../../support/csv";
import { expect, test } from "../../support/fixtures";
import { hydrated } from "../browser";

test("the audit log shows each change with its actor, filters by the URL, and exports the filtered entries", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/developers");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Shop");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Rename Shop" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("=Shop");
  await page.getByRole("dialog").getByRole("button", { name: "Rename key" }).click();
  await expect(page.getByRole("list", { name: "API keys" })).toContainText("=Shop");
  await page.goto(`/${ada.workspace}/settings/actions`);
  await hydrated(page);
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText(/whsec_[A-Za-z0-9_-]{43}/)).toBeVisible();

  await page.getByRole("link", { name: "Audit log" }).click();
  const rows = page.getByRole("list", { name: "Audit log" }).locator("> li");
  await expect(rows.first()).toContainText("Olga Owner revealed the signing secret");
  await expect(rows.nth(1)).toContainText("Olga Owner renamed the API key “Shop”");
  await expect(rows.nth(1)).toContainText("Name: Shop →became =Shop");
  await expect(rows.last()).toContainText("Command line created the workspace");
  await expect(rows.first().locator("time")).toHaveAttribute("title", /\d{4}.*\d\d:\d\d:\d\d/);
  await expect(page.getByText("kept forever")).toBeVisible();

  const day = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  await page.getByLabel("Who").selectOption("Olga Owner");
  await page.getByLabel("What").selectOption("API keys: all");
  await page.getByLabel("From").fill(day);
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/actor=.*&kind=key&from=/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("What")).toHaveValue("key");

  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^audit-${ada.workspace}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const [, ...exported] = parseCsv(readFileSync(await download.path(), "utf8").slice(1));
  expect(exported.map((cells) => cells.slice(3, 7))).toEqual([
    ["key.renamed", "Shop", "Olga Owner renamed the API key “Shop”", expect.stringMatching(/^Name: Shop → =Shop\nKey: bsk_/)],
    ["key.created", "Shop", "Olga Owner created the API key “Shop”", expect.stringMatching(/^Key: bsk_/)],
  ]);

  await page.getByLabel("To").fill("2020-01-01");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows.first()).toContainText("revealed the signing secret");
  await expect(page).toHaveURL(/\/settings\/audit$/);
});

test("loads earlier audit entries on request", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 55; round += 1) await owner.call("PUT", "/plan", { plan: round % 2 === 0 ? "business" : "pro" });
  const page = await signedIn(ada, "/settings/audit");
  const rows = page.getByRole("list", { name: "Audit log" }).locator("> li");
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Show earlier" }).click();
  await expect(rows.last()).toContainText("created the workspace");
  await expect(rows).toHaveCount(59);
  await expect(page.getByRole("button", { name: "Show earlier" })).toHaveCount(0);
});
