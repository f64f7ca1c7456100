import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import { connectWhatsApp, kinds, newPhone, phoneNumberId, sendWebhook, webhookWith } from "../../support/whatsapp";
import { hydrated } from "../browser";

const token = `EAA${"x1Y2".repeat(12)}a91f`;
const appSecret = `${"0f".repeat(14)}c0de`;

const website = (team: Team) => `/${team.workspace}/settings/website`;
const origins = (page: Page) => page.getByLabel("Allowed origins");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("an admin changes the chat's look and where it may be shown, and sees both after a reload", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.goto(website(ada));
  await expect(page.getByRole("status", { name: "Line to paste" })).toHaveText(
    `<script async src="${ada.url}/loader/${ada.workspace}.js"></script>`,
  );
  await expect(page.getByText("No page can show the chat yet.")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("Colour", { exact: true }).fill("#ffee00");
  await expect(page.getByText("Hard to see on a white page")).toBeVisible();
  await page.getByLabel("Pick a colour").fill("#0f766e");
  await expect(page.getByLabel("Colour", { exact: true })).toHaveValue("#0f766e");
  await expect(page.getByText("Text on it is white")).toBeVisible();
  await page.getByRole("radio", { name: "Bottom left" }).check();
  await page.getByLabel("Greeting").fill("Welcome to Acme");
  await page.getByRole("combobox", { name: "Language" }).selectOption("German");
  await expect(page.getByRole("img", { name: /bottom left, in the colour #0f766e. Welcome to Acme/ })).toBeVisible();
  await origins(page).fill("https://shop.example.com/\nhttps://www.example.com");
  await save(page).click();
  await expect(page.getByText("Saved. Pages show it within 5 minutes.")).toBeVisible();
  await page.reload();
  await expect(origins(page)).toHaveValue("https://shop.example.com\nhttps://www.example.com");
  await expect(page.getByLabel("Greeting")).toHaveValue("Welcome to Acme");
  await expect(page.getByRole("radio", { name: "Bottom left" })).toBeChecked();
  await page.getByRole("switch", { name: "Show the chat" }).click();
  await expect(page.getByText("The chat is on.")).toBeVisible();
  expect((await fetch(`${ada.url}/api/widget/${ada.workspace}/config`)).status).toBe(200);
});

test("a wrong origin is reported with its line, and what was typed survives a failed save", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.goto(website(ada));
  await hydrated(page);
  await page.getByLabel("Greeting").fill("Hello");
  await origins(page).fill("https://a.example\nhttps://b.example/path");
  await save(page).click();
  await expect(page.getByText(/^Line 2 must be an origin such as/)).toBeVisible();
  await expect(origins(page)).toBeFocused();
  await expect(origins(page)).toHaveAttribute("aria-invalid", "true");
  await origins(page).fill("https://a.example");
  await page.route("**/api/w/*/widget", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await save(page).click();
  await expect(page.getByRole("alert")).not.toHaveCount(0);
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  await expect(page.getByLabel("Greeting")).toHaveValue("Hello");
  await page.unroute("**/api/w/*/widget");
  await save(page).click();
  await expect(page.getByText("Saved. Pages show it within 5 minutes.")).toBeVisible();
  await expect(origins(page)).toHaveValue("https://a.example");
});

test("the switch for mobile web views warns, and unsaved changes can be discarded", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.goto(website(ada));
  const anyOrigin = page.getByRole("switch", { name: "Allow mobile web views" });
  await anyOrigin.click();
  await expect(page.getByText("Every website can show your chat now")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(anyOrigin).not.toBeChecked();
  await expect(page.getByText("Every website can show your chat now")).toHaveCount(0);
});

test("the identify secret is made, revealed and rotated with an overlap, which can be ended", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.goto(website(ada));
  await hydrated(page);
  await page.getByRole("button", { name: "Create secret" }).click();
  const shown = page.getByRole("status", { name: "Identify secret" });
  await expect(shown).toHaveText(/•+\w{4}$/);
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(shown).not.toHaveText(/•/);
  const first = (await shown.textContent()) ?? "";
  await page.reload();
  expect(await page.content()).not.toContain(first);
  await page.getByRole("button", { name: /^Rotate/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("dialog").getByRole("status", { name: "Identify secret" })).not.toHaveText(first);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByText(/Two secrets are valid for (24 h|23 h 59 min)\. Tokens of either are accepted\./)).toBeVisible();
  await page.getByRole("button", { name: /End overlap/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End overlap" }).click();
  await expect(page.getByText(/Two secrets are valid/)).toHaveCount(0);
});

test("the page shows how to make a token in each language", async ({ ada, signedIn }) => {
  const page = await signedIn(ada);
  await page.goto(website(ada));
  for (const name of ["Node", "Express", "Next.js", "Python", "PHP", "Go", "Ruby"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("textbox", { name: `Token in ${name}` })).toHaveValue(/BESIDE_IDENTIFY_SECRET/);
  }
});

test("WhatsApp is connected step by step, and the first message appears by itself", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/whatsapp");
  await expect(page.getByText("Not connected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check", exact: true })).toBeDisabled();
  await page.getByLabel("Phone number ID").fill("+1 555");
  await page.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByText(/^Phone number ID must be the digits/)).toBeVisible();
  await expect(page.getByText("Access token must not be empty.")).toBeVisible();
  await page.getByLabel("Phone number ID").fill(phoneNumberId);
  await page.getByLabel("Access token").fill(token);
  await page.getByLabel("App secret").fill(appSecret);
  await page.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByText("Saved: ••••a91f.")).toBeVisible();
  await expect(page.getByLabel("Access token")).toHaveValue("");
  const address = (await page.getByRole("status", { name: "Callback address" }).textContent()) ?? "";
  const verifyToken = (await page.getByRole("status", { name: "Verify token" }).textContent()) ?? "";
  const handshake = new URLSearchParams({ "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": verifyToken });
  expect(await (await fetch(`${address}?${handshake}`)).text()).toBe("1158201444");
  await expect(page.getByText("This page says when the message arrives.")).toBeVisible();
  await sendWebhook({ url: address, appSecret }, webhookWith(kinds.text({ phone: newPhone() })));
  await expect(page.getByText(/Received your first message/)).toBeVisible({ timeout: 10_000 });
  await page.reload();
  const content = await page.content();
  for (const secret of [token, appSecret]) expect(content).not.toContain(secret);
  await expect(page.getByRole("definition").filter({ hasText: /^1$/ })).toBeVisible();
});

