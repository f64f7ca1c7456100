import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { parseCsv } from "../../support/csv";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";
import { expectAccessibleInEveryLook } from "../accessible";
import { hydrated } from "../browser";
import { put, record } from "../contact-helpers";

/** As a German Excel writes it: two new contacts, one that changes, one that stays, one refused, one again, and an empty line. */
const csv = [
  "Kundennummer;Name;E-Mail;Telefon;Tarif;Notiz",
  "user_3;Noor Ali;noor@example.com;030 1234567;pro;",
  "user_4;Jürgen Weiß;juergen@example.com;;free;ruft gern an",
  "user_1;Ada Okafor;ada@example.com;;pro;",
  "user_2;Luis Torres;luis@example.com;;;",
  "user_5;Tom Ray;tom@;;;",
  "user_3;Noor Again;;;;",
  ";;;;;",
  "",
].join("\r\n");

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const region = (page: Page) => page.getByRole("region", { name: "File to import" });
const step = (page: Page) => page.getByRole("list", { name: "Steps of the import" }).locator("[aria-current=step]");
const importAs = (page: Page, column: string) => page.getByLabel(new RegExp(`^Import .?${column}.? as$`));
const figures = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");
const linesOf = (page: Page, name: string) => page.getByRole("region", { name: `Lines: ${name}` }).locator("tbody tr");
const textOf = async (download: Download) => parseCsv(readFileSync(await download.path(), "utf8").replace(/^\ufeff/, ""));

async function downloaded(page: Page, link: Locator): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return textOf(download);
}

/** Holds what the page asks of an import that is under way, so that it cannot end unseen. */
async function held(page: Page): Promise<() => Promise<void>> {
  const { opened, open } = gate();
  const asked = /\/imports\/[^/?]+$/;
  await page.route(asked, async (route) => {
    await opened;
    // A page that was left asks no more.
    await route.continue().catch(() => undefined);
  });
  return async () => {
    open();
    await page.unroute(asked);
  };
}

