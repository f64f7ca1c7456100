import type { BrowserContextOptions, Locator, Page } from "@playwright/test";
import { expect } from "../support/expect";
import type { SignedIn, Team } from "../support/fixtures";
import { openHydrated } from "./browser";

/** More stops than any page of the tests has. */
const maxStops = 150;

/** Takes the mouse away: a press of it does nothing. A click that a key makes counts no presses. */
export async function unplugMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ["pointerdown", "mousedown"]) window.addEventListener(type, swallow, { capture: true });
    window.addEventListener("click", (event) => event.detail > 0 && swallow(event), { capture: true });
  });
}

type Walk = { team: Team; signedIn: SignedIn };

/** A page without a mouse, signed in as the owner, on the chats and listening to keys. */
export async function walker({ team, signedIn }: Walk, path = "chats", options: BrowserContextOptions = {}): Promise<Page> {
  const page = await signedIn(team, "", { viewport: { width: 1440, height: 900 }, ...options });
  await unplugMouse(page);
  await openHydrated(page, `/${team.workspace}/${path}`);
  return page;
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element));

const describeFocus = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "nothing");

/** Presses Tab until this has the focus; `key` may be Shift+Tab. */
export async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let stops = 0; stops < maxStops; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}. The focus is on ${await describeFocus(page)}`);
}

/** Walks to a control, and presses it by a key. */
export async function press(target: Locator, key = "Enter"): Promise<void> {
  await tabTo(target);
  // Before the page is hydrated, buttons say that they are not ready.
  await expect(target).toBeEnabled();
  await target.page().keyboard.press(key);
}

/** Walks to a field, and types into it in place of what it has. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("ControlOrMeta+a");
  await target.page().keyboard.type(text);
}

/** Walks to a list of options, and chooses one by its first letters. */
export async function choose(target: Locator, option: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(option);
  await expect(target.locator("option:checked")).toHaveText(option);
}

/** Something has the focus, after an action and when nothing moves it any more. */
export async function expectFocusKept(page: Page): Promise<void> {
  const isSomewhere = () => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
  await expect.poll(isSomewhere, { message: "something has the focus" }).toBe(true);
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

/** Opens the palette; a key does nothing before the page is hydrated, and one that opened it would close it again. */
export async function openPalette(page: Page): Promise<Locator> {
  const field = palette(page).getByRole("combobox");
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  return palette(page);
}

/** Runs a command by its name: the palette chooses it among all. */
export async function command(page: Page, name: string | RegExp, typed = String(name)): Promise<void> {
  const opened = await openPalette(page);
  await page.keyboard.type(typed);
  const option = opened.getByRole("option", { name }).first();
  await expect(option).toBeVisible();
  const options = await opened.getByRole("option").count();
  for (let moves = 0; moves < options && (await option.getAttribute("aria-selected")) !== "true"; moves += 1)
    await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
}

/** Goes to a page of the workspace by the palette. */
export async function goTo(page: Page, name: string, heading = name): Promise<void> {
  await command(page, name);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expectFocusKept(page);
}

/** The same on a page of the settings. */
export async function inSettings(walk: Walk, section: string): Promise<Page> {
  const page = await walker(walk);
  await goTo(page, `Settings: ${section}`, section);
  return page;
}

export const named = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
