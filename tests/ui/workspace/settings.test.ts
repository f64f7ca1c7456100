import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { startServer } from "../../support/server";
import { expectAccessibleInEveryLook } from "../accessible";
import { hydrated, openHydrated } from "../browser";

test("the first visitor creates the workspace, and the next is redirected to the sign-in", { tag: "@embedded" }, async ({ browser }) => {
  const server = await startServer();
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto("/");
    await expect(page).toHaveURL(/\/setup$/);
    await page.getByLabel("Workspace").fill("Acme & Söhne");
    await page.getByLabel("Your name").fill("Mia Berg");
    await page.getByLabel("E-mail").fill("mia@example.com");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button").last().click();
    await page.waitForURL(/\/acme-sohne\/chats/);
    const other = await (await browser.newContext({ baseURL: server.url })).newPage();
    await other.goto("/setup");
    await expect(other).toHaveURL(/\/sign-in/);
  } finally {
    await server.stop();
  }
});

test("a key is shown once, works at once, and stops when it is revoked", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/developers");
  await page
    .getByRole("button", { name: /new key|make a key|create/i })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByRole("button", { name: /make|create/i }).click();
  const shown = page.getByRole("status", { name: "API key" });
  await expect(shown).toHaveText(/^bsk_[A-Za-z0-9_-]{49}$/);
  const key = (await shown.textContent()) ?? "";
  const call = () => fetch(`${ada.url}/api/v1/contacts/nobody`, { headers: { authorization: `Bearer ${key}` } });
  expect((await call()).status).toBe(404);
  await page.reload();
  expect(await page.content()).not.toContain(key);
  const row = page.getByRole("listitem").filter({ hasText: "Shop" });
  await expect(row).toContainText(key.slice(-4));
  await row.getByRole("button", { name: /revoke/i }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: /revoke/i })
    .click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect((await call()).status).toBe(401);
});

test("rejects an address that is not public with the reason, and a button added here can be pressed", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const page = await signedIn(ada, "/settings/actions");
  const address = page.getByLabel("HTTPS address");
  await address.fill("https://10.0.0.3/actions");
  await expect(page.getByText(/not public/i).first()).toBeVisible();
  await address.fill(`${receiver.origin}/${ada.workspace}`);
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByRole("button", { name: "Add button" }).click();
  await page.getByRole("dialog").getByLabel("Label").fill("Unlock account");
  await page.getByRole("dialog").getByRole("button", { name: /add/i }).click();
  await expect(page.getByRole("list", { name: "Buttons" })).toContainText("unlock_account");
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1" });
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await hydrated(page);
  await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Unlock account" }).click();
  await expect(page.getByRole("log", { name: "Conversation" })).toContainText("Unlock account");
  expect(receiver.calls(`/${ada.workspace}`)).toHaveLength(1);
});

test("the signing secret is masked, revealed and rotated with a visible overlap, which can be ended", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/actions");
  await expect(page.getByText(/whsec_•+/)).toBeVisible();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText(/whsec_[A-Za-z0-9_-]{43}/)).toBeVisible();
  await page.getByRole("button", { name: /^Rotate/ }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByRole("button", { name: /rotate/i }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByText(/Two secrets are valid for (24 h|23 h 59 min)/)).toBeVisible();
  await page.getByRole("button", { name: /End overlap/ }).click();
  await dialog.getByRole("button", { name: /end/i }).click();
  await expect(page.getByText(/Two secrets are valid/)).toHaveCount(0);
});

