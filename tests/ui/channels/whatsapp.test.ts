import type { Page } from "@playwright/test";
import { expect } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { kinds, messagesChange, newPhone, newUserId, numberChange, sendWebhook, webhookOf, webhookWith } from "../../support/whatsapp";
import { chatOf, hourMs, openChat, templates } from "../../support/whatsapp-chat";
import { test } from "../../support/whatsapp-desk";
import { expectAccessible, expectAccessibleInEveryLook } from "../accessible";
import { hydrated } from "../browser";

test.describe.configure({ mode: "default" });

test.afterEach(({ graph }) => {
  expect(graph.violations, "calls that are not as Meta documents them").toEqual([]);
});

const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const choose = (page: Page) => page.getByRole("button", { name: "Send a template…" });

test("the 24-hour window is counted down, and after it only a template can be sent", { tag: "@embedded" }, async ({ ada, signedIn }) => {
  const { page, write } = await openChat({ ada, signedIn }, 21);
  await expect(page.getByText(/^Reply until \d\d:\d\d · (3 h|2 h 59 min) left/)).toBeVisible();
  await expect(box(page)).toBeVisible();
  await page.clock.install();
  await page.reload();
  await expect(page.getByText(/^Reply until/)).toBeVisible();
  await box(page).fill("A draft");
  await page.clock.fastForward(3 * hourMs);
  await expect(page.getByText("After 24 hours WhatsApp accepts only one of your templates.")).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Private note" }).click();
  await expect(box(page)).toHaveValue("A draft");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(box(page)).toHaveCount(0);
  // The page's clock is three hours ahead of the customer's.
  await write(0, "Are you there?");
  await expect(log(page)).toContainText("Are you there?");
  await expect(page.getByText(/^Reply until \d\d:\d\d · (21 h|20 h 59 min) left/)).toBeVisible();
  await expect(box(page)).toHaveValue("A draft");
});

test("a template is found, filled in, previewed and sent", { tag: "@embedded" }, async ({ ada, graph, signedIn }) => {
  graph.setTemplates(templates);
  const { page, phone } = await openChat({ ada, signedIn }, 25);
  await choose(page).click();
  const dialog = page.getByRole("dialog");
  const rows = dialog.getByRole("list", { name: "Templates" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "summer_video" })).toContainText("Its header needs a file");
  await expect(rows.filter({ hasText: "summer_video" }).getByRole("button")).toHaveCount(0);
  await dialog.getByLabel("Search").fill("order WAY");
  await expect(dialog.getByText("1 template", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "order_update American English" }).click();
  await dialog.getByRole("button", { name: "Send template" }).click();
  await expect(dialog.getByText("Value 1 must not be empty.")).toBeVisible();
  await expect(dialog.getByLabel("Value 1")).toBeFocused();
  await dialog.getByLabel("Value 1").fill("Ada");
  await dialog.getByLabel("Value 2").fill("A-17");
  await expect(dialog.getByRole("figure")).toContainText("Hi Ada, your order A-17 is on its way.");
  expect(graph.messagesTo(phone)).toEqual([]);
  await dialog.getByRole("button", { name: "Send template" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(log(page)).toContainText("Hi Ada, your order A-17 is on its way.");
  await expect
    .poll(() => graph.messagesTo(phone).map(({ body }) => body["template"]))
    .toEqual([
      {
        name: "order_update",
        language: { code: "en_US" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Ada" },
              { type: "text", text: "A-17" },
            ],
          },
        ],
      },
    ]);
});

test("a template whose answer was lost is sent once, and its values stay", { tag: "@embedded" }, async ({ ada, graph, signedIn }) => {
  graph.setTemplates(templates);
  const { page, phone } = await openChat({ ada, signedIn }, 25);
  await choose(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^order_update/ }).click();
  await dialog.getByLabel("Value 1").fill("Ada");
  await dialog.getByLabel("Value 2").fill("A-17");
  await page.route("**/template", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Send template" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByLabel("Value 2")).toHaveValue("A-17");
  await page.unroute("**/template");
  await dialog.getByRole("button", { name: "Send template" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => graph.messagesTo(phone).length).toBe(1);
  await expect(log(page).getByText("Hi Ada, your order A-17 is on its way.")).toHaveCount(1);
});

test("a message that Meta refuses because the window is over offers a template", { tag: "@embedded" }, async ({ ada, graph, signedIn }) => {
  graph.setTemplates(templates);
  const { page, phone } = await openChat({ ada, signedIn }, 1);
  graph.play(phone, { code: 131047 });
  await box(page).fill("Still there?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await log(page).getByRole("button", { name: "Send a template" }).click();
  await expect(page.getByRole("dialog").getByRole("list", { name: "Templates" })).toBeVisible();
});

test("a chat of a channel without a window shows none, and offers no template", { tag: "@embedded" }, async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1" });
  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(box(page)).toBeVisible();
  await expect(page.getByText(/^Reply until/)).toHaveCount(0);
  await page.getByRole("button", { name: /^More for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Block…" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Send a template…" })).toHaveCount(0);
});

