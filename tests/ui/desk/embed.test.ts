import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { allowFrames, embedToken, type Host, isolated, servePage, startHost } from "../../support/embed";
import { test as base, expect, type Team } from "../../support/fixtures";

const phone = "447911000001";

/** Pages of another site, closed with the test. */
const test = base.extend<{ hostFor: (frame: () => string, script?: string, headers?: Record<string, string>) => Promise<Host> }>({
  hostFor: async ({ playwright: _ }, use) => {
    const hosts: Host[] = [];
    await use(async (frame, script, headers) => {
      const host = await startHost(frame, script, headers);
      hosts.push(host);
      return host;
    });
    for (const host of hosts) host.close();
  },
});

const frameOf = (page: Page) => page.frameLocator('iframe[title="Beside"]');
const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

async function withContact(team: Team) {
  const session = await team.signIn();
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone, attributes: { plan: "pro" } } });
  return session;
}

const fail = (team: Team, event: string) => team.api("POST", "/events", { body: { event, userId: "user_1", level: "problem" } });

test("a page that is isolated from other origins shows the panel", async ({ ada, browser, hostFor }) => {
  const session = await withContact(ada);
  const { url } = await embedToken(ada, { userId: "user_1" });
  const host = await hostFor(() => url, "", isolated);
  await allowFrames(session, [host.origin]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(frameOf(page).getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  await fail(ada, "Payment failed");
  await expect(frameOf(page).getByRole("heading", { name: "Payment failed" })).toBeVisible();
});

test("a token shows the panel in a frame of another site, live, problems on top, without buttons", async ({
  ada,
  receiver,
  browser,
  hostFor,
}) => {
  const session = await withContact(ada);
  await newDesk(ada, receiver);
  const { url } = await embedToken(ada, { userId: "user_1" });
  const host = await hostFor(() => url);
  await allowFrames(session, [host.origin]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  const frame = frameOf(page);
  await expect(frame.getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  await fail(ada, "Payment failed");
  await expect(frame.getByRole("heading", { name: "Payment failed" })).toBeVisible();
  const [problem, person] = [frame.getByRole("heading", { name: "Payment failed" }), frame.getByRole("heading", { name: "Ada Okafor" })];
  const [above, below] = [await problem.boundingBox(), await person.boundingBox()];
  expect(above && below && above.y < below.y).toBe(true);
  await expect(frame.getByRole("button", { name: "Refund" })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Handled" })).toHaveCount(0);
  await expect(frame.getByText("Sign in to press buttons.")).toBeVisible();

  const { chatId, session: agent } = await newDesk(ada, receiver);
  const { problems } = (await agent.call("GET", `/chats/${chatId}/panel`)).body as { problems: { id: string }[] };
  await agent.call("POST", `/chats/${chatId}/problems/${problems[0]?.id}/handled`, { handled: true });
  await frame.getByRole("button", { name: "1 solved in the last 24 hours" }).click();
  await expect(frame.getByText("Payment failed, handled by a colleague")).toBeVisible();
});

test("another token in the address shows its person, and a forged one nothing", async ({ ada, browser, hostFor }) => {
  const session = await withContact(ada);
  await ada.api("PUT", "/contacts/user_2", { body: { name: "Mia Berg" } });
  const { url } = await embedToken(ada, { userId: "user_1" });
  const other = await embedToken(ada, { userId: "user_2" });
  const host = await hostFor(() => url);
  await allowFrames(session, [host.origin]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  const show = (src: string) => page.locator("iframe").evaluate((element, to) => element.setAttribute("src", to), src);
  await expect(frameOf(page).getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  await show(other.url);
  await expect(frameOf(page).getByRole("heading", { name: "Mia Berg" })).toBeVisible();
  await expect(frameOf(page).getByText("Ada Okafor")).toHaveCount(0);
  await show(`${other.url.slice(0, -10)}AAAAAAAAAA`);
  await expect(frameOf(page).getByRole("heading", { name: "This view has expired" })).toBeVisible();
  await expect(frameOf(page).getByText("Mia Berg")).toHaveCount(0);
});

test("somebody unknown is an empty frame, and appears once there is a contact", async ({ ada, browser, hostFor }) => {
  const session = await ada.signIn();
  const { url } = await embedToken(ada, { userId: "user_1" });
  const host = await hostFor(() => url);
  await allowFrames(session, [host.origin]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  await expect(frameOf(page).getByRole("heading", { name: "Nobody is known by this" })).toBeVisible();
  await withContact(ada);
  await expect(frameOf(page).getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
});

test("a site that no admin entered cannot frame the page", async ({ ada, browser, hostFor }) => {
  const session = await withContact(ada);
  const { url } = await embedToken(ada, { userId: "user_1" });
  const host = await hostFor(() => url);
  await allowFrames(session, ["https://support.example.com"]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  await expect(frameOf(page).getByText("Ada Okafor")).toHaveCount(0);
});

test("an agent signs in through a window, is asked once, presses, and reads the outcome", async ({ ada, receiver, hostFor, signedIn }) => {
  const session = await withContact(ada);
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded 5 EUR." } });
  const host = await hostFor(() => `${ada.url}/${ada.workspace}/embed?userId=user_1`);
  await allowFrames(session, [host.origin]);
  const page = await signedIn(ada);
  await page.goto(host.origin);
  const frame = frameOf(page);

  // The session's cookie does not reach a frame on another site.
  await expect(frame.getByRole("heading", { name: "Sign in to see the customer" })).toBeVisible();
  const opening = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Sign in" }).click();
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: `Show Beside in ${new URL(host.origin).host}?` })).toBeVisible();
  expect(new URL(popup.url()).origin).toBe(ada.url);
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Allow" }).click();
  await closing;

  await expect(frame.getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  await frame.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Refund" }).click();
  await expect(frame.getByRole("status", { name: "Outcome" })).toContainText("Refunded 5 EUR.");
  expect(desk.calls()[0]?.body).toMatchObject({ agent: { name: "Olga Owner" } });

  await fail(ada, "Payment failed");
  await frame.getByRole("button", { name: "Handled" }).click();
  await expect(frame.getByRole("heading", { name: "Payment failed" })).toHaveCount(0);
  await expect(frame.getByText("“Payment failed” is handled.")).toBeVisible();
  await frame.getByRole("button", { name: "Undo" }).first().click();
  await expect(frame.getByRole("heading", { name: "Payment failed" })).toBeVisible();

  // The token was in memory alone; the window does not ask again.
  await page.reload();
  const again = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Sign in" }).click();
  const second = await again;
  if (!second.isClosed()) await second.waitForEvent("close");
  await expect(frame.getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
});

test("the window asks for the password first, and signing out elsewhere empties the frame", async ({ ada, browser, hostFor }) => {
  const session = await withContact(ada);
  const host = await hostFor(() => `${ada.url}/${ada.workspace}/embed?userId=user_1`);
  await allowFrames(session, [host.origin]);
  const page = await newPage(browser);
  await page.goto(host.origin);
  const frame = frameOf(page);
  const opening = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Sign in" }).click();
  const popup = await opening;
  await popup.getByLabel("E-mail").fill(ada.owner.email);
  await popup.getByLabel("Password").fill(ada.owner.password);
  await popup.getByRole("button", { name: "Sign in" }).click();
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Allow" }).click();
  await closing;
  await expect(frame.getByRole("heading", { name: "Ada Okafor" })).toBeVisible();

  const { sessions } = (await session.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  for (const { id, isThis } of sessions) if (!isThis) await session.call("DELETE", `/me/sessions/${id}`);
  await fail(ada, "Payment failed");
  await expect(frame.getByRole("heading", { name: "Sign in to see the customer" })).toBeVisible();
  await expect(frame.getByText("Ada Okafor")).toHaveCount(0);
});

test("the sample for Zendesk's sidebar shows the requester, by the token of its own backend", async ({ ada, browser }) => {
  const session = await withContact(ada);
  const { url } = await embedToken(ada, { userId: "user_1" });
  const sidebar = await servePage(() => readFileSync("examples/embeds/zendesk.html", "utf8"));
  await allowFrames(session, [sidebar.origin]);
  const page = await newPage(browser);
  const asked: string[] = [];
  await page.exposeFunction("askBackend", (data: string) => {
    asked.push(data);
    return { url };
  });
  // A stand-in for Zendesk's script, with the three methods that the sample uses.
  await page.route("https://static.zdassets.com/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.ZAFClient = { init: () => ({
        get: async (path) => ({ [path]: "user_1" }),
        request: ({ data }) => window.askBackend(data),
        invoke: async () => undefined,
      }) };`,
    }),
  );
  await page.goto(sidebar.origin);
  await expect(frameOf(page).getByRole("heading", { name: "Ada Okafor" })).toBeVisible();
  expect(asked).toEqual(['{"userId":"user_1"}']);
  sidebar.close();
});

test("a page that is not our frame gets no code from the window", async ({ ada, hostFor, signedIn }) => {
  const session = await withContact(ada);
  const host = await hostFor(() => "about:blank", `addEventListener("message", ({ data }) => { document.title = JSON.stringify(data) });`);
  await allowFrames(session, [host.origin]);
  const page = await signedIn(ada);
  await page.goto(host.origin);
  const address = `${ada.url}/${ada.workspace}/embed/sign-in?${new URLSearchParams({ origin: host.origin, state: "x" })}`;
  const opening = page.waitForEvent("popup");
  await page.evaluate((to) => void window.open(to, "", "popup"), address);
  const popup = await opening;
  const closing = popup.waitForEvent("close");
  const made = popup.waitForResponse((response) => response.url().endsWith("/embed-codes"));
  await popup.getByRole("button", { name: "Allow" }).click();
  expect((await made).status()).toBe(201);
  await closing;
  await expect(page).toHaveTitle("Helpdesk");
});
