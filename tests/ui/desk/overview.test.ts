import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { answer } from "../../support/chat-work";
import { parseCsv } from "../../support/csv";
import { newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { overviewOf } from "../../support/overview";
import { expectAccessible } from "../accessible";

const charts = [
  "Problems by name",
  "Open problems by age",
  "Time to first answer",
  "Chats by agent and channel",
  "Actions by outcome",
  "Events received, against the limit",
];

const card = (page: Page, title: string) => page.getByRole("region", { name: title });
const table = (page: Page, title: string) => page.getByRole("table", { name: title });
const tableButton = (page: Page, title: string) => page.getByRole("button", { name: `Table of “${title}”` });
const problems = "Problems by name";

/** Two problems now and one two days ago, at noon, so that each is on its day in any time zone of the tests. */
async function withProblems(ada: Team): Promise<void> {
  const failed = { event: "Payment failed", userId: "user_1" };
  for (const body of [failed, { ...failed, event: "Card declined" }]) await ada.api("POST", "/events", { body });
  const noon = new Date(Date.now() - 2 * 24 * 3_600_000);
  noon.setUTCHours(12, 0, 0, 0);
  await ada.api("POST", "/events", { body: { ...failed, occurredAt: noon.toISOString() } });
}

test("an empty overview says what would be here, and where it comes from", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/overview");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const title of charts) await expect(card(page, title)).toBeVisible();
  await expect(card(page, problems)).toContainText("No problems in this period.");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page);
  await card(page, "Events received, against the limit").getByRole("link", { name: "Open API keys" }).click();
  await expect(page).toHaveURL(`/${ada.workspace}/settings/developers`);
});

test("every chart is drawn, has the same numbers as a table, and is accessible in both themes and on a phone", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  await answer(desk.session, desk.chatId, "Hello");
  await desk.pressAndWait();
  await withProblems(ada);
  const callsIn = async () => (await overviewOf(desk.session)).usage.buckets.reduce((sum, { calls }) => sum + calls, 0);
  await expect.poll(callsIn, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const [colorScheme, viewport] of [
    ["light", { width: 1440, height: 900 }],
    ["dark", { width: 390, height: 844 }],
  ] as const) {
    const page = await signedIn(ada, "/overview", { viewport, colorScheme });
    for (const title of charts) {
      await expect(card(page, title).locator("svg rect").first()).toBeAttached();
      // In the page for screen readers while the chart is shown.
      await expect(table(page, title)).toHaveCount(1);
    }
    await expect(card(page, problems)).toContainText("2 problems");
    await expect(card(page, "Open problems by age")).toContainText("2 open problems");
    await expect(card(page, "Time to first answer")).toContainText("in 1 answer.");
    await expect(card(page, "Chats by agent and channel")).toContainText("Olga Owner");
    await expect(card(page, "Actions by outcome")).toContainText("Refund é 👍");
    await expect(card(page, "Events received, against the limit")).toContainText("the limit is 300");
    await expectAccessible(page);
    for (const title of charts) await tableButton(page, title).click();
    await expect(page.locator("svg pattern")).toHaveCount(0);
    await expect(table(page, "Chats by agent and channel").getByRole("row", { name: /Olga Owner/ })).toContainText("Olga Owner101");
    await expectAccessible(page);
    await page.context().close();
  }
});

test("four figures say what waits for the team, each a link to where it is listed", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  await ada.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis Torres" }, "Hola");
  await withProblems(ada);
  await ada.api("POST", "/events", { body: { event: "Payment failed", phone: "34600123456" } });
  desk.replyWith({ status: 400, body: { message: "Refunded already." } });
  await desk.pressAndWait();
  const page = await signedIn(ada, "/overview");
  const figures = page.getByRole("list", { name: "What waits for your team" });
  await expect(figures.getByRole("link")).toHaveText([
    /^Customers waiting2now$/,
    /^Longest wait\d+ (s|min)since /,
    /^Open problems3now$/,
    /^Actions without success1in this period$/,
  ]);
  expect((await figures.boundingBox())?.y).toBeLessThan((await card(page, problems).boundingBox())?.y ?? 0);
  await expectAccessible(page);
  await expect(card(page, "Time to first answer")).toContainText(/2 customers waiting, the longest since \d\d:\d\d\./);

  const follow = async (name: string) => {
    await figures.getByRole("link", { name }).click();
    await expect(figures).toHaveCount(0);
  };
  await follow("Customers waiting");
  await expect(page).toHaveURL(`/${ada.workspace}/chats`);
  await expect(page.getByRole("navigation", { name: "Chats" }).getByRole("link")).toHaveCount(2);
  await page.goBack();
  await follow("Longest wait");
  await expect(page).toHaveURL(`/${ada.workspace}/chats/${desk.chatId}`);
  await page.goBack();
  await follow("Open problems");
  await expect(page).toHaveURL(`/${ada.workspace}/chats?view=problems`);
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("Luis Torres");
  await page.goBack();
  await follow("Actions without success");
  await expect(page).toHaveURL(/\/settings\/actions\/calls\?status=failure&from=(\d{4}-\d\d-\d\d)&to=\1$/);
  await expect(page.getByRole("table", { name: "Calls, newest first" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText("Refused · 400");
});

test("the keyboard alone chooses a range, opens a table, scrolls it and comes back to the chart", async ({ ada, signedIn }) => {
  await withProblems(ada);
  const page = await signedIn(ada, "/overview");
  await expect(card(page, problems)).toContainText("2 problems");
  await page.getByRole("button", { name: "7 days" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?range=7d$/);
  await expect(card(page, problems)).toContainText("3 problems");
  await tableButton(page, problems).focus();
  await page.keyboard.press("Space");
  const rows = table(page, problems).getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toContainText("DayPayment failedCard declinedAll");
  const back = page.getByRole("button", { name: `Chart of “${problems}”` });
  await expect(back).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: problems })).toBeFocused();
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, problems).locator("svg pattern").first()).toBeAttached();
});