test("a customer without a phone can be asked for it", { tag: "@embedded" }, async ({ ada, graph, signedIn }) => {
  const { page, channel, owner } = await openChat({ ada, signedIn }, 1);
  const userId = newUserId();
  await sendWebhook(channel, webhookWith(kinds.text({ userId, name: "Luis Torres" })));
  await page.goto(`/${ada.workspace}/chats/${await chatOf(owner, "Luis Torres")}`);
  await hydrated(page);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Ask for the phone number" }).click();
  await expect.poll(() => graph.messagesTo(userId).map(({ body }) => body["type"])).toEqual(["interactive"]);
});

test("a blocked person's messages are refused until they are unblocked", { tag: "@embedded" }, async ({ ada, signedIn }) => {
  const { page, phone } = await openChat({ ada, signedIn }, 1);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Block…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("refused from now on");
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  const notice = page.getByRole("status").filter({ hasText: "What this person writes is refused." });
  await expect(notice).toBeVisible();
  const write = (text: string) => ada.sendMessage({ channel: "whatsapp", phone }, text);
  await expect(write("Refused words")).rejects.toThrow(/forbidden/);
  await notice.getByRole("button", { name: "Unblock" }).click();
  await expect(notice).toHaveCount(0);
  await write("Accepted words");
  await expect(log(page)).toContainText("Accepted words");
  await expect(log(page)).not.toContainText("Refused words");
});

test("the check reports what Meta says, and a dead token pauses the channel until another one is saved", { tag: "@embedded" }, async ({
  ada,
  graph,
  signedIn,
}) => {
  const { page, phone } = await openChat({ ada, signedIn }, 1);
  const settings = await page.context().newPage();
  await settings.goto(`/${ada.workspace}/settings/whatsapp`);
  await hydrated(settings);
  await settings.getByRole("button", { name: "Check", exact: true }).click();
  const findings = settings.getByRole("list", { name: "Check results" }).getByRole("listitem");
  await expect(findings).toHaveCount(2);
  await expect(findings.getByRole("img", { name: "Passed" })).toHaveCount(2);
  await expect(settings.getByText("Connected as +1 555-078-3881")).toBeVisible();
  graph.play(phone, { code: 190, status: 401 });
  await box(page).fill("Waits for a token");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => graph.messagesTo(phone).length).toBe(1);
  const paused = settings.getByRole("alert").filter({ hasText: "Paused: nothing is sent to WhatsApp." });
  await expect(async () => {
    await settings.reload();
    await expect(paused).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(paused).toContainText("access token");
  // Admins see it on every screen, agents on none.
  const notice = (on: Page) => on.getByRole("status").filter({ hasText: "WhatsApp has stopped sending" });
  await page.reload();
  await expect(notice(page).getByRole("link", { name: "Open settings" })).toHaveAttribute("href", `/${ada.workspace}/settings/whatsapp`);
  await expectAccessible(page);
  const agent = await signedIn(ada, "/chats", { as: await addMember(ada) });
  await expect(agent.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(notice(agent)).toHaveCount(0);
  await settings.getByLabel("Access token").fill(`EAA${"n3W".repeat(12)}`);
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(paused).toHaveCount(0);
  await expect(notice(settings)).toHaveCount(0);
  await expect.poll(() => graph.messagesTo(phone).filter(({ id }) => id !== undefined).length, { timeout: 20_000 }).toBe(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the window, the picker and a blocked person are accessible, ${colorScheme}`, { tag: "@embedded" }, async ({
    ada,
    graph,
    signedIn,
  }) => {
    graph.setTemplates(templates);
    const viewport = colorScheme === "light" ? { width: 1440, height: 900 } : { width: 390, height: 844 };
    const soon = await openChat({ ada, signedIn }, 23.5, { colorScheme, viewport });
    await expect(soon.page.getByText(/^Reply until/)).toBeVisible();
    await soon.page.getByRole("button", { name: /^More for/ }).click();
    await soon.page.getByRole("menuitem", { name: "Block…" }).click();
    await soon.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await expect(soon.page.getByRole("alertdialog")).toHaveCount(0);
    await expect(soon.page.locator("[data-sonner-toast]")).toBeVisible();
    await expectAccessible(soon.page);
    const { page } = await openChat({ ada, signedIn }, 25, { colorScheme, viewport });
    await expect(choose(page)).toBeVisible();
    await expectAccessible(page);
    await choose(page).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("list", { name: "Templates" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^order_update/ }).click();
    await dialog.getByRole("button", { name: "Send template" }).click();
    await expectAccessible(page);
  });
}

test("a chat whose number became somebody else's says that nothing reaches the customer, and takes notes", { tag: "@embedded" }, async ({
  ada,
  signedIn,
}) => {
  const { page, owner, channel, phone, write } = await openChat({ ada, signedIn }, 50);
  await write(2, "Still me");
  await expect(box(page)).toBeVisible();
  const other = { phone: newPhone(), name: "Grace" };
  await sendWebhook(channel, webhookWith(kinds.text(other, "My new number comes soon")));
  await chatOf(owner, "Grace");
  await sendWebhook(channel, webhookOf(messagesChange([numberChange({ phone: other.phone }, { phone })])));
  await expect(page.getByText("This number belongs to somebody else now")).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await expect(choose(page)).toHaveCount(0);
  await expectAccessibleInEveryLook(page, "a chat without a number");
  await page.getByRole("button", { name: "Private note" }).click();
  await box(page).fill("Call them");
  await page.getByRole("button", { name: /^(Send|Add note)/ }).click();
  await expect(log(page)).toContainText("Call them");
});
