import type { Page } from "@playwright/test";
import { type Locale, localeNames, locales } from "@/lib/kernel/locale";
import { newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";
import { checkedImport, ranImport, sentFile } from "../../support/imports";
import { addMember } from "../../support/members";
import { translations } from "../../support/translations";
import { hydrated, openHydrated } from "../browser";
import { inTwoChannels } from "../contact-helpers";

const html = (page: Page) => page.locator("html");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const profileTitle = (locale: Locale) => translations("profile", locale)("title");
const signInTitle = (locale: Locale) => translations("pages.signIn", locale)("title");

/** Chooses on the profile page, where a click before hydration changes nothing. */
async function choose(page: Page, name: string, locale: Locale): Promise<void> {
  await expect(async () => {
    await page.getByRole("radio", { name, exact: true }).click();
    await expect(html(page)).toHaveAttribute("lang", locale, { timeout: 2_000 });
  }).toPass();
}

test("a member chooses a language on the profile: at once, in every tab, after a reload, and for nobody else", async ({
  ada,
  signedIn,
}) => {
  const tom = await addMember(ada);
  const page = await signedIn(ada);
  const other = await page.context().newPage();
  await openHydrated(other, `/${ada.workspace}/chats`);
  await page.goto(`/${ada.workspace}/profile`);
  await expect(html(page)).toHaveAttribute("lang", "en");
  await expect(html(page)).toHaveAttribute("dir", "ltr");
  await expect(page.getByRole("radio", { name: "As in the browser" })).toBeChecked();
  await expect(page.getByText("Español", { exact: true }).locator("xpath=ancestor::div[@lang]").first()).toHaveAttribute("lang", "es");

  await choose(page, "Deutsch", "de");
  await expect(heading(page)).toHaveText(profileTitle("de"));
  await expect(page).toHaveTitle(new RegExp(profileTitle("de")));
  await expect(page.getByRole("navigation", { name: translations("shell.rail", "de")("label") })).toBeVisible();
  await expect(html(other)).toHaveAttribute("lang", "de");
  await expect(other.getByRole("navigation", { name: translations("shell.rail", "de")("label") })).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText(profileTitle("de"));
  await expect(page.getByRole("radio", { name: "Deutsch" })).toBeChecked();

  const others = await signedIn(ada, "/profile", { as: tom });
  await expect(heading(others)).toHaveText("Profile");
  // Another browser of the account, with other languages.
  const elsewhere = await signedIn(ada, "/profile", { locale: "es-ES" });
  await expect(heading(elsewhere)).toHaveText(profileTitle("de"));
  await choose(elsewhere, translations("profile.locale", "de")("browser"), "es");
  await expect(heading(elsewhere)).toHaveText(profileTitle("es"));
});

test("pages before the sign-in speak what was chosen in this browser, or what it asks for", async ({ ada, browser, signedIn }) => {
  for (const [locale, expected] of [
    ["de-AT", "de"],
    ["pt-BR", "pt"],
    ["fr-FR", "en"],
  ] as const) {
    const stranger = await (await browser.newContext({ baseURL: ada.url, locale })).newPage();
    await stranger.goto("/sign-in");
    await expect(html(stranger)).toHaveAttribute("lang", expected);
    await expect(heading(stranger)).toHaveText(signInTitle(expected));
    for (const path of ["/invite", "/reset"]) {
      await stranger.goto(path);
      await expect(html(stranger)).toHaveAttribute("lang", expected);
    }
  }
  const page = await signedIn(ada, "/profile", { locale: "pt-BR" });
  await choose(page, localeNames.es, "es");
  await page.context().clearCookies({ name: "beside.session" });
  await page.goto("/sign-in");
  await expect(heading(page)).toHaveText(signInTitle("es"));
});

test("errors of the server are in the reader’s language, and what a person is called is not", async ({
  ada,
  server,
  browser,
  signedIn,
}) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_9c1d4f2a", name: "Visitor Anna" });
  const nameless = await ada.sendMessage({ channel: "website", visitorId: "v_9c1d4f2b" });
  const owner = await ada.signIn();
  for (const locale of locales) {
    const refusals = translations("refusals", locale);
    await owner.call("PUT", "/me/locale", { locale });
    const stranger = await (await browser.newContext({ baseURL: server.url, locale })).newPage();
    await stranger.goto("/sign-in");
    await hydrated(stranger);
    await stranger.locator("[name=email]").fill(ada.owner.email);
    await stranger.locator("[name=password]").fill("not this one");
    await stranger.locator("[type=submit]").click();
    await expect(stranger.getByRole("alert").filter({ hasText: refusals("wrongSignIn") })).toBeVisible();
    await stranger.context().close();

    const page = await signedIn(ada, `/chats/${chatId}`);
    await expect(heading(page)).toHaveText("Visitor Anna");
    await expect(page).toHaveTitle(/Visitor Anna/);
    const unnamed = translations("common", locale)("visitor", { end: "4f2b" });
    await expect(page.locator(`[data-row="${nameless.chatId}"]`)).toContainText(unnamed);
    await page.goto(`/${ada.workspace}/chats/${nameless.chatId}`);
    await expect(page).toHaveTitle(new RegExp(unnamed));
    await page.context().close();
  }
});

