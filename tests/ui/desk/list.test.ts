import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { locales } from "@/lib/kernel/locale";
import { answer, inAnHour, snooze } from "../../support/chat-work";
import { expect, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { translations } from "../../support/translations";
import { openHydrated } from "../browser";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const rows = (page: Page) => list(page).getByRole("link");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const tab = (page: Page, name: RegExp) => list(page).getByRole("button", { name });

const write = (team: Team, name: string, text = `From ${name}`) =>
  team.sendMessage({ channel: "website", visitorId: `v_${name.replaceAll(" ", "_")}`, name }, text);

/** Chats of as many visitors, of whom the last one wrote last. */
async function manyChats(team: Team, count: number): Promise<void> {
  const atOnce = 10;
  for (let first = 1; first <= count; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - first + 1) }, (_, index) => first + index);
    await Promise.all(
      numbers.map((number) => {
        const name = `Customer ${String(number).padStart(3, "0")}`;
        return deliver(team, { channel: "website", visitorId: `v_${name.replaceAll(" ", "_")}`, name });
      }),
    );
  }
}

/** New people take turns, and on a busy machine one may wait for too long: it is sent again, as a channel does. */
async function deliver(team: Team, sender: { channel: string; name: string; visitorId?: string; phone?: string }): Promise<void> {
  const id = newId();
  for (let attempt = 1; ; attempt += 1) {
    const error = await team.sendMessage(sender, `From ${sender.name}`, id).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!error) return;
    if (attempt === 5 || !String(error).includes("unavailable")) throw error;
  }
}

test("the filters are in the address, and survive a reload, a back navigation and the way into a chat", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  const luis = await ada.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis" }, "From Luis");
  const noor = await write(ada, "Noor");
  await write(ada, "Ada");
  await answer(owner, luis.chatId);
  await snooze(owner, noor.chatId, inAnHour());
  const page = await signedIn(ada, "/chats");
  await expect(rows(page)).toHaveCount(2);
  await expect(tab(page, /^Mine 1/)).toBeVisible();
  await expect(tab(page, /^Unassigned 1/)).toBeVisible();

  await tab(page, /^Mine/).click();
  await expect(page).toHaveURL(/\?view=mine$/);
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(tab(page, /^Mine/)).toHaveAttribute("aria-pressed", "true");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "Luis")).toContainText("Assigned to Olga Owner");
  }
  await page.goBack();
  await expect(tab(page, /^All/)).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page)).toHaveCount(2);

  await list(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitemradio", { name: "Snoozed" }).click();
  await expect(page).toHaveURL(/\?view=snoozed$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Noor");
  // The name of the chosen view leaves less room for tabs.
  await list(page).getByRole("button", { name: "More: Snoozed" }).click();
  await page.getByRole("menuitemradio", { name: "All" }).click();
  await list(page).getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemradio", { name: "WhatsApp" }).click();
  await expect(list(page).getByRole("button", { name: "Filter: WhatsApp" })).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await row(page, "Luis").click();
  await expect(page).toHaveURL(new RegExp(`/chats/${luis.chatId}\\?channel=whatsapp$`));
  await expect(rows(page)).toHaveCount(1);
});

/** Chats of as many people on WhatsApp, each with an open problem. */
async function manyProblems(team: Team, count: number): Promise<void> {
  const atOnce = 4;
  for (let first = 0; first < count; first += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - first) }, async (_, index) => {
        const phone = `4479111${first + index + 10_000}`;
        await deliver(team, { channel: "whatsapp", phone, name: "Ada" });
        await expect.poll(async () => (await team.api("POST", "/events", { body: { event: "Payment failed", phone } })).status).toBe(201);
      }),
    );
}

