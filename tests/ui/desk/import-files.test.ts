import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { expectAccessibleInEveryLook } from "../accessible";
import { hydrated } from "../browser";

const importAs = (page: Page, column: string) => page.getByLabel(new RegExp(`^Import .?${column}.? as$`));
const row = (page: Page, column: string) => page.locator("tbody tr").filter({ has: page.getByRole("rowheader", { name: column }) });
const headers = (page: Page) => page.locator("tbody th > span:first-child bdi");

async function choose(page: Page, workspace: string, name: string, content: Buffer | string): Promise<void> {
  await page.goto(`/${workspace}/contacts/import`);
  await hydrated(page);
  const opening = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file…" }).click();
  await (await opening).setFiles([{ name, mimeType: "text/csv", buffer: Buffer.from(content) }]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

async function check(page: Page, outcome: RegExp[]): Promise<void> {
  await page.getByRole("button", { name: "Check the file" }).click();
  const figures = page.getByRole("list", { name: "What the import would do" }).getByRole("listitem");
  await expect(figures).toHaveText([...outcome, /^Duplicate0/, /^Empty0/], { timeout: 20_000 });
}

async function run(page: Page, done: string): Promise<void> {
  await page.getByRole("button", { name: "Import 1 contact" }).click();
  await expect(page.getByText(done)).toBeVisible({ timeout: 20_000 });
}

test("an encoding that was guessed is named as people know it, doubted where words look garbled, and chosen by hand", async ({
  ada,
  signedIn,
}) => {
  const page = await signedIn(ada);
  const encoding = page.getByLabel("Encoding");
  const doubt = page.getByText("Some words look garbled");
  const written: [name: string, words: string[], shown: string, isDoubtful: boolean][] = [
    ["kunden.csv", ["M\xfcller", "K\xf6hler", "Gro\xdf"], "Western European (Windows-1252)", false],
    ["mixed.csv", ["M\xfcller", "\xb9\xbe\xf7a", "Jos\xc3\xa9", "S\xa6z\xb5"], "Western European (Windows-1252)", true],
  ];
  for (const [name, words, shown, isDoubtful] of written) {
    const lines = words.map((word, nth) => `u${nth},${word}\n`).join("");
    await choose(page, ada.workspace, name, Buffer.from(`userId,name\n${lines}`, "latin1"));
    await expect(encoding.locator("option:checked")).toHaveText(shown);
    await expect(doubt).toHaveCount(isDoubtful ? 1 : 0);
    await expect(row(page, "name")).toContainText("Müller");
  }
  await expectAccessibleInEveryLook(page, "a doubtful encoding");

  // What is chosen for a column goes with the columns that it was chosen for; the focus stays.
  await importAs(page, "name").selectOption("Ignore");
  await encoding.focus();
  await encoding.selectOption("Western European (Mac Roman)");
  await expect(row(page, "name")).toContainText("M¸ller");
  await expect(importAs(page, "name")).toHaveValue("name");
  await expect(doubt).toHaveCount(0);
  await expect(encoding).toBeFocused();
  await encoding.selectOption("Western European (Windows-1252)");
  await expect(row(page, "name")).toContainText("Müller");
});

test("the line of the headers is found below titles and comments, and can be said", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  const above = ["Customers of Acme,,,", "# exported by a CRM", "", ",,,"];
  await choose(page, ada.workspace, "titles.csv", [...above, "userId,name,email,plan", "u1,Ada,ada@example.com,pro", ""].join("\n"));
  const line = page.getByLabel("Headers are in line");
  await expect(line).toHaveValue("5");
  await expect(headers(page)).toHaveText(["userId", "name", "email", "plan"]);
  for (const [typed, problem] of [
    ["0", "Enter the number of a line, from 1 to 1,000."],
    ["five", "Enter the number of a line, from 1 to 1,000."],
    ["40", "line 40"],
  ] as const) {
    await line.fill(typed);
    await line.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
    await expect(line).toBeFocused();
  }
  await line.fill("1");
  await line.press("Enter");
  await expect(headers(page)).toHaveText(["Customers of Acme", "Column 2", "Column 3", "Column 4"]);
  await expect(line).toBeFocused();
  await line.fill("5");
  await line.press("Tab");
  await expect(headers(page)).toHaveText(["userId", "name", "email", "plan"]);
  await check(page, [/^New1/, /^Changed0/, /^Unchanged0/, /^Refused0/]);
});

test("the type of a column is shown and changed, and refused lines are mended and imported again as they were", async ({
  ada,
  signedIn,
}) => {
  const page = await signedIn(ada);
  const contact = async (userId: string) => (await ada.api("GET", `/contacts/${userId}`)).body["contact"];
  const type = page.getByLabel(/^Type of .?seats.?$/);
  await choose(
    page,
    ada.workspace,
    "seats.csv",
    'userId,name,email,seats\nu1,Ada,ada@example.com,5\nu2,"NULL",luis@,6\nu3,NULL,noor@,NULL\n',
  );
  // A word for nothing is no example, and makes no text of numbers.
  await expect(row(page, "seats")).not.toContainText("NULL");
  await importAs(page, "seats").selectOption("Attribute named…");
  await expect(type.locator("option:checked")).toHaveText("Number (found)");
  await type.selectOption("Text");
  await check(page, [/^New1/, /^Changed0/, /^Unchanged0/, /^Refused2/]);
  await run(page, "1 contact was added. 2 lines were refused");
  expect(await contact("u1")).toMatchObject({ attributes: { seats: "5" } });

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download all (CSV)" }).click()]);
  const refused = readFileSync(await download.path(), "utf8");
  // What was quoted so that it is a name is one again.
  expect(refused.split("\r\n").map((one) => one.split(",").slice(0, 4).join(","))).toEqual([
    "\ufeffuserId,name,email,seats",
    'u2,"NULL",luis@,6',
    "u3,NULL,noor@,NULL",
    "",
  ]);
  await choose(page, ada.workspace, "mended.csv", refused.replace("luis@", "luis@example.com"));
  await expect(importAs(page, "reason")).toHaveValue("ignore");
  await importAs(page, "seats").selectOption("Attribute named…");
  await expect(type.locator("option:checked")).toHaveText("Text (as contacts have it)");
  await check(page, [/^New1/, /^Changed0/, /^Unchanged0/, /^Refused1/]);
  await run(page, "1 contact was added. 1 line was refused");
  expect(await contact("u2")).toMatchObject({ name: "NULL", email: "luis@example.com", attributes: { seats: "6" } });
});