test("the range is in the address: it survives a reload and the way back, and custom days are checked", async ({ ada, signedIn }) => {
  await withProblems(ada);
  const page = await signedIn(ada, "/overview", { timezoneId: "Europe/Berlin" });
  await expect(page.getByRole("button", { name: "Today", pressed: true })).toBeVisible();
  await expect(page.getByText("Times in Europe/Berlin.")).toBeVisible();
  await page.getByRole("button", { name: "30 days" }).click();
  await expect(card(page, problems)).toContainText("3 problems");
  await page.reload();
  await expect(page.getByRole("button", { name: "30 days", pressed: true })).toBeVisible();
  await expect(card(page, problems)).toContainText("3 problems");

  await page.getByRole("button", { name: "Custom" }).click();
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  const today = await page.getByLabel("To", { exact: true }).inputValue();
  await page.getByLabel("From", { exact: true }).fill(today);
  await expect(card(page, problems)).toContainText("2 problems");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await expect(page.getByRole("alert").filter({ hasText: "Choose at most 31 days." })).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2019-12-31");
  await expect(page.getByRole("alert").filter({ hasText: "must not be before" })).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2020-01-03");
  await expect(card(page, problems)).toContainText("No problems in this period.");
  await page.goBack();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2019-12-31");
});

test("hours are those of the reader's time zone", async ({ ada, signedIn }) => {
  const hour = new Date();
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", occurredAt: hour.toISOString() } });
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "Asia/Kolkata" }).format(hour);
  const page = await signedIn(ada, "/overview", { timezoneId: "Asia/Kolkata" });
  await expect(table(page, problems).getByRole("row", { name: new RegExp(`^${clock}:00 1 1`) })).toHaveCount(1);
});

test("a chart is downloaded as a file of the range that is shown", async ({ ada, signedIn }) => {
  await withProblems(ada);
  const page = await signedIn(ada, "/overview?range=7d", { timezoneId: "Europe/Berlin" });
  await expect(card(page, problems)).toContainText("3 problems");
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: `CSV of “${problems}”` }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^problems-${ada.workspace}-\\d{4}-\\d\\d-\\d\\d-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const [head, ...rows] = parseCsv(readFileSync(await download.path(), "utf8").slice(1));
  expect(head).toEqual(["Day", "Payment failed", "Card declined", "All"]);
  expect(rows).toHaveLength(7);
  expect(rows.reduce((sum, cells) => sum + Number(cells[3]), 0)).toBe(3);
  expect(rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/);
});

test("the line below a chart says the numbers under the pointer", async ({ ada, signedIn }) => {
  await withProblems(ada);
  const page = await signedIn(ada, "/overview?range=7d");
  const columns = card(page, problems).locator("svg rect[fill=transparent]");
  await expect(columns).toHaveCount(7);
  await columns.last().hover();
  await expect(card(page, problems)).toContainText(/: Payment failed 1 · Card declined 1/);
});

test("is read again every minute", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.clock.install();
  await page.goto(`/${ada.workspace}/overview`);
  await expect(card(page, problems)).toBeVisible();
  const again = page.waitForRequest(/\/overview\?from=/);
  await page.clock.fastForward(61_000);
  await again;
});

test("is in the rail and among the commands of admins and owners, and nowhere for agents", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/chats");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  await page.goto(`/${ada.workspace}/profile`);
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await expect(page).toHaveURL(`/${ada.workspace}/overview`, { timeout: 2_000 });
  }).toPass();

  const agent = await signedIn(ada, "/chats", { as: await addMember(ada) });
  await expect(agent.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chats" })).toBeVisible();
  await expect(agent.getByRole("link", { name: "Overview" })).toHaveCount(0);
  const reply = await agent.goto(`/${ada.workspace}/overview`);
  expect(reply?.status()).toBe(404);
});