test("plurals, days and money are German ones in German, in the agent's time zone", async ({ ada, signedIn }) => {
  const { chatId } = await inTwoChannels(ada);
  const item = { key: "balance", name: null, group: null, isPinned: true, format: { kind: "money", currency: "EUR" } };
  const owner = await ada.signIn();
  const { version } = (await owner.call("GET", "/attribute-display")).body;
  await owner.call("PUT", "/attribute-display", { items: [item], version });
  await owner.call("PUT", "/me/locale", { locale: "de" });
  const late = { event: "Card declined", userId: "user_1", occurredAt: "2025-11-09T22:30:00.000Z" };
  await ada.api("POST", "/events", { body: late });
  const page = await signedIn(ada, `/chats/${chatId}`, { timezoneId: "Europe/Berlin" });
  const t = translations("chat.list", "de");
  const row = page.locator(`[data-row="${chatId}"]`);
  await expect(row).toContainText(t("openProblems", { count: 2 }));
  expect(t("openProblems", { count: 1 })).not.toBe(t("openProblems", { count: 2 }).replace("2", "1"));
  await expect(page.getByText("59,90 €")).toBeVisible();
  await expect(page.getByText(/9\. Nov\. 2025 23:30/).first()).toBeVisible();
});

/** All that a page makes the browser load: documents and scripts. */
async function loadedBy(page: Page, path: string): Promise<string> {
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/javascript|html/.test(response.headers()["content-type"] ?? "")) texts.push(response.text().catch(() => ""));
  });
  await openHydrated(page, path);
  await page.waitForLoadState("load");
  return (await Promise.all(texts)).join("\n");
}

test("the chat screen loads its own texts in one language, and none of other screens", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  await (await ada.signIn()).call("PUT", "/me/locale", { locale: "de" });
  const page = await signedIn(ada);
  const loaded = await loadedBy(page, `/${ada.workspace}/chats/${chatId}`);
  expect(loaded).toContain(translations("chat.composer", "de")("writeNote"));
  for (const locale of locales.filter((one) => one !== "de")) {
    expect(loaded, locale).not.toContain(translations("chat.composer", locale)("writeNote"));
    expect(loaded, locale).not.toContain(translations("profile.password", locale)("description"));
  }
  expect(loaded).not.toContain(translations("settings.website", "de")("intro"));
  expect(loaded).not.toContain(translations("overview.problems", "de")("emptyHint"));
  expect(loaded).not.toContain(translations("simulator", "de")("empty"));
});

const csv = "userId,name\nuser_8,Noor Ali\n,Nobody\n";

/** What the screens show. */
async function withData(ada: Team, desk: Awaited<ReturnType<typeof newDesk>>): Promise<string[]> {
  const { id } = await inTwoChannels(ada);
  await ada.sendMessage({ channel: "website", visitorId: "v_2" });
  const ran = await ranImport(ada, (await checkedImport(ada, csv)).id);
  const [checked, sent] = [await checkedImport(ada, csv), await sentFile(ada, csv)];
  const settings =
    "developers actions website whatsapp helpdesks conflicts members chats replies tags attributes plan audit data requests inspector";
  return [
    "chats",
    `chats/${desk.chatId}`,
    "contacts",
    `contacts/${id}`,
    "contacts/import",
    ...[sent, checked, ran].map(({ id: importId }) => `contacts/import/${importId}`),
    "overview",
    "profile",
    "replies",
    ...settings.split(" ").map((name) => `settings/${name}`),
    "settings/actions/calls",
  ];
}

for (const locale of locales.filter((one) => one !== "en")) {
  // German is the longest of them.
  const tag = locale === "de" ? [] : "@slow";
  test(`no screen misses a text or scrolls sideways on a phone, in ${locale}`, { tag }, async ({ ada, receiver, signedIn }) => {
    const paths = await withData(ada, await newDesk(ada, receiver));
    await (await ada.signIn()).call("PUT", "/me/locale", { locale });
    const page = await signedIn(ada, "", { viewport: { width: 390, height: 844 } });
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    for (const path of paths) {
      await page.goto(`/${ada.workspace}/${path}`);
      await expect(html(page)).toHaveAttribute("lang", locale);
      await expect(heading(page).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      // A text that is missing is shown by its key.
      await expect(
        page.getByText(/\b(chat|settings|common|ui|overview|contacts|imports|profile|audit|calls)\.[a-z]+\.[a-z]+/i),
        path,
      ).toHaveCount(0);
    }
    expect(complaints).toEqual([]);
  });
}
