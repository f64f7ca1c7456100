/** `npm run pictures`: takes the README's pictures again, of a workspace that is made for them, into docs/pictures. */
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import { newTeam, type Session, type Team } from "../support/fixtures";
import { startServer } from "../support/server";

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
type Look = { viewport: typeof wide; colorScheme: "light" | "dark" };

const ada = { channel: "whatsapp", phone: "+44 7911 123456", name: "Ada" };

/** A chat of a customer whose payment failed, among others. Returns its id. */
async function fill(team: Team, owner: Session): Promise<string> {
  const record = (userId: string, event: string, properties: object = {}) =>
    team.api("POST", "/events", { body: { event, userId, properties } });
  const attributes = { plan: "pro", revenue: 1204, renewal: "2027-02-09" };
  const contact = { name: "Ada Okafor", email: "ada@example.com", phone: ada.phone, attributes };
  await team.api("PUT", "/contacts/user_8841", { body: contact });
  await team.api("PUT", "/contacts/user_5120", { body: { name: "Mia Chen", phone: "+49 1512 3456789" } });
  for (const [label, action] of [
    ["Retry payment", "retry_payment"],
    ["Refund", "refund"],
    ["Send invoice again", "send_invoice"],
  ] as const)
    await owner.call("POST", "/actions/buttons", { label, action });
  await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis Ortega" }, "Do you ship to Lisbon?");
  await team.sendMessage(
    { channel: "whatsapp", phone: "+49 1512 3456789", name: "Mia" },
    "My parcel shows as delivered, but it is not here.",
  );
  await record("user_5120", "Delivery failed", { reference: "P-77" });
  const { chatId } = await team.sendMessage(ada, "Hi! I wanted to upgrade, but it does not work.");
  await record("user_8841", "Signed in");
  await record("user_8841", "Cart updated", { plan: "business" });
  await record("user_8841", "Payment failed", { amount: "59.90 EUR", reference: "INV-2041", reason: "card_declined" });
  await team.sendMessage(ada, "It says that my payment was declined?");
  return chatId;
}

/** Everything is indexed a moment after it was written. @throws Error after half a minute */
async function indexed(owner: Session, q: string): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { body } = await owner.call("GET", `/search?q=${q}`);
    if ((body["events"] as unknown[]).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`The search does not find ${q}.`);
}

async function take(browser: Browser, url: string, { cookie }: Session, look: Look, name: string, act: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: url, locale: "en", deviceScaleFactor: 2, ...look });
  const [cookieName = "", ...value] = cookie.split("=");
  await context.addCookies([{ name: cookieName, value: value.join("="), url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  // A font that comes late is used on the next page.
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  await act(page);
  await page.screenshot({ path: `docs/pictures/${name}.png`, animations: "disabled" });
  await context.close();
}

async function main(): Promise<void> {
  const server = await startServer({ env: { DEMO: "1" }, isLasting: true });
  const browser = await chromium.launch(launchOptions);
  try {
    const team = await newTeam(server);
    const owner = await team.signIn();
    const chat = `/${team.workspace}/chats/${await fill(team, owner)}`;
    const open = async (page: Page) => {
      const connected = page.waitForResponse(/\/stream$/);
      await page.goto(chat);
      await connected;
      await page.getByRole("log", { name: "Conversation" }).getByText("It says that my payment was declined?").waitFor();
      // What the page loads when it is idle.
      for (const name of ["More ways to send", "Where it appeared, and why"]) await page.getByRole("button", { name }).first().waitFor();
    };
    await take(browser, server.url, owner, { viewport: wide, colorScheme: "light" }, "chat", open);
    await take(browser, server.url, owner, { viewport: wide, colorScheme: "dark" }, "search", async (page) => {
      await open(page);
      await indexed(owner, "INV-2041");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").pressSequentially("pay");
      await page.getByRole("option", { name: /INV-2041/ }).waitFor();
    });
    await take(browser, server.url, owner, { viewport: phone, colorScheme: "light" }, "phone", open);
  } finally {
    await browser.close();
    await server.kill();
  }
}

await main();
process.exit(0);
