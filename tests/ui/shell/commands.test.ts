import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const search = (page: Page) => palette(page).getByRole("combobox", { name: "Search people, messages and commands" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const keyList = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** A key does nothing before the page is hydrated; one that opened the palette is not pressed again, as it would close it. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(search(page)).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

async function closePalette(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
}

/** The keys of the page work: the palette has opened and closed once. */
async function ready(page: Page): Promise<void> {
  await openPalette(page);
  await closePalette(page);
}

/** A choice of one tab arrives a moment later in another. */
const expectSingleKeys = (page: Page, areOn: boolean) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem("beside.keys"))).toBe(areOn ? null : "off");

type Setup = { ada: Team; signedIn: SignedIn };

/** An owner at the chat of Ada Okafor, with one of Luis Torres above it in the list. */
async function atDesk({ ada, signedIn }: Setup, options: Parameters<SignedIn>[2] = {}): Promise<Page> {
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" }, "My card was charged.");
  await ada.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis Torres" }, "Gracias.");
  const page = await signedIn(ada, `/chats/${chatId}`, options);
  await expect(log(page)).toContainText("My card was charged.");
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("Luis Torres");
  return page;
}

test("the palette finds a chat by its name and opens it by the keyboard alone", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await openPalette(page);
  await page.keyboard.type("torr luis");
  await expect(palette(page).getByRole("option")).toHaveCount(1);
  await expect(option(page, /Luis Torres/)).toHaveAttribute("aria-selected", "true");
  const id = await option(page, /Luis Torres/).getAttribute("id");
  await expect(search(page)).toHaveAttribute("aria-activedescendant", id ?? "none");
  await expect(palette(page).getByRole("status")).toHaveText("1 result");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(log(page)).toContainText("Gracias.");
});

test("the palette finds pages and settings by other words for them, in each language", async ({ ada, signedIn }) => {
  for (const [locale, words] of [
    [
      "en-GB",
      {
        "api key": "Settings: API keys",
        webhook: "Settings: Actions",
        secret: "Settings: Actions",
        invite: "Settings: Members",
        widget: "Settings: Website",
        password: "Go to Profile",
        language: "Go to Profile",
        "sign out": "Sign out",
        "log out": "Sign out",
        dark: "Theme: Dark",
      },
    ],
    [
      "de-DE",
      { Passwort: "Gehe zu Profil", einladen: "Einstellungen: Mitglieder", ausloggen: "Abmelden", webhook: "Einstellungen: Aktionen" },
    ],
    ["es-ES", { contraseña: "Ir a Perfil", invitar: "Ajustes: Miembros", secreto: "Ajustes: Acciones" }],
    ["pt-BR", { senha: "Ir para Perfil", convidar: "Configurações: Membros", segredo: "Configurações: Ações" }],
  ] as const) {
    const page = await signedIn(ada, "/chats", { locale });
    const dialog = page.getByRole("dialog");
    await expect(async () => {
      if (!(await dialog.isVisible())) await page.keyboard.press("ControlOrMeta+k");
      await expect(dialog.getByRole("combobox")).toBeFocused({ timeout: 2_000 });
    }).toPass();
    for (const [typed, found] of Object.entries(words)) {
      await dialog.getByRole("combobox").fill(typed);
      await expect(dialog.getByRole("option", { name: found }), typed).toBeVisible();
    }
    await page.context().close();
  }
});

test("the arrows choose among the results, from the last on to the first", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await openPalette(page);
  await page.keyboard.type("theme");
  await expect(palette(page).getByRole("option")).toHaveCount(4);
  const selected = palette(page).getByRole("option", { selected: true });
  const [first = "", ...rest] = await palette(page).getByRole("option").allTextContents();
  await expect(selected).toHaveText(first);
  for (const text of [...rest, first]) {
    await page.keyboard.press("ArrowDown");
    await expect(selected).toHaveText(text);
  }
  await page.keyboard.press("ArrowUp");
  await expect(selected).toHaveText(rest.at(-1) ?? first);
  await search(page).fill("no such thing");
  await expect(palette(page).getByRole("option")).toHaveCount(0);
  await expect(palette(page).getByRole("status")).toHaveText("Nothing matches “no such thing”.");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
});

