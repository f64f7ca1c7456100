import type { Browser, BrowserContext, Page, Worker } from "@playwright/test";
import { assign, teamOf } from "../../support/chat-work";
import { addSession, expect, type Team, test } from "../../support/fixtures";
import { newBrowser } from "../../support/push";
import type { Running } from "../../support/server";
import { hydrated, openHydrated } from "../browser";

const ada = { channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" };

/** The parts of a service worker's scope that are used here. */
type Scope = {
  registration: { showNotification: (title: string, options?: object) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
};
type Given = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Stands in for the push service of the browser's maker, which no test can reach; the service worker is the real one. */
function pretend({ endpoint, keys }: Given): void {
  // The headless browser says that it denies everything.
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  const isHeld = () => localStorage.getItem("held") !== null;
  const options = { applicationServerKey: null as ArrayBuffer | null };
  const subscription = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => localStorage.removeItem("held") };
  PushManager.prototype.getSubscription = async () => (isHeld() ? (subscription as unknown as PushSubscription) : null);
  PushManager.prototype.subscribe = async (asked) => {
    const text = String(asked?.applicationServerKey).replaceAll("-", "+").replaceAll("_", "/");
    options.applicationServerKey = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
    localStorage.setItem("held", "");
    return subscription as unknown as PushSubscription;
  };
}

type Setup = { team: Team; server: Running; browser: Browser; given: Given };

/** A browser, signed in as the owner. */
async function browserOf({ team, server, browser, given }: Setup): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url });
  await context.addInitScript(pretend, given);
  await addSession(context, server.url, team.owner);
  return context;
}

const pushSwitch = (page: Page) => page.getByRole("switch", { name: "When Beside is closed" });

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent("serviceworker");
}

test("notifications while Beside is closed are switched on in the profile, follow the kinds, and are switched off", async ({
  ada: team,
  server,
  receiver,
  browser,
}) => {
  const device = newBrowser(receiver);
  const context = await browserOf({ team, server, browser, given: device.given });
  const page = await context.newPage();
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(ada);
  await assign(session, chatId, (await teamOf(session))[0]?.id ?? "");
  await page.goto(`/${team.workspace}/profile`);
  await expect(pushSwitch(page)).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Show names and texts" })).toHaveCount(0);

  await pushSwitch(page).click();
  await expect(pushSwitch(page)).toBeChecked();
  await team.sendMessage(ada, "Where is my order?");
  await expect.poll(device.pushed, { timeout: 15_000 }).toMatchObject([{ title: /^\d new messages?$/, body: "Open Beside to see it." }]);

  await page.getByRole("switch", { name: "Show names and texts" }).click();
  const changing = page.waitForRequest((request) => request.method() === "PUT" && request.postData()?.includes("unassigned") === true);
  await page.getByRole("checkbox", { name: "Messages in unassigned chats" }).check();
  expect((await changing).postDataJSON()).toMatchObject({ kinds: ["message", "unassigned", "problem", "mention"], showsText: true });
  await (await changing).response();
  await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Is anybody there?");
  await expect
    .poll(device.pushed, { timeout: 15_000 })
    .toContainEqual(expect.objectContaining({ title: "Noor", body: "Is anybody there?" }));

  await page.reload();
  await expect(pushSwitch(page)).toBeChecked();
  const ending = page.waitForResponse((response) => response.url().endsWith("/push/end"));
  await pushSwitch(page).click();
  expect((await ending).status()).toBe(200);
  await expect(pushSwitch(page)).not.toBeChecked();
});

test("a browser that refused says what to do", async ({ ada: team, server, receiver, browser }) => {
  const context = await browserOf({ team, server, browser, given: newBrowser(receiver).given });
  await context.addInitScript(() => {
    Notification.requestPermission = async () => "denied";
  });
  const page = await context.newPage();
  await page.goto(`/${team.workspace}/profile`);
  await hydrated(page);
  await pushSwitch(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toContainText(
    "Your browser does not allow notifications from Beside.",
  );
  await expect(pushSwitch(page)).not.toBeChecked();
});

test("nothing is pushed while the chats are visible, and a click on what was pushed shows the chat in the open tab", async ({
  ada: team,
  server,
  receiver,
  browser,
}) => {
  const device = newBrowser(receiver);
  const context = await browserOf({ team, server, browser, given: device.given });
  const page = await context.newPage();
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(ada);
  await assign(session, chatId, (await teamOf(session))[0]?.id ?? "");
  await page.goto(`/${team.workspace}/profile`);
  await hydrated(page);
  await pushSwitch(page).click();
  await expect(pushSwitch(page)).toBeChecked();

  const saying = page.waitForResponse((response) => response.url().endsWith("/push/visible"));
  await openHydrated(page, `/${team.workspace}/chats`);
  expect(await (await saying).json()).toEqual({ hasPush: true });
  await team.sendMessage(ada, "Seen in the tab");
  await expect(page.getByRole("link", { name: /Ada Okafor/ })).toContainText("Seen in the tab");

  const worker = await workerOf(context);
  const path = `/${team.workspace}/chats/${chatId}`;
  const shown = await worker.evaluate(
    async (sent) => {
      const scope = globalThis as unknown as Scope;
      const done: Promise<unknown>[] = [];
      const event = Object.assign(new Event("push"), { data: { json: () => sent }, waitUntil: (one: Promise<unknown>) => done.push(one) });
      const records: [string, object][] = [];
      scope.registration.showNotification = async (title, options = {}) => void records.push([title, options]);
      scope.dispatchEvent(event);
      await Promise.all(done);
      return records;
    },
    { title: "Ada Okafor", body: "Hello", tag: `beside ${team.workspace} ${chatId}`, path },
  );
  expect(shown).toMatchObject([["Ada Okafor", { body: "Hello", tag: `beside ${team.workspace} ${chatId}`, data: { path } }]]);

  await worker.evaluate(async (to) => {
    const done: Promise<unknown>[] = [];
    const notification = { close: () => undefined, data: { path: to } };
    const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: (one: Promise<unknown>) => done.push(one) });
    (globalThis as unknown as Scope).dispatchEvent(event);
    await Promise.all(done);
  }, path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("log")).toContainText("Seen in the tab");
  expect(device.calls()).toEqual([]);
});