test("an agent cannot open the settings, and below Pro the API answers 402", async ({ ada, signedIn }) => {
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const agent = await signedIn(ada, "", { as: tom });
  for (const section of ["developers", "actions", "members", "plan", "audit"]) {
    const response = await agent.goto(`/${ada.workspace}/settings/${section}`);
    expect(response?.status()).toBe(404);
  }
  const owner = await signedIn(ada, "/settings/plan");
  await owner.getByRole("radio", { name: /Free/ }).check({ force: true });
  await owner.getByRole("button", { name: "Change to Free" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Change to Free" }).click();
  await expect.poll(async () => (await ada.api("GET", "/contacts/nobody")).status).toBe(402);
});

test("a request appears in the request log without a reload, with its error message", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/requests");
  await expect(page.getByText("No requests yet")).toBeVisible();
  await ada.api("PUT", "/contacts/user_1", { body: {} });
  const rejected = await ada.api("POST", "/events", {
    body: { event: "Xylophone", userId: "user_1", user_id: "Xylophone", level: "loud" },
  });
  const rows = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
  await expect(rows).toHaveCount(2, { timeout: 8_000 });
  await expect(rows.first()).toContainText("400 · invalid_request");
  await page.getByLabel("Status").selectOption("Rejected");
  await expect(rows).toHaveCount(1);
  await rows.first().locator("summary").press("Enter");
  await expect(rows.first().getByText('level must be "problem" or "info"; you sent "…".')).toBeVisible();
  await expect(rows.first().getByText(rejected.headers.get("x-request-id") ?? "")).toBeVisible();

  // What was sent, without its values, with what to do.
  await expect(rows.first()).toContainText("You send user_id; the field is userId.");
  await expect(rows.first().getByText('"event": "<string: 9>"')).toBeVisible();
  await expect(rows.first().getByRole("link", { name: "Reference: invalid_request" })).toHaveAttribute(
    "href",
    "/docs/errors#invalid_request",
  );
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: async (text: string) => Object.assign(window, { copied: text }) }),
  );
  await rows.first().getByRole("button", { name: "Copy as curl" }).click();
  const curl = await page.evaluate(() => (window as unknown as { copied: string }).copied);
  expect(curl).toContain(`curl -X POST '${new URL(page.url()).origin}/api/v1/events'`);
  expect(curl).toContain("Bearer $BESIDE_KEY");
  expect(await page.content()).not.toContain("Xylophone");

  // Like errors are one, and lead to their requests.
  const wrong = page.getByRole("list", { name: "Errors" }).getByRole("listitem");
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1", level: "quiet" } });
  await expect(wrong).toHaveCount(1);
  await expect(wrong).toContainText("2 ×");
  await page.getByLabel("Path contains").fill("/contacts");
  await expect(page.getByText("No matching requests")).toBeVisible();
  await wrong.getByRole("button", { name: "Show these" }).click();
  await expect(rows).toHaveCount(2);
  await expectAccessibleInEveryLook(page);

  await page.getByRole("switch", { name: "Keep what rejected requests sent" }).click();
  await expect(page.getByText("Nothing of what requests send is kept.")).toBeVisible();
  await rows.first().locator("summary").click();
  await expect(rows.first().getByText("Nothing of the body was kept.")).toBeVisible();
});

test("an owner chooses how long events are kept, and confirms the deletion of older ones", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/data");
  const retention = page.getByLabel("Keep events");
  await expect(retention).toHaveValue("");
  await retention.selectOption("for 1 year");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete older events" }).click();
  await expect(page.getByText("Events are kept for 1 year.")).toBeVisible();
  await page.reload();
  await expect(retention).toHaveValue("365");
  await retention.selectOption("for 2 years");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Events are kept for 2 years.")).toBeVisible();

  const admin = { email: `${ada.workspace}-admin@example.com`, password: "correct horse battery" };
  await addMember(ada, { role: "admin", ...admin });
  const other = await signedIn(ada, "/settings/data", { as: admin });
  await expect(other.getByLabel("Keep events")).toBeDisabled();
  await expect(other.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test("an admin has new chats assigned to members in turn", async ({ ada, signedIn }) => {
  const admin = { email: `${ada.workspace}-admin@example.com`, password: "correct horse battery" };
  await addMember(ada, { role: "admin", ...admin });
  const page = await signedIn(ada, "/settings/members", { as: admin });
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Assignment" }).click();
  const choice = page.getByLabel("Assign new chats");
  await expect(choice).toHaveValue("off");
  const save = page.getByRole("region", { name: "New chats" }).getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await choice.selectOption("To members in turn");
  await save.click();
  await expect(page.getByText("New chats are assigned to members in turn.")).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue("round_robin");
});

test("a page asks the server for the pages of its links only when the pointer or the focus comes to one", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc")) asked.push(pathname);
  });
  await openHydrated(page, `/${ada.workspace}/settings/actions/calls`);
  const sections = page.getByRole("navigation", { name: "Settings" });
  const audit = page.waitForResponse(/settings\/audit\?_rsc=/);
  await sections.getByRole("link", { name: "Audit log" }).hover();
  await audit;
  expect(new Set(asked)).toEqual(new Set([`/${ada.workspace}/settings/audit`]));
  const tags = page.waitForResponse(/settings\/tags\?_rsc=/);
  await sections.getByRole("link", { name: "Tags" }).focus();
  await tags;
  await sections.getByRole("link", { name: "Tags" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tags");
});
