import type { Browser, BrowserContext, Page } from "@playwright/test";
import { assign, teamOf } from "../../support/chat-work";
import { addSession, expect, type Team, test } from "../../support/fixtures";
import type { Running } from "../../support/server";
import { hydrated, openHydrated } from "../browser";

const ada = { channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" };

type Shown = { title: string; body: string; tag: string; silent: boolean };
type Probe = { shown: Shown[]; asked: number; tones: number; click: () => void };
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Stands in for the browser's own notifications and sounds, which no test can see. A hidden tab is one that says so. */
function observe(): void {
  const probe: Probe = { shown: [], asked: 0, tones: 0, click: () => {} };
  window.probe = probe;
  class Recorded {
    static permission = "granted";
    static requestPermission = async () => {
      probe.asked += 1;
      return "granted";
    };
    onclick: (() => void) | null = null;
    constructor(title: string, { body, tag, silent }: Omit<Shown, "title">) {
      probe.shown.push({ title, body, tag, silent });
      probe.click = () => this.onclick?.();
    }
    close(): void {}
  }
  Object.assign(window, { Notification: Recorded });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    probe.tones += 1;
    start.call(this, when);
  };
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

type Setup = { team: Team; server: Running; browser: Browser };

/** Tabs of one browser, signed in as the owner. */
async function browserOf({ team, server, browser }: Setup): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url });
  await context.addInitScript(observe);
  await addSession(context, server.url, team.owner);
  return context;
}

const shownIn = (page: Page) => page.evaluate(() => window.probe.shown);
const askedIn = (page: Page) => page.evaluate(() => window.probe.asked);
const desktop = (page: Page) => page.getByRole("switch", { name: "Desktop notifications" });
/** The notifier of a tab has its code, and the lock. */
const isNotifying = (page: Page) =>
  page.evaluate(async () => ((await navigator.locks.query()).held ?? []).some(({ name }) => name?.startsWith("beside.notifier")));

test("notifications are off until they are switched on in the profile, and the browser is asked only then", async ({
  ada: team,
  server,
  browser,
}) => {
  const context = await browserOf({ team, server, browser });
  const page = await context.newPage();
  const { chatId } = await team.sendMessage(ada);
  await openHydrated(page, `/${team.workspace}/chats`);
  await setHidden(page, true);
  await team.sendMessage(ada, "Anybody?");
  await expect(page.getByRole("link", { name: /Ada Okafor/ })).toContainText("Anybody?");
  expect(await shownIn(page)).toEqual([]);
  expect(await isNotifying(page)).toBe(false);

  await page.goto(`/${team.workspace}/profile`);
  await expect(desktop(page)).not.toBeChecked();
  expect(await askedIn(page)).toBe(0);
  await desktop(page).click();
  await expect(desktop(page)).toBeChecked();
  expect(await askedIn(page)).toBe(1);
  for (const [name, isOn] of [
    ["Messages in my chats", true],
    ["Messages in unassigned chats", false],
    ["Problems in my chats", true],
    ["Notes that mention me", true],
  ] as const)
    await expect(page.getByRole("checkbox", { name })).toBeChecked({ checked: isOn });
  await page.getByRole("checkbox", { name: "Messages in unassigned chats" }).check();

  await openHydrated(page, `/${team.workspace}/chats`);
  await expect.poll(() => isNotifying(page)).toBe(true);
  await team.sendMessage(ada, "Still there?");
  const tag = `beside ${team.workspace} ${chatId}`;
  await expect.poll(() => shownIn(page)).toEqual([{ title: "Ada Okafor", body: "Still there?", tag, silent: true }]);
  await page.goto(`/${team.workspace}/profile`);
  await hydrated(page);
  await desktop(page).click();
  await expect(desktop(page)).not.toBeChecked();
  await openHydrated(page, `/${team.workspace}/chats`);
  await team.sendMessage(ada, "Hello?");
  await expect(page.getByRole("link", { name: /Ada Okafor/ })).toContainText("Hello?");
  expect(await shownIn(page)).toEqual([]);
});

test("one of several tabs notifies, not of the chat that is being read, and a click opens the chat", async ({
  ada: team,
  server,
  browser,
}) => {
  const owner = await team.signIn();
  const [olga] = await teamOf(owner);
  const { chatId } = await team.sendMessage(ada);
  const luis = await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis" });
  for (const id of [chatId, luis.chatId]) await assign(owner, id, olga?.id ?? "");
  const context = await browserOf({ team, server, browser });
  const first = await context.newPage();
  await first.goto(`/${team.workspace}/profile`);
  await hydrated(first);
  await desktop(first).click();
  await expect(desktop(first)).toBeChecked();
  await openHydrated(first, `/${team.workspace}/chats`);
  await expect.poll(() => isNotifying(first)).toBe(true);
  const second = await context.newPage();
  await openHydrated(second, `/${team.workspace}/chats/${chatId}`);
  await expect.poll(() => second.evaluate(async () => ((await navigator.locks.query()).pending ?? []).length)).toBe(1);

  // The second tab shows the chat of Ada.
  await team.sendMessage(ada, "Are you reading this?");
  await expect(second.getByRole("log", { name: "Conversation" })).toContainText("Are you reading this?");
  await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis" }, "From Luis");
  await expect.poll(() => shownIn(first)).toMatchObject([{ title: "Luis", body: "From Luis" }]);
  await setHidden(second, true);
  await team.api("POST", "/events", { body: { event: "Payment failed", phone: ada.phone } });
  await expect.poll(() => shownIn(first)).toMatchObject([{ title: "Luis" }, { title: "Ada Okafor", body: "Problem: Payment failed" }]);
  expect(await shownIn(second)).toEqual([]);

  await first.evaluate(() => window.probe.click());
  await expect(first).toHaveURL(new RegExp(`/chats/${chatId}$`));
  // The next tab takes over.
  await first.close();
  await expect.poll(() => second.evaluate(async () => ((await navigator.locks.query()).pending ?? []).length)).toBe(0);
  await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis" }, "Again from Luis");
  await expect.poll(() => shownIn(second)).toMatchObject([{ title: "Luis", body: "Again from Luis" }]);
});

test("the sound is heard when it is switched on and for what was chosen, and for nothing else", async ({ ada: team, server, browser }) => {
  const context = await browserOf({ team, server, browser });
  const page = await context.newPage();
  const tones = () => page.evaluate(() => window.probe.tones);
  await page.goto(`/${team.workspace}/profile`);
  await hydrated(page);
  await page.getByRole("switch", { name: "Sound" }).click();
  // A sample of it.
  await expect.poll(tones).toBe(2);
  await page.getByRole("checkbox", { name: "Messages in unassigned chats" }).check();
  await openHydrated(page, `/${team.workspace}/chats`);
  await expect.poll(() => isNotifying(page)).toBe(true);
  // Browsers allow a sound after a click on the page.
  await page.getByRole("heading", { level: 1, name: "Chats" }).click();
  await team.sendMessage(ada);
  await expect.poll(tones).toBe(2);
  expect(await shownIn(page)).toEqual([]);
});
