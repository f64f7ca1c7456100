import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { customer, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { expectAccessibleInEveryLook } from "../accessible";

const rows = (page: Page) => page.getByRole("table", { name: "Calls" }).getByRole("row");
const clipboardAccess = { permissions: ["clipboard-read", "clipboard-write"] };
/** How wide a button is, and what it keeps free after its text, in px. */
const widths = (button: Locator) =>
  button.evaluate((element) => {
    const { width, right } = element.getBoundingClientRect();
    const text = new Range();
    text.selectNode(element.querySelector("svg")?.nextSibling ?? element);
    return { width, after: right - text.getBoundingClientRect().right };
  });
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test("a press appears in the log without a reload, and can be opened, resent and copied as curl", async ({ ada, receiver, signedIn }) => {
  const hostile = `O'Neil "$(id)" \`x\` \\ é 👍`;
  const desk = await newDesk(ada, receiver, { ...customer, name: hostile });
  let release = () => {};
  desk.replyWith(new Promise((resolve) => (release = () => resolve({ body: { message: "Refund re_19 is done." } }))));
  const chat = await signedIn(ada, `/chats/${desk.chatId}`);
  const page = await signedIn(ada, "/settings/actions", clipboardAccess);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Calls/ })
    .click();
  await expect(page.getByText("No calls yet")).toBeVisible();

  await chat.getByRole("button", { name: "Refund é 👍" }).click();
  await expect(rows(page).nth(1)).toContainText("Sending…");
  release();
  await expect(rows(page).nth(1)).toContainText("Succeeded · 200");
  await expect(rows(page).nth(1)).toContainText(hostile);
  await expect(rows(page)).toHaveCount(2);

  await rows(page).nth(1).getByRole("link", { name: "Refund é 👍" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Refund é 👍");
  const [sent] = desk.calls();
  if (!sent) throw new Error("Nothing was sent.");
  const shown = page.getByRole("main").locator("pre").first();
  await expect(shown).toContainText('{ "action": "refund"');
  await page.getByRole("button", { name: "As sent" }).first().click();
  await expect(shown).toHaveText(sent.raw.toString());
  await expect(page.getByText(String(sent.headers["x-service-signature"]), { exact: true })).toBeVisible();

  const [copy, copied] = [page.getByRole("button", { name: "Copy as curl" }), page.getByRole("button", { name: "Copied" })];
  const size = await widths(copy);
  await copy.click();
  await expect(copied).toBeVisible();
  expect(await widths(copied)).toEqual(size);
  // Its padding, and no room for a longer word.
  expect(size.after).toBeLessThan(16);
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const { secret } = (await desk.session.call("POST", "/actions/secret/reveal", {})).body;
  expect(command).not.toContain(String(secret));
  if (hasCurl) {
    // Asynchronous, because the receiver runs in this process.
    await promisify(execFile)("bash", ["-c", `${command} --silent --max-time 10`]);
    const copied = desk.calls()[1];
    expect(copied?.raw.equals(sent.raw)).toBe(true);
    expect(copied?.headers).toEqual(sent.headers);

    // For a server on this machine, signed anew.
    await page.getByRole("button", { name: "Copy for a local server" }).click();
    const isSigned = async () => (await page.evaluate(() => navigator.clipboard.readText())) !== command;
    await expect.poll(isSigned).toBe(true);
    const local = await page.evaluate(() => navigator.clipboard.readText());
    expect(local).not.toContain(String(secret));
    await promisify(execFile)("bash", ["-c", `${local} --silent --max-time 10`]);
    const repeated = desk.calls()[2];
    expect(repeated?.raw.equals(sent.raw)).toBe(true);
    expect(repeated?.headers["x-service-delivery"]).toBe(sent.headers["x-service-delivery"]);
    const { "x-service-timestamp": timestamp, "x-service-signature": signature } = repeated?.headers ?? {};
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const expected = createHmac("sha256", String(secret)).update(`${timestamp}.`).update(sent.raw).digest("hex");
    expect(signature).toBe(`sha256=${expected}`);
  }

  const before = desk.calls().length;
  await page.getByRole("button", { name: "Resend…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("may act twice");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Resent by Olga Owner in the chat with")).toBeVisible();
  await expect(page.getByRole("list", { name: "Delivery attempts" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("main").getByText("Succeeded · 200").first()).toBeVisible();
  await expect(chat.getByRole("log").getByText("Resent by Olga Owner")).toBeVisible();
  expect(desk.calls()).toHaveLength(before + 1);
  await page.getByRole("link", { name: "All calls", exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText("Resent");
});

test("when two admins resend the same call, the second gets an error and a link to the latest attempt", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  const { callId } = (await desk.pressAndWait()).outcome;
  const page = await signedIn(ada, `/settings/actions/calls/${callId}`);
  await page.getByRole("button", { name: "Resend…" }).click();
  expect((await desk.session.call("POST", `/calls/${callId}/resend`, {})).status).toBe(202);
  await page.getByRole("alertdialog").getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText(/sent this again already|still running/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "This call was resent. View the latest attempt" }).click();
  await expect(page.getByText("Resent by Olga Owner in the chat with")).toBeVisible();
  expect(desk.calls()).toHaveLength(2);
});

test("the call filters are in the URL and survive a reload", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  desk.replyWith({ status: 400, body: { message: "Refunded already." } });
  await desk.pressAndWait();
  const page = await signedIn(ada, "/settings/actions/calls");
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel("Status").selectOption("All without success");
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("Button").selectOption("Refund é 👍");
  const today = await page.evaluate(() => new Date().toLocaleDateString("en-CA"));
  await page.getByLabel("From").fill(today);
  await page.getByLabel("To", { exact: true }).fill(today);
  await expect(page).toHaveURL(new RegExp(`status=failure&button=${desk.buttonId}&from=${today}&to=${today}`));
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText("Refunded already.");
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await expect(page.getByText("No matching calls")).toBeVisible();
  await page.getByRole("button", { name: "Show all calls" }).click();
  await expect(rows(page)).toHaveCount(3);
});

test("the call log and a call are accessible and do not scroll sideways", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 400, headers: { "x-long": "x".repeat(300) }, body: { message: "y".repeat(400) } });
  const { callId } = (await desk.pressAndWait()).outcome;
  desk.replyWith({ body: { message: "Done." } });
  const again = String((await desk.session.call("POST", `/calls/${callId}/resend`, {})).body["callId"]);
  await desk.outcome(again);
  const page = await signedIn(ada);
  for (const path of ["", `/${callId}`, `/${again}`, "?status=unknown"]) {
    await page.goto(`/${ada.workspace}/settings/actions/calls${path}`);
    await expect(page.locator("h1")).toBeVisible();
    await expectAccessibleInEveryLook(page, path);
  }
});

test("an agent and a member of another workspace see no calls", async ({ ada, bob, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  const { callId } = (await desk.pressAndWait()).outcome;
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const agent = await signedIn(ada, "", { as: tom });
  const stranger = await signedIn(bob);
  for (const [page, path] of [
    [agent, `/${ada.workspace}/settings/actions/calls`],
    [agent, `/${ada.workspace}/settings/actions/calls/${callId}`],
    [stranger, `/${bob.workspace}/settings/actions/calls/${callId}`],
    [stranger, `/${ada.workspace}/settings/actions/calls`],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("Page not found");
    await expect(page.getByText("Refund é 👍")).toHaveCount(0);
  }
});