test("problems are the first tab, no tab is cut off in any language at any width, and the menu has those without room", async ({
  ada,
  signedIn,
}) => {
  test.slow();
  const owner = await ada.signIn();
  await manyProblems(ada, 100);
  const page = await signedIn(ada, "/chats");
  for (const locale of locales) {
    await owner.call("PUT", "/me/locale", { locale });
    await page.reload();
    const t = translations("chat.views", locale);
    const strip = page.getByRole("group", { name: t("label") });
    const shown = strip.getByRole("button");
    for (const width of [1440, 1100, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(shown.first()).toHaveText(new RegExp(`^${t("names.problems")}99\\+`));
      // What is shown stands whole on one line, before the menu.
      await expect
        .poll(() =>
          strip.evaluate((element) => {
            const [box, ...tabs] = [element, ...element.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
            const isWhole = (tab: DOMRect) => box && tab.top >= box.top && tab.bottom <= box.bottom && tab.right <= box.right;
            const visible = [...element.querySelectorAll("button")].map((tab) => getComputedStyle(tab).visibility === "visible");
            return tabs.map((tab) => isWhole(tab) === true).join() === visible.join() && visible[0];
          }),
        )
        .toBe(true);
      const menu = page.getByRole("button", { name: new RegExp(`^${t("more")}(:|$)`) });
      const inStrip = await shown.count();
      await menu.click();
      await expect(page.getByRole("menuitemradio"), `${locale} ${width}`).toHaveCount(6 - inStrip);
      await page.keyboard.press("Escape");
      await expect(menu).toBeFocused();
    }
  }
  // A view without room is chosen in the menu, which then says its name.
  await page.setViewportSize({ width: 1440, height: 800 });
  await owner.call("PUT", "/me/locale", { locale: "de" });
  await page.goto(`/${ada.workspace}/chats?view=unassigned`);
  const menu = page.getByRole("button", { name: /^Mehr(:|$)/ });
  await expect(menu).toHaveText("Mehr: Nicht zugewiesen");
  await menu.click();
  await expect(page.getByRole("menuitemradio", { name: /^Nicht zugewiesen/ })).toContainText("99+");
  await page.getByRole("menuitemradio", { name: "Geschlossen" }).click();
  await expect(page).toHaveURL(/\?view=closed$/);
});

test("a row says the last message over its whole width, names the open problem in a chip, and marks a draft that waits", async ({
  ada,
  signedIn,
}) => {
  const owner = await ada.signIn();
  const asked = "I was charged twice for the same order, and now I cannot sign in to see either of the two invoices";
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada" }, asked);
  const about = { phone: "447911123456", properties: { reference: "INV-1" } };
  await ada.api("POST", "/events", { body: { event: "Payment failed", ...about } });
  await answer(owner, chatId, "The bank knows", "note");
  const luis = await write(ada, "Luis");
  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(row(page, "Ada")).toContainText("1 open problemPayment failed");
  await expect(row(page, "Ada")).not.toContainText("The bank knows");
  const text = row(page, "Ada").getByText(asked);
  await expect(text).toBeVisible();
  const rest = await row(page, "Ada").evaluate((element, within) => {
    const line = [...element.querySelectorAll("span")].findLast(({ textContent }) => textContent === within);
    return element.getBoundingClientRect().right - (line?.getBoundingClientRect().right ?? 0);
  }, asked);
  expect(rest).toBeLessThanOrEqual(12);

  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("I look into it");
  await expect(row(page, "Ada")).not.toContainText("Draft");
  await row(page, "Luis").click();
  await expect(page).toHaveURL(new RegExp(luis.chatId));
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(row(page, "Ada")).toContainText(`Draft${asked}`);
    await expect(row(page, "Luis")).not.toContainText("Draft");
  }
  await ada.api("POST", "/events", { body: { event: "Payment succeeded", ...about } });
  await expect(row(page, "Ada")).not.toContainText("Payment failed");
  await row(page, "Ada").click();
  await expect(composer).toHaveValue("I look into it");
  await composer.fill("");
  await row(page, "Luis").click();
  await expect(row(page, "Ada")).not.toContainText("Draft");
  await expect(row(page, "Ada")).toContainText(asked);
});

test("with ten pages loaded, a message costs at most three requests, and only the rows near the window are drawn", async ({
  ada,
  signedIn,
}) => {
  test.slow();
  await manyChats(ada, 301);
  const page = await signedIn(ada, "/chats");
  const items = list(page).getByRole("listitem");
  const scrollTo = (where: "end" | "start") =>
    items.first().evaluate((item, end) => {
      const scroller = item.parentElement?.parentElement;
      if (scroller) scroller.scrollTop = end ? scroller.scrollHeight : 0;
    }, where === "end");
  const size = async () => {
    await scrollTo("end");
    return items.first().getAttribute("aria-setsize");
  };
  await expect.poll(size, { timeout: 120_000, intervals: [100] }).toBe("301");
  await scrollTo("start");
  await expect(items.first()).toHaveAttribute("aria-posinset", "1");
  expect(await items.count()).toBeLessThan(60);

  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && requests.push(request.url()));
  await write(ada, "Customer 001", "Here again");
  await expect(rows(page).first()).toContainText("Here again");
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(3);
  await expect(items.first()).toHaveAttribute("aria-setsize", "301");
  await expect(row(page, "Customer 001")).toHaveCount(1);
});