test("the palette opens from the composer, and returns the focus and the draft", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await composer(page).click();
  await page.keyboard.type("We are look");
  await openPalette(page);
  await page.keyboard.type("something else");
  await closePalette(page);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("ing into it");
  await expect(composer(page)).toHaveValue("We are looking into it");
  // The keys that open it also close it.
  await openPalette(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test("a command that moves the focus is run from the palette", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await openPalette(page);
  await page.keyboard.type("private note");
  await expect(option(page, /Write a private note/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("She is a VIP");
  await expect(composer(page)).toHaveValue("She is a VIP");
});

test("single keys are text in the composer, and do nothing with Ctrl or Alt", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  await composer(page).click();
  await page.keyboard.type("reins hjk? / gc a1 E");
  await expect(composer(page)).toHaveValue("reins hjk? / gc a1 E");
  await composer(page).fill("");
  await page.getByRole("heading", { level: 1 }).first().click();
  for (const key of ["Alt+e", "Alt+r", "Control+e", "Alt+j"]) await page.keyboard.press(key);
  await expect(composer(page)).not.toBeFocused();
  // R does: what came before it would have been seen by now.
  await page.keyboard.press("r");
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue("");
  await expect(log(page)).not.toContainText("closed");
});

test("G and then C goes to the chats, G and then S to the settings of admins", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  // The settings lead on to their first page.
  await expect(page).toHaveURL(new RegExp(`/${ada.workspace}/settings/members$`));
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(new RegExp(`/${ada.workspace}/chats$`));
});

test("the palette offers the settings to admins only", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await openPalette(page);
  await page.keyboard.type("settings members");
  await expect(option(page, "Settings: Members")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/${ada.workspace}/settings/members`);
  const agent = await signedIn(ada, "/chats", { as: await addMember(ada) });
  await openPalette(agent);
  await agent.keyboard.type("go");
  await expect(option(agent, /Go to Chats/)).toBeVisible();
  await search(agent).fill("settings");
  await expect(palette(agent).getByRole("option")).toHaveCount(0);
});

test("? lists the keys of the screen, and returns the focus", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  const link = page.getByRole("link", { name: "Settings", exact: true });
  await link.focus();
  await page.keyboard.press("?");
  const row = (label: string) => keyList(page).getByRole("listitem").filter({ hasText: label });
  await expect(row("Reply")).toContainText("R");
  await expect(row("Go to Chats")).toContainText("GthenC");
  await expect(row("Close and open the next chat")).toContainText("ShiftE");
  await page.keyboard.press("Escape");
  await expect(keyList(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  // Elsewhere there is no chat to reply to.
  await page.goto(`/${ada.workspace}/settings/members`);
  await ready(page);
  await page.keyboard.press("?");
  await expect(row("Go to Chats")).toBeVisible();
  await expect(row("Reply")).toHaveCount(0);
});

test("single keys are switched off in the profile, for every tab and after a reload; Ctrl with K stays", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  await page.keyboard.press("?");
  await keyList(page).getByRole("link", { name: "Turn them off in your profile" }).click();
  await expect(page).toHaveURL(`/${ada.workspace}/profile#keys`);
  const single = page.getByRole("switch", { name: "Single keys" });
  await expect(single).toBeChecked();
  const other = await page.context().newPage();
  await other.goto(`/${ada.workspace}/chats`);
  await ready(other);
  await single.click();
  await expect(single).not.toBeChecked();
  for (const one of [page, other]) {
    if (one === page) await page.reload();
    await ready(one);
    await expectSingleKeys(one, false);
    for (const key of ["?", "/", "g", "s"]) await one.keyboard.press(key);
    // It opens after what the keys would have opened.
    await openPalette(one);
    await expect(keyList(one)).toHaveCount(0);
    await one.keyboard.type("keyboard");
    await one.keyboard.press("Enter");
    await expect(keyList(one)).toContainText("Single keys are off.");
    await expect(keyList(one).getByRole("listitem")).toHaveCount(1);
    await one.keyboard.press("Escape");
  }
  await expect(single).not.toBeChecked();
  await single.click();
  await expect(single).toBeChecked();
  await expectSingleKeys(other, true);
  await other.keyboard.press("?");
  await expect(keyList(other)).toContainText("Go to Chats");
});

test("single keys do nothing while a menu is open", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  await page.getByRole("button", { name: /^Account:/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  for (const key of ["?", "g", "s"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await openPalette(page);
  await expect(keyList(page)).toHaveCount(0);
  expect(page.url()).toContain("/chats/");
});

test("the composer is three stops of the Tab key from the top of the page", async ({ ada, signedIn }) => {
  const page = await atDesk({ ada, signedIn });
  await ready(page);
  await page.reload();
  await expect(log(page)).toContainText("My card was charged.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Tab");
  const toReply = page.getByRole("button", { name: "Go to the reply field" });
  await expect(toReply).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(composer(page)).toBeFocused({ timeout: 500 });
  }).toPass();
  expect(new URL(page.url()).hash).toBe("");
  await page.goto(`/${ada.workspace}/chats`);
  await expect(page.getByRole("link", { name: "Skip to content" })).toHaveCount(1);
  await expect(toReply).toHaveCount(0);
});
