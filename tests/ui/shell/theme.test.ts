import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";

const backgrounds = { light: "rgb(246, 246, 244)", dark: "rgb(15, 16, 18)" } as const;
const bars = { light: "#f6f6f4", dark: "#0f1012" } as const;
type Theme = keyof typeof backgrounds;

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const html = (page: Page) => page.locator("html");
const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const choiceIn = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === "beside.theme")?.value;

/** Chooses on the profile page, where a click before hydration changes nothing. */
async function choose(page: Page, workspace: string, theme: Theme): Promise<void> {
  await page.goto(`/${workspace}/profile`);
  await expect(async () => {
    await radio(page, theme === "dark" ? "Dark" : "Light").click();
    await expect(html(page)).toHaveAttribute("data-theme", theme, { timeout: 1_000 });
  }).toPass();
}

for (const [theme, system] of [
  ["dark", "light"],
  ["light", "dark"],
] as const) {
  test(`a ${theme} theme under a ${system} system is chosen in the profile, and the server renders it`, async ({
    ada,
    server,
    signedIn,
  }) => {
    const page = await signedIn(ada, "/profile", { colorScheme: system });
    expect(await background(page)).toBe(backgrounds[system]);
    await expect(radio(page, "System")).toBeChecked();
    await choose(page, ada.workspace, theme);
    expect(await background(page)).toBe(backgrounds[theme]);
    await page.reload();
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", bars[theme]);
    await expect(html(page)).toHaveAttribute("data-theme", theme);
    await expect(radio(page, theme === "dark" ? "Dark" : "Light")).toBeChecked();

    // Without scripts there is only what the server sent: the first paint has the chosen colours.
    const bare = await signedIn(ada, "", { colorScheme: system, javaScriptEnabled: false });
    await bare.context().addCookies([{ name: "beside.theme", value: theme, url: server.url }]);
    await bare.goto(`/${ada.workspace}/chats`);
    expect(await html(bare).evaluate((element) => getComputedStyle(element).colorScheme)).toBe(theme);
    expect(await background(bare)).toBe(backgrounds[theme]);
  });

  test(`the profile, a chat, the palette and the list of keys are accessible in a ${theme} theme under a ${system} system`, async ({
    ada,
    signedIn,
  }) => {
    const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" });
    const viewport = theme === "dark" ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const page = await signedIn(ada, "", { colorScheme: system, viewport });
    await choose(page, ada.workspace, theme);
    const check = (what: string) => expectAccessible(page, what);
    await check("profile");
    await page.goto(`/${ada.workspace}/chats/${chatId}`);
    await expect(page.getByRole("log", { name: "Conversation" })).toContainText("Hello");
    await check("chat");
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await expect(async () => {
      if (!(await palette.isVisible())) await page.keyboard.press("ControlOrMeta+k");
      await expect(palette.getByRole("option").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await check("palette");
    await page.keyboard.type("keyboard");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await check("keys");
  });
}

test("another tab follows the choice, and the system's theme can be chosen again", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "", { colorScheme: "light" });
  const other = await page.context().newPage();
  await other.goto(`/${ada.workspace}/chats`);
  await choose(page, ada.workspace, "dark");
  await expect.poll(() => background(other)).toBe(backgrounds.dark);
  await radio(page, "System").click();
  await expect(html(page)).not.toHaveAttribute("data-theme");
  await expect.poll(() => background(other)).toBe(backgrounds.light);
  await page.reload();
  await expect(html(page)).not.toHaveAttribute("data-theme");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => background(page)).toBe(backgrounds.dark);
});

test("a choice outlives its cookie", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "", { colorScheme: "light" });
  await choose(page, ada.workspace, "dark");
  await page.context().clearCookies({ name: "beside.theme" });
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => choiceIn(page.context())).toBe("dark");
});

test("the choice is for the desk alone: the sign-in, the frame, the widget and the simulator follow the system", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const tagOf = async (path: string, cookies: string) => {
    const reply = await fetch(`${ada.url}${path}`, { headers: { cookie: cookies, accept: "text/html" }, redirect: "manual" });
    return /<html[^>]*>/.exec(await reply.text())?.[0];
  };
  expect(await tagOf(`/${ada.workspace}/chats`, `${cookie}; beside.theme=dark`)).toContain('data-theme="dark"');
  expect(await tagOf(`/${ada.workspace}/settings/members`, `${cookie}; beside.theme=light`)).toContain('data-theme="light"');
  expect(await tagOf(`/${ada.workspace}/chats`, `${cookie}; beside.theme=pink`)).not.toContain("data-theme");
  for (const path of ["/sign-in", `/${ada.workspace}/embed`, `/widget/${ada.workspace}`, "/simulator"]) {
    const tag = await tagOf(path, "beside.theme=dark");
    expect(tag, path).toContain("<html");
    expect(tag, path).not.toContain("data-theme");
  }
});