test("the list is one stop of Tab, which the arrow keys move; J and K lead to the next chat and back", async ({ ada, signedIn }) => {
  for (const name of ["Ada", "Luis", "Noor", "Tom"]) await write(ada, name);
  const page = await signedIn(ada, "/chats");
  await expect(rows(page)).toHaveCount(4);
  await list(page).getByRole("button", { name: /^More/ }).focus();
  await page.keyboard.press("Tab");
  await expect(row(page, "Tom")).toBeFocused();
  for (const [key, name] of [
    ["ArrowDown", "Noor"],
    ["ArrowDown", "Luis"],
    ["ArrowUp", "Noor"],
    ["End", "Ada"],
    ["ArrowDown", "Ada"],
    ["Home", "Tom"],
    ["ArrowDown", "Noor"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(row(page, name)).toBeFocused();
  }
  await expect(list(page).locator('a:not([tabindex="-1"])')).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("From Noor");
  await expect(row(page, "Noor")).toHaveAttribute("aria-current", "page");

  for (const [key, name] of [
    ["j", "Luis"],
    ["j", "Ada"],
    ["k", "Luis"],
    ["k", "Noor"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(log(page)).toContainText(`From ${name}`);
    await expect(row(page, name)).toHaveAttribute("aria-current", "page");
  }
});

test("nothing is laid out anew while 200 messages and events arrive", async ({ ada, signedIn }) => {
  await manyChats(ada, 25);
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Zoe", phone: "447911123456" } });
  await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Zoe" }, "Hello");
  const page = await signedIn(ada, "", { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const measured = Object.assign(window, { shift: 0 });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[]) measured.shift += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await openHydrated(page, `/${ada.workspace}/chats`);
  await expect(rows(page).first()).toContainText("Zoe");
  for (let round = 1; round <= 40; round += 1) {
    const customers = [1, 2, 3].map((step) => `Customer ${String(((round * step) % 25) + 1).padStart(3, "0")}`);
    const event = round % 2 === 0 ? "Payment failed" : "Page viewed";
    await Promise.all([
      ...[...new Set(customers)].map((name) => write(ada, name, `Round ${round}`)),
      ...[1, 2].map((number) =>
        ada.api("POST", "/events", { body: { event, userId: "user_1", properties: { reference: `${round}-${number}` } } }),
      ),
    ]);
  }
  await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Zoe" }, "The last one");
  await expect(rows(page).first()).toContainText("The last one");
  await expect(row(page, "Zoe")).toContainText("40 open problems");
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001);
});

test("the rows keep their places under the pointer, and say what is new", async ({ ada, signedIn }) => {
  for (const name of ["Ada", "Luis", "Noor"]) await write(ada, name);
  const page = await signedIn(ada, "/chats");
  await expect(rows(page).first()).toContainText("Noor");
  const box = await row(page, "Luis").boundingBox();
  let moves = 0;
  /** The pointer moves on all the time, like a hand. */
  const atPointer = async () => {
    moves += 1;
    await page.mouse.move((box?.x ?? 0) + 40 + (moves % 10), (box?.y ?? 0) + 20);
    return (await rows(page).allTextContents()).map((text) => /From [a-z]+|News/i.exec(text)?.[0]);
  };
  await atPointer();
  await write(ada, "Ada", "News");
  await write(ada, "Tom");
  await expect.poll(atPointer).toEqual(["From Noor", "From Luis", "News"]);
  await page.mouse.move(1000, 500);
  await expect(rows(page)).toHaveText([/From Tom/, /News/, /From Noor/, /From Luis/]);
});

test("an error inside the chat leaves the list, and the chat can be tried again", async ({ ada, signedIn }) => {
  const { chatId } = await write(ada, "Ada");
  await write(ada, "Luis");
  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(log(page)).toContainText("From Ada");
  // An answer that the screen cannot show.
  await page.route("**/api/w/*/chats/*/panel", (route) => route.fulfill({ json: {} }));
  await write(ada, "Ada", "Are you there?");
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await write(ada, "Luis", "Still here");
  await expect(row(page, "Luis")).toContainText("Still here");

  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(log(page)).toContainText("Are you there?");
  await expect(rows(page)).toHaveCount(2);
});

test("an unknown chat has a title of its own beside the list, and one of another workspace is unknown", async ({ ada, bob, signedIn }) => {
  await write(ada, "Ada");
  const theirs = await write(bob, "Theirs");
  const page = await signedIn(ada);
  for (const chatId of [newId(), theirs.chatId, "nonsense"]) {
    await page.goto(`/${ada.workspace}/chats/${chatId}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chat not found");
    await expect(rows(page)).toHaveCount(1);
  }
  await row(page, "Ada").click();
  await expect(log(page)).toContainText("From Ada");
});

test("the title and the icon count the chats that wait for the agent, and the icon shows an open problem", async ({ ada, signedIn }) => {
  await write(ada, "Ada");
  const noor = await write(ada, "Noor");
  await ada.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis" }, "From Luis");
  const page = await signedIn(ada);
  const icon = () => page.locator('link[rel="icon"]').last().getAttribute("href");
  await openHydrated(page, `/${ada.workspace}/chats`);
  await expect(page).toHaveTitle("(3) Chats · Beside");
  // The number, as it is encoded, on another colour than that of a problem.
  await expect.poll(icon).toContain("%3E3%3C%2Ftext");
  expect(await icon()).not.toContain("d13438");
  await row(page, "Noor").click();
  await expect(page).toHaveTitle("(2) Noor · Beside");
  await expect.poll(icon).toContain("%3E2%3C%2Ftext");
  await answer(await ada.signIn(), noor.chatId);
  const reference = { phone: "34600123456", properties: { reference: "L-1" } };
  await ada.api("POST", "/events", { body: { event: "Login blocked", ...reference } });
  await expect.poll(icon).toContain("d13438");
  await ada.api("POST", "/events", { body: { event: "Login succeeded", ...reference } });
  await expect.poll(icon).not.toContain("d13438");
  // Also while another view is shown.
  await tab(page, /^Mine/).click();
  await write(ada, "Tom");
  await expect(page).toHaveTitle("(3) Noor · Beside");
});

test("the title counts unread chats that are not loaded, too", async ({ ada, signedIn }) => {
  await manyChats(ada, 34);
  const page = await signedIn(ada, "/chats", { viewport: { width: 1440, height: 500 } });
  await expect(page).toHaveTitle("(34) Chats · Beside");
  await row(page, "Customer 034").click();
  await expect(page).toHaveTitle("(33) Customer 034 · Beside");
});

test("a chat that was opened before shows at once and stays usable while its page is on the way", async ({ ada, signedIn }) => {
  const { chatId } = await write(ada, "Ada");
  await write(ada, "Luis");
  const page = await signedIn(ada, `/chats/${chatId}`);
  await row(page, "Luis").click();
  await expect(log(page)).toContainText("From Luis");
  await write(ada, "Ada", "While you were away");
  await expect(row(page, "Ada")).toContainText("While you were away");

  const { opened: released, open: release } = gate();
  await page.route(
    (url) => url.pathname.endsWith(`/chats/${chatId}`) && !url.pathname.startsWith("/api/"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  // Not by the pointer, which would load the page before.
  await row(page, "Ada").dispatchEvent("click");
  await expect(log(page)).toContainText("From Ada");
  await expect(log(page).getByText("While you were away")).toHaveCount(1);
  await expect(row(page, "Ada")).toHaveAttribute("aria-current", "page");
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill("On my way");
  release();
  await expect(page).toHaveURL(new RegExp(`/chats/${chatId}$`));
  await expect(box).toHaveValue("On my way");
  await expect(box).toBeFocused();
  await expect(log(page).getByText("While you were away")).toHaveCount(1);
});

test("a contact that changes is read by its row, and of others the list is read at most once in ten seconds", async ({ ada, signedIn }) => {
  const phone = "447911000001";
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada", phone } });
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Hello");
  const page = await signedIn(ada);
  const connected = page.waitForResponse(/\/stream$/);
  await openHydrated(page, `/${ada.workspace}/chats`);
  await connected;
  const [ofRows, ofPages]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    const { pathname, searchParams, href } = new URL(request.url());
    if (/^\/api\/.*\/chats$/.test(pathname)) (searchParams.has("ids") ? ofRows : ofPages).push(href);
  });

  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  await expect(row(page, "Ada Okafor")).toBeVisible();
  await expect.poll(() => ofRows).not.toEqual([]);

  const end = Date.now() + 7_000;
  for (let number = 1; Date.now() < end; number += 1) {
    await ada.api("PUT", `/contacts/other_${number}`, { body: { name: "Somebody else" } });
    await pause(250);
  }
  // One for the first of them, and one that an open screen makes every 15 seconds.
  expect(ofPages.length).toBeLessThanOrEqual(2);
});
