import { answer, openWebsite } from "../../support/visitor";
import { chat, expect, field, frame, launcher, log, openChat, rows, teamView, test, textsOfOnlyChat, visit, write } from "../shop";

/** Far less than the 15 seconds after which a stream looks by itself, and enough for a machine that runs four tests at once. */
const live = { timeout: 4_000 };

test("a visitor writes, an agent answers, and both read it at once", async ({ ada, shop, owner, browser, signedIn }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  const visitorConnected = page.waitForResponse(/\/api\/widget\/[^/]+\/stream$/);
  await openChat(page);
  await visitorConnected;
  await expect(log(page)).toContainText("Welcome to the shop!");
  await write(page, "Do you ship to Lisbon?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?"]);

  const [first] = (await teamView(owner)).chats;
  const desk = await signedIn(ada);
  const connected = desk.waitForResponse(/\/stream$/);
  await desk.goto(`/${ada.workspace}/chats/${first?.id}`);
  await connected;
  const conversation = desk.getByRole("log", { name: "Conversation" });
  await expect(conversation).toContainText("Do you ship to Lisbon?");

  await write(page, "By Friday?");
  await expect(conversation.getByText("By Friday?")).toBeVisible(live);
  await desk.getByRole("textbox", { name: "Message" }).fill("Yes, to Lisbon too.");
  await desk.getByRole("button", { name: "Send", exact: true }).click();
  await expect(rows(page, "Yes, to Lisbon too.")).toBeVisible(live);
  await expect(rows(page, "Yes, to Lisbon too.")).toContainText("Olga");
  for (const text of ["Do you ship to Lisbon?", "By Friday?", "Yes, to Lisbon too."]) await expect(rows(page, text)).toHaveCount(1);
});

test("before the first opening nothing is stored, and nothing but the loader is loaded", async ({ ada, shop, owner: _, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => request.url().startsWith(ada.url) && requests.push(new URL(request.url()).pathname));
  await page.goto(shop.page(ada.workspace, { calls: 'Beside("hide"); Beside("show");' }));
  await expect(launcher(page)).toBeVisible();
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ""]);
  expect(requests).toEqual([`/loader/${ada.workspace}.js`]);

  await openChat(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([`beside:${ada.workspace}`]);
  expect(await context.cookies()).toEqual([]);
});

test("the page keeps its styles, its title and its globals, and its policy is obeyed", async ({ ada, shop, owner: _, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on(
    "console",
    (message) => (message.type() === "error" || /security policy|beside/i.test(message.text())) && complaints.push(message.text()),
  );
  const looks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("body, main, h1, p, main button")].map((element) => {
        const { color, fontSize, padding, transform, position } = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return { color, fontSize, padding, transform, position, x, y, width, height };
      }),
    );
  await page.route("**/loader/*", (route) => route.abort());
  await page.goto(shop.page(ada.workspace));
  const before = await looks();
  complaints.length = 0;

  await page.unroute("**/loader/*");
  await page.reload();
  await openChat(page);
  expect(await looks()).toEqual(before);
  expect(await page.title()).toBe("Shop");
  const added = await page.evaluate(() => {
    const { globalsBefore } = window as unknown as { globalsBefore: string[] };
    return Object.keys(window).filter((name) => !globalsBefore.includes(name) && !/^(\d+$|__pw|__playwright)/.test(name));
  });
  expect(added.sort()).toEqual(["Beside", "globalsBefore"]);
  expect(await page.evaluate(() => [window.onmessage, document.onkeydown, document.styleSheets.length])).toEqual([null, null, 1]);
  // The page's rules for all elements do not reach the launcher.
  await expect(launcher(page)).toHaveCSS("width", "56px");
  await page.mouse.move(0, 0);
  await expect(launcher(page)).toHaveCSS("transform", "none");
  expect(complaints).toEqual([]);
});

