import type { Page } from "@playwright/test";
import { allowFrames, type Host, startHost } from "../../support/embed";
import { expect, type Team, test } from "../../support/fixtures";

/** What Chatwoot's documentation shows of a dashboard app's context, shortened to one message. */
const appContext = (conversationId: number, contact: { identifier: string | null; phone_number: string | null }) => ({
  event: "appContext",
  data: {
    conversation: {
      meta: { sender: { id: 5, name: "Ada Okafor", ...contact }, channel: "Channel::WebWidget", assignee: null, hmac_verified: false },
      id: conversationId,
      messages: [{ id: 1, content: "Hello", account_id: 1, inbox_id: 1, conversation_id: conversationId, message_type: 0 }],
      account_id: 1,
      inbox_id: 1,
      can_reply: true,
      status: "open",
      unread_count: 0,
    },
    contact: {
      id: 5,
      name: "Ada Okafor",
      email: "ada@example.com",
      thumbnail: "",
      custom_attributes: {},
      additional_attributes: {},
      ...contact,
    },
    currentAgent: { id: 1, name: "Tom", email: "tom@example.com" },
  },
});

/** As Chatwoot's window: answers with a JSON text when the frame asks, and never by itself. */
const chatwootScript = `
  window.asked = 0;
  addEventListener("message", ({ data, source }) => {
    if (data !== "chatwoot-dashboard-app:fetch-info") return;
    window.asked += 1;
    source.postMessage(JSON.stringify(window.context), "*");
  });`;

const frameOf = (page: Page) => page.frameLocator('iframe[title="Beside"]');

async function contactsOf(team: Team): Promise<void> {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  await team.api("PUT", "/contacts/user_2", { body: { name: "Mia Berg", phone: "447911000002" } });
}

const settings = (team: Team, origin: string) =>
  team.signIn().then((session) => session.call("PUT", "/helpdesks", { chatwoot: { origin, accountId: null, isOn: true } }));

async function signInThere(page: Page): Promise<void> {
  const opening = page.waitForEvent("popup");
  await frameOf(page).getByRole("button", { name: "Sign in" }).click();
  const popup = await opening;
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Allow" }).click();
  await closing;
}

const open = async (page: Page, host: Host, context: object) => {
  await page.addInitScript((value) => Object.assign(window, { context: value }), context);
  await page.goto(host.origin);
};

test("shows the contact of Chatwoot's conversation, and the next one's when another is opened", async ({ ada, signedIn }) => {
  await contactsOf(ada);
  const host = await startHost(() => `${ada.url}/${ada.workspace}/embed?helpdesk=chatwoot`, chatwootScript);
  await settings(ada, host.origin);
  const page = await signedIn(ada);
  await open(page, host, appContext(1, { identifier: "user_1", phone_number: null }));
  await signInThere(page);
  const frame = frameOf(page);
  await expect(frame.getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  await expect(frame.getByText("without an API token")).toBeVisible();
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await expect(frame.getByRole("heading", { name: "Payment failed" })).toBeVisible();

  // Chatwoot says nothing of its own; the frame asks again.
  const next = appContext(2, { identifier: null, phone_number: "+447911000002" });
  await page.evaluate((value) => Object.assign(window, { context: value }), next);
  await expect(frame.getByRole("heading", { name: "Mia Berg" })).toBeVisible({ timeout: 10_000 });
  await expect(frame.getByText("Payment failed")).toHaveCount(0);
  host.close();
});

test("messages of another site are ignored, and it is not asked", async ({ ada, signedIn }) => {
  await contactsOf(ada);
  const host = await startHost(() => `${ada.url}/${ada.workspace}/embed?helpdesk=chatwoot`, chatwootScript);
  await settings(ada, "https://chat.example.com");
  // It may show the frame, but it is not the Chatwoot that the admin entered.
  await allowFrames(await ada.signIn(), [host.origin]);
  const page = await signedIn(ada);
  const context = appContext(1, { identifier: "user_1", phone_number: null });
  await open(page, host, context);
  await expect(frameOf(page).getByRole("main")).toBeVisible();
  await page.evaluate((value) => window.frames[0]?.postMessage(JSON.stringify(value), "*"), context);
  await expect(frameOf(page).getByRole("heading", { name: "Waiting for Chatwoot" })).toBeVisible({ timeout: 15_000 });
  expect(await page.evaluate(() => Reflect.get(window, "asked") as number)).toBe(0);
  await expect(frameOf(page).getByText("Ada Okafor")).toHaveCount(0);
  host.close();
});

test("messages of other windows and of another shape are ignored", async ({ ada, signedIn }) => {
  await contactsOf(ada);
  const host = await startHost(() => `${ada.url}/${ada.workspace}/embed?helpdesk=chatwoot`, chatwootScript);
  await settings(ada, host.origin);
  const page = await signedIn(ada);
  await open(page, host, { event: "something else", data: {} });
  await page.evaluate(
    (value) => {
      const frame = window.frames[0];
      for (const message of [value, "{", "null", JSON.stringify({ event: "appContext" }), JSON.stringify([value])])
        frame?.postMessage(message, "*");
      // A second frame of the same site is not the parent.
      const other = document.body.appendChild(document.createElement("iframe"));
      other.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(JSON.stringify(value))}, "*")</script>`;
    },
    appContext(1, { identifier: "user_1", phone_number: null }),
  );
  await expect(frameOf(page).getByRole("heading", { name: "Waiting for Chatwoot" })).toBeVisible({ timeout: 15_000 });
  host.close();
});