test("typing and read receipts can be switched off, and WhatsApp can be disconnected", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  await connectWhatsApp(ada, owner);
  const page = await signedIn(ada, "/settings/whatsapp");
  const receipts = page.getByRole("switch", { name: "Typing and read receipts" });
  await expect(receipts).toBeChecked();
  await receipts.click();
  await expect.poll(async () => (await owner.call("GET", "/whatsapp")).body["sendsReceipts"]).toBe(false);
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Not connected")).toBeVisible();
  await expect(page.getByLabel("Phone number ID")).toBeVisible();
});

test("Chatwoot and another tool are connected, and the API token is shown only by its end", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/helpdesks");
  await expect(page.getByRole("status", { name: "Dashboard app address" })).toHaveText(new RegExp(`^${ada.url}/${ada.workspace}/embed`));
  await page.getByLabel("Address of your Chatwoot").fill("http://chat.example.com");
  await page.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByText(/^Address of your Chatwoot must begin with https:/)).toBeVisible();
  await page.getByLabel("Address of your Chatwoot").fill("https://chat.example.com/");
  await page.getByLabel("API token").fill("chatwoot-token-of-acme-9f3c");
  await page.getByLabel("Account ID").fill("12");
  await page.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByText("Saved: ••••9f3c.")).toBeVisible();
  await page.getByRole("switch", { name: "Allow other tools" }).click();
  await origins(page).fill("https://desk.example.com\nhttps://desk.example.com/tickets");
  await save(page).last().click();
  await expect(page.getByText(/^Line 2 must be an origin/)).toBeVisible();
  await origins(page).fill("https://desk.example.com");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await save(page).last().click();
  await saved;
  await expect(save(page).last()).toBeDisabled();
  await page.reload();
  await expect(origins(page)).toHaveValue("https://desk.example.com");
  await expect(page.getByLabel("Address of your Chatwoot")).toHaveValue("https://chat.example.com");
  expect(await page.content()).not.toContain("chatwoot-token-of-acme");
  await expect(page.getByRole("textbox", { name: "Example for Zendesk" })).toHaveValue(/embed/);
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByLabel("Address of your Chatwoot")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect…" })).toHaveCount(0);
});