test("keys open and close the chat, and the focus goes back to the button", async ({ ada, shop, owner: _, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await expect(launcher(page)).toHaveAccessibleName("Open chat");
  await expect(launcher(page)).toHaveAttribute("aria-expanded", "false");
  await launcher(page).focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(launcher(page)).toHaveAttribute("aria-expanded", "true");
  await field(page).fill("Half a thought");
  await field(page).press("Shift+Enter");
  await expect(field(page)).toHaveValue("Half a thought\n");

  await field(page).press("Escape");
  await expect(launcher(page)).toBeFocused();
  await expect(launcher(page)).toHaveAttribute("aria-expanded", "false");
  await expect(frame(page)).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Half a thought\n");
});

test("commands work before and after the loader has come, and an unknown one is explained", async ({ ada, shop, owner: _, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const warnings: string[] = [];
  page.on("console", (message) => message.text().startsWith("[beside]") && warnings.push(message.text()));
  await page.goto(shop.page(ada.workspace, { calls: 'Beside("open"); Beside("dance");' }));
  await expect(frame(page)).toBeVisible();
  const command = (name: string) => page.evaluate((one) => (window as unknown as { Beside: (name: string) => void }).Beside(one), name);
  await command("close");
  await expect(launcher(page)).toHaveAttribute("aria-expanded", "false");
  await command("hide");
  await expect(launcher(page)).toBeHidden();
  await command("open");
  await expect(frame(page)).toBeVisible();
  await command("show");
  await expect(launcher(page)).toBeVisible();
  await command("identify");
  expect(warnings).toEqual([
    "[beside] there is no command “dance”; there are open, close, hide, show, signOut, identify.",
    '[beside] identify needs the token that your server signed: Beside("identify", { token }).',
  ]);
});

test("a page that is isolated from other origins shows the chat", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace, { headers: "isolated" }));
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await openChat(page);
  await write(page, "Do you ship to Lisbon?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?"]);
});

test("a page that writes its body anew keeps the chat, and one that takes it away again gets it back by a command", async ({
  ada,
  shop,
  owner,
  browser,
}) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Do you ship to Lisbon?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?"]);
  await page.evaluate(() => document.body.replaceChildren(document.createElement("main")));
  await expect(rows(page, "Do you ship to Lisbon?")).toBeVisible();
  await page.evaluate(() => {
    const body = document.createElement("body");
    body.append(document.createElement("main"));
    document.body.replaceWith(body);
  });
  await expect(rows(page, "Do you ship to Lisbon?")).toBeVisible();
  await page.evaluate(() => document.body.replaceChildren(document.createElement("article")));
  await write(page, "By Friday?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?", "By Friday?"]);

  // Without a bound the two would go on for ever.
  await page.evaluate(() => {
    const removing = new MutationObserver(() => document.querySelector("beside-chat")?.remove());
    removing.observe(document.body, { childList: true });
    Object.assign(window, { removing });
    document.querySelector("beside-chat")?.remove();
  });
  await expect(launcher(page)).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { removing: MutationObserver }).removing.disconnect());
  await page.evaluate(() => (window as unknown as { Beside: (command: string) => void }).Beside("open"));
  await expect(rows(page, "By Friday?")).toBeVisible();
});

test("a closed chat counts unread messages on the button and in the title, also on the next page", async ({
  ada,
  shop,
  owner,
  browser,
}) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Are you there?");
  await expect.poll(() => textsOfOnlyChat(owner)).toHaveLength(1);
  await field(page).press("Escape");
  const [only] = (await teamView(owner)).chats;
  for (const text of ["Yes.", "How can we help?"]) await answer(owner, only?.id ?? "", text);
  await expect(launcher(page)).toHaveAccessibleName("Open chat (2 unread)");
  await expect(page).toHaveTitle("(2) Shop");

  await page.goto(shop.page(ada.workspace, { path: "/pt", lang: "pt-BR" }));
  await expect(launcher(page)).toHaveAccessibleName("Abrir o chat (Não lidas: 2)");
  await page.goto(shop.page(ada.workspace, { path: "/other" }));
  await expect(launcher(page)).toHaveAccessibleName("Open chat (2 unread)");
  await launcher(page).click();
  await expect(rows(page, "How can we help?")).toBeVisible();
  // Times are written as on the desk.
  await expect(rows(page, "How can we help?").locator("time")).toHaveText(/^\d\d:\d\d$/);
  await expect(page).toHaveTitle("Shop");
  await field(page).press("Escape");
  await expect(launcher(page)).toHaveAccessibleName("Open chat");
});