test("an admin imports contacts from a file, sees before what it would do, and undoes it; an agent sees none of it", async ({
  ada,
  signedIn,
}) => {
  await put(ada, "user_1", { name: "Ada", email: "ada@example.com" });
  await put(ada, "user_2", { name: "Luis Torres", email: "luis@example.com" });
  const tom = await addMember(ada);
  const others = await signedIn(ada, "", { as: tom });
  await others.goto(`/${ada.workspace}/contacts`);
  await expect(others.getByRole("rowheader")).toHaveCount(2);
  await expect(others.getByRole("link", { name: "Import" })).toHaveCount(0);
  await others.goto(`/${ada.workspace}/contacts/import`);
  await expect(others.getByText("Drop a CSV file here")).toHaveCount(0);
  expect((await (await ada.signIn(tom)).call("GET", "/imports")).status).toBe(403);

  // What is wrong with a file is said before anything of it is sent.
  const page = await signedIn(ada);
  await page.goto(`/${ada.workspace}/contacts`);
  await hydrated(page);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(heading(page)).toHaveText("Import contacts");
  await expect(step(page)).toHaveText("1File");
  await expect(region(page)).toContainText("200 MB and 1,000,000 lines at most");
  let uploads = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/imports?")) uploads += 1;
  });
  const choose = async (...files: ReturnType<typeof file>[]) => {
    const opening = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file…" }).click();
    await (await opening).setFiles(files);
  };
  const problem = region(page).getByRole("alert");
  await choose(file("customers.xlsx", "PK"));
  await expect(problem).toContainText("“customers.xlsx” is a spreadsheet");
  await choose(file("none.csv", ""));
  await expect(problem).toContainText("“none.csv” is empty.");
  await page.evaluate(() => Object.defineProperty(File.prototype, "size", { get: () => 201 * 1024 * 1024, configurable: true }));
  await choose(file("big.csv", csv));
  await expect(problem).toContainText("“big.csv” has 201 MB, and a file may have 200 MB.");
  expect(uploads).toBe(0);
  await page.reload();
  await expectAccessibleInEveryLook(page, "the page of imports");
  await choose(file("one-column.csv", "userId\nuser_9\n"));
  await expect(heading(page)).toHaveText("one-column.csv");
  await page.getByRole("button", { name: "Discard the file…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard the file" }).click();
  await expect(page.getByText("Discarded. Nothing was written.")).toBeVisible();
  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("list", { name: "Earlier imports" }).getByRole("listitem")).toHaveText([/one-column\.csv.*Cancelled/]);

  // The columns.
  await choose(file("kunden.csv", csv));
  await expect(heading(page)).toHaveText("kunden.csv");
  await expect(step(page)).toHaveText("2Columns");
  await expect(page.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(page.getByLabel("Between columns")).toHaveValue(";");
  await expect(page.getByRole("row").filter({ hasText: "Kundennummer" })).toContainText("Recognized");
  await expect(page.getByRole("row").filter({ hasText: "Jürgen Weiß" })).toContainText("Name");
  await expect(importAs(page, "Kundennummer")).toHaveValue("userId");
  await expect(importAs(page, "Telefon")).toHaveValue("phone");
  await expect(importAs(page, "Tarif")).toHaveValue("ignore");
  await importAs(page, "Kundennummer").selectOption("Ignore");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Choose which column holds the userId.")).toBeVisible();
  await expect(importAs(page, "Kundennummer")).toBeFocused();
  await importAs(page, "Kundennummer").selectOption("userId");
  await importAs(page, "Notiz").selectOption("E-mail");
  await expect(page.getByText("Another column is imported as E-mail already.")).toBeVisible();
  await importAs(page, "Notiz").selectOption("Ignore");
  await importAs(page, "Tarif").selectOption("Attribute named…");
  const attribute = page.getByLabel(/^Name of the attribute for .?Tarif.?$/);
  await expect(attribute).toHaveValue("Tarif");
  await attribute.fill("");
  await expect(page.getByText("Enter the name of the attribute.")).toBeVisible();
  await attribute.fill("plan");
  const type = page.getByLabel(/^Type of .?Tarif.?$/);
  await expect(type.locator("option:checked")).toHaveText("Text (found)");
  await type.selectOption("Text");
  const leaveOut = page.getByLabel("Import the line without the value, instead of refusing the whole line");
  await expect(leaveOut).not.toBeChecked();
  await expect(page.getByText("5 of 6 columns imported")).toBeVisible();
  await page.getByLabel("Country of phones without a country code").selectOption("Germany (+49)");
  await expectAccessibleInEveryLook(page, "the columns");

  // The check writes nothing.
  await page.getByRole("button", { name: "Check the file" }).click();
  const would = figures(page, "What the import would do");
  await expect(would).toHaveText([/^New2/, /^Changed1/, /^Unchanged1/, /^Refused1/, /^Duplicate1/, /^Empty1/], { timeout: 20_000 });
  await expect(step(page)).toHaveText("3Check");
  await expect(page.getByText("Nothing has been written yet.")).toBeVisible();
  expect((await ada.api("GET", "/contacts/user_3")).status).toBe(404);
  await expect(linesOf(page, "Refused")).toHaveText([/^6.*E-Mail.*tom@.*E-Mail must look like an address/]);
  const german = await signedIn(ada, "", { locale: "de-DE" });
  await german.goto(new URL(page.url()).pathname);
  await expect(german.getByRole("row").filter({ hasText: "tom@" })).toContainText("E-Mail muss wie eine E-Mail-Adresse aussehen");
  await german.close();
  await would.filter({ hasText: "Duplicate" }).getByRole("button").click();
  await expect(linesOf(page, "Duplicate")).toHaveText([/^7/]);
  await page.emulateMedia({ forcedColors: "active" });
  const background = (name: string) =>
    would
      .filter({ hasText: new RegExp(`^${name}`) })
      .getByRole("button")
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await background("Duplicate")).not.toBe(await background("Changed"));
  await page.emulateMedia({ forcedColors: "none" });
  await would.filter({ hasText: "New" }).getByRole("button").click();
  await expect(linesOf(page, "New").first()).toContainText("Noor Ali");
  await expectAccessibleInEveryLook(page, "the check");
  await page.reload();
  await expect(linesOf(page, "Refused")).toHaveCount(1);
  const refused = await downloaded(page, page.getByRole("link", { name: "Download all (CSV)" }));
  expect(refused).toEqual([
    ["Kundennummer", "Name", "E-Mail", "Telefon", "Tarif", "Notiz", "reason"],
    ["user_5", "Tom Ray", "tom@", "", "", "", expect.stringMatching(/^email must/)],
  ]);
  await page.getByRole("button", { name: "Change the columns" }).click();
  await expect(importAs(page, "Tarif")).toHaveValue("attribute");
  await expect(type).toHaveValue("text");
  // One optional value that is not allowed does not have to refuse its line.
  await leaveOut.check();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(would).toHaveText([/^New3/, /^Changed1/, /^Unchanged1/, /^Refused0/, /^Duplicate1/, /^Empty1/, /^Without a value1/], {
    timeout: 20_000,
  });
  await expect(linesOf(page, "Without a value")).toHaveText([/^6.*E-Mail.*tom@.*E-Mail must look like an address/]);
  await expectAccessibleInEveryLook(page, "the check of lines without a value");
  await page.getByRole("button", { name: "Change the columns" }).click();
  await leaveOut.uncheck();
  const endOfCheck = await held(page);
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("progressbar", { name: "Checking the file…" })).toBeVisible();
  await endOfCheck();
  await expect(page.getByRole("button", { name: "Import 3 contacts" })).toBeVisible({ timeout: 20_000 });

  // The run goes on through a reload, and while nobody looks.
  const endOfRun = await held(page);
  await page.getByRole("button", { name: "Import 3 contacts" }).click();
  await expect(page.getByRole("progressbar", { name: "Importing…" })).toBeVisible();
  await expect(step(page)).toHaveText("4Run");
  await page.getByRole("button", { name: "Cancel…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("What was written until then stays.");
  await page.getByRole("button", { name: "Go on importing" }).click();
  await expectAccessibleInEveryLook(page, "the run");
  await page.reload();
  await endOfRun();
  await expect(page.getByText("2 contacts were added, 1 was changed. 1 line was refused")).toBeVisible({ timeout: 20_000 });
  await expect(figures(page, "What the import did")).toHaveText([
    /^New2/,
    /^Changed1/,
    /^Unchanged1/,
    /^Refused1/,
    /^Duplicate1/,
    /^Empty1/,
  ]);
  await expectAccessibleInEveryLook(page, "the end");
  expect((await ada.api("GET", "/contacts/user_3")).body).toMatchObject({ contact: { phone: "49301234567", attributes: { plan: "pro" } } });
  expect((await ada.api("GET", "/contacts/user_1")).body).toMatchObject({ contact: { name: "Ada Okafor" } });

  // What something happened to since stays.
  await record(ada, "user_4", "Order placed");
  await page.getByRole("button", { name: /^Undo until / }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Of the 2 contacts that it added, those are removed to which nothing happened since");
  await expect(question).toContainText("the contact that it changed keeps its new values");
  await question.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("1 contact was removed, 1 stayed.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: /^Undo until / })).toHaveCount(0);
  expect((await ada.api("GET", "/contacts/user_3")).status).toBe(404);
  expect((await ada.api("GET", "/contacts/user_4")).status).toBe(200);
  await page.getByRole("link", { name: "Import contacts", exact: true }).click();
  await expect(page.getByRole("list", { name: "Earlier imports" }).getByRole("listitem").first()).toContainText("Undone");
});

test("a file with hundreds of columns stays usable, and one that cannot be read says what to fix", async ({ ada, signedIn }) => {
  const headers = ["userId", ...Array.from({ length: 300 }, (_, index) => `property ${index}`)];
  const wide = `${headers.join(",")}\n${headers.map((_, index) => `"v${index}"`).join(",")}\n`;
  const page = await signedIn(ada);
  await page.goto(`/${ada.workspace}/contacts/import`);
  const choose = async (name: string, text: string) => {
    const opening = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file…" }).click();
    await (await opening).setFiles([file(name, text)]);
    await expect(heading(page)).toHaveText(name);
  };
  await choose("wide.csv", wide);
  await page.getByLabel("Find a column").fill("property 277");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await importAs(page, "property 277").selectOption("Attribute named…");
  await expect(page.getByText("2 of 301 columns imported")).toBeVisible();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("button", { name: "Import 1 contact" })).toBeVisible({ timeout: 20_000 });

  await page.goto(`/${ada.workspace}/contacts/import`);
  await choose("open.csv", 'userId,name\nuser_1,Ada\nuser_2,"Luis\nuser_3,Noor\n');
  await page.getByRole("button", { name: "Check the file" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "never ends" });
  await expect(problem).toContainText("The quotation mark that begins in line 3 never ends.", { timeout: 20_000 });
  await expect(problem).toContainText("Nothing was written.");
  // The columns of another delimiter are read anew.
  await page.getByLabel("Between columns").selectOption("Semicolon (;)");
  await expect(page.locator("tbody tr")).toHaveText([/^userId,name/]);
});