test("the chat speaks the page's language, unless the team chose one", async ({ ada, shop, owner: _, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace, { lang: "pt-BR" }));
  await expect(launcher(page)).toHaveAccessibleName("Abrir o chat");
  await launcher(page).click();
  await expect(chat(page).getByRole("textbox", { name: "Mensagem" })).toBeVisible();
  await expect(chat(page).locator("html")).toHaveAttribute("lang", "pt");

  await openWebsite(ada, { allowedOrigins: [shop.origin], language: "de" });
  const other = await visit(browser, shop.page(ada.workspace, { lang: "pt-BR" }));
  await expect(launcher(other)).toHaveAccessibleName("Chat öffnen");
  await launcher(other).click();
  await expect(chat(other).getByRole("textbox", { name: "Nachricht" })).toBeVisible();
});

test("a closed conversation says so and opens again with the next message, and a blocked visitor cannot write", async ({
  ada,
  shop,
  owner,
  browser,
}) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, "Thank you!");
  await expect.poll(() => textsOfOnlyChat(owner)).toHaveLength(1);
  const [only] = (await teamView(owner)).chats;
  await owner.call("POST", `/chats/${only?.id}/status`, { status: "closed" });
  await expect(chat(page).getByRole("status")).toHaveText("This conversation was closed. Write to open it again.");
  await write(page, "One more thing");
  await expect(rows(page, "One more thing")).toHaveCount(1);
  await expect(chat(page).getByRole("status")).toHaveText("");
  await expect(rows(page, "Thank you!")).toHaveCount(1);

  // The visitor sees what they wrote before it has arrived.
  await expect.poll(async () => (await teamView(owner)).chats.length).toBe(1);
  const [latest] = (await teamView(owner)).chats;
  expect((await owner.call("POST", `/chats/${latest?.id}/block`, { isBlocked: true })).status).toBe(200);
  await expect(chat(page).getByRole("status")).toHaveText("You can’t send messages in this chat.");
  await expect(field(page)).toHaveCount(0);
});

test("only an allowed origin shows the button, and no other page gets the frame", async ({ ada, shop, owner: _, browser }) => {
  const stranger = `${shop.origin.replace("localhost", "127.0.0.1")}/?workspace=${ada.workspace}`;
  const context = await browser.newContext();
  const page = await context.newPage();
  const warned = page.waitForEvent("console", (message) => message.text().includes("is not allowed to show this chat"));
  await page.goto(stranger);
  await warned;
  await expect(page.locator("beside-chat")).toHaveCount(0);

  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  }, `${ada.url}/widget/${ada.workspace}`);
  await refused;
  await expect(page.locator("iframe").contentFrame().getByRole("textbox")).toHaveCount(0);
});

/** What old versions of Prototype do to arrays, and so to every JSON of one. */
const prototypeJs = `
  Array.prototype.toJSON = function () { return "[" + this.map(function (one) { return JSON.stringify(one); }).join(", ") + "]"; };
  Array.from = function (iterable) { return iterable ? Array.prototype.slice.call(iterable) : []; };`;

test("a page with an old Prototype.js keeps the conversation over loads, also what it stored wrongly before", async ({
  ada,
  shop,
  owner,
  browser,
}) => {
  const page = await visit(browser, shop.page(ada.workspace, { calls: prototypeJs }));
  await openChat(page);
  await write(page, "Do you ship to Lisbon?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?"]);
  const key = `beside:${ada.workspace}`;
  const stored = async () =>
    JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? "{}") as { token?: string; unsent?: unknown };
  const { token } = await stored();
  await expect.poll(async () => (await stored()).unsent).toEqual([]);

  for (const unsent of ["as it is", "[]"]) {
    if (unsent === "[]") {
      const wrong = JSON.stringify({ token, readUntil: "", unsent });
      await page.evaluate(([name = "", text = ""]) => localStorage.setItem(name, text), [key, wrong]);
    }
    await page.reload();
    await openChat(page);
    await expect(rows(page, "Do you ship to Lisbon?")).toHaveCount(1);
    expect((await stored()).token).toBe(token);
  }
  await write(page, "By Friday?");
  await expect.poll(() => textsOfOnlyChat(owner)).toEqual(["Do you ship to Lisbon?", "By Friday?"]);
});
