import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import { hydrated } from "../browser";

const phone = "447911000001";
const context = (page: Page) => page.getByRole("region", { name: "Context" });
const actions = (page: Page) => page.getByRole("group", { name: "Actions", exact: true }).getByRole("button");
const person = (page: Page) => page.getByRole("region", { name: "Person" });

/** A contact with as much as the API takes, and a problem with as much as an event holds. */
async function fullChat(team: Team): Promise<string> {
  const long = (text: string) => `${text} ${"long ".repeat(200)}`.slice(0, 1_000);
  const numbered = (count: number, value: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${String(index + 1).padStart(3, "0")}`, value(index)]));
  const body = { name: "Ada", email: "ada@example.com", phone, attributes: numbered(100, (index) => `value ${index + 1}`) };
  await team.api("PUT", "/contacts/user_1", { body });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" });
  const properties = numbered(20, (index) => long(`property ${index + 1}`));
  expect((await team.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", properties } })).status).toBe(201);
  return `/${team.workspace}/chats/${chatId}`;
}

async function addButtons(team: Team, labels: string[]): Promise<void> {
  const session = await team.signIn();
  for (const label of labels)
    await session.call("POST", "/actions/buttons", {
      label,
      action: label.toLowerCase().replaceAll(" ", "_"),
      options: { confirms: true },
    });
}

for (const [name, viewport, maxTop] of [
  ["wide", { width: 1440, height: 900 }, 700],
  ["narrow", { width: 390, height: 844 }, 844],
] as const) {
  test(`the actions are in reach beside a long problem and a hundred attributes, and stay there, ${name}`, async ({ ada, signedIn }) => {
    const path = await fullChat(ada);
    await addButtons(ada, ["Retry payment", "Resend invoice", "Refund order"]);
    const page = await signedIn(ada, "", { viewport });
    await page.goto(path);
    await hydrated(page);
    if (name === "narrow") await page.getByRole("button", { name: "Context", exact: true }).click();
    await expect(context(page)).toBeInViewport();
    await expect(page.getByRole("region", { name: "Problems" })).toContainText("property 1 long");
    const first = actions(page).first();
    const bottomOf = async () => {
      const [panel, button] = [await context(page).boundingBox(), await first.boundingBox()];
      return (button?.y ?? 9_999) + (button?.height ?? 0) - (panel?.y ?? 0);
    };
    await expect.poll(bottomOf).toBeLessThanOrEqual(maxTop);

    // They stay at the top, below what is fixed there.
    await context(page).evaluate((panel) => panel.scrollTo({ top: panel.scrollHeight }));
    await expect(person(page).getByText("value 8", { exact: true })).toBeInViewport();
    await expect(first).toBeInViewport({ ratio: 1 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("long values, many properties and many attributes open and fold again", async ({ ada, signedIn }) => {
  const path = await fullChat(ada);
  const page = await signedIn(ada, "", { viewport: { width: 1440, height: 900 } });
  await page.goto(path);
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("listitem").first();
  await expect(problem.getByRole("definition")).toHaveCount(4);
  const value = problem.getByRole("definition").first();
  const height = async () => (await value.boundingBox())?.height ?? 0;
  const open = value.getByRole("button", { name: "Show all name 001" });
  await expect(open).toHaveAttribute("aria-expanded", "false");
  const folded = await height();
  await open.click();
  await expect(value.getByRole("button", { name: "Show less" })).toBeFocused();
  expect(await height()).toBeGreaterThan(3 * folded);
  await value.getByRole("button", { name: "Show less" }).click();
  await expect(open).toBeFocused();
  await expect.poll(height).toBe(folded);
  await problem.getByRole("button", { name: "16 more rows" }).click();
  await expect(problem.getByRole("definition")).toHaveCount(20);
  await problem.getByRole("button", { name: "Fewer rows" }).click();
  await expect(problem.getByRole("definition")).toHaveCount(4);

  // E-mail, phone and eight attributes.
  await expect(person(page).getByRole("definition")).toHaveCount(10);
  await person(page).getByRole("button", { name: "92 more attributes" }).click();
  await expect(person(page).getByRole("definition")).toHaveCount(102);
  await expect(person(page).getByRole("button", { name: "Fewer attributes" })).toBeFocused();
});

test("a click copies a value and says so", async ({ ada, signedIn }) => {
  const path = await fullChat(ada);
  const page = await signedIn(ada);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  for (const [shown, copied] of [
    ["user_1", "user_1"],
    ["ada@example.com", "ada@example.com"],
    ["+44 7911 000001", "+44 7911 000001"],
    ["value 3", "value 3"],
  ] as const) {
    const value = person(page).getByRole("button", { name: shown, exact: true });
    expect((await value.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await value.click();
    await expect(person(page).getByRole("status")).toHaveText("Copied");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
    await expect(person(page).getByRole("status")).toHaveText("");
  }
});

test("the keys a 1 to a 9 press the buttons in their order, except while one types", async ({ ada, signedIn }) => {
  const path = await fullChat(ada);
  const labels = Array.from({ length: 10 }, (_, index) => `Button ${index + 1}`);
  await addButtons(ada, labels);
  const page = await signedIn(ada);
  await page.goto(path);
  await expect(actions(page)).toHaveText([...labels.slice(0, 9).map((label, index) => `${label}${index + 1}`), "Button 10"]);
  const dialog = page.getByRole("dialog");
  for (const position of [1, 9]) {
    // Before the script runs nobody listens, so the keys are pressed until they work.
    await expect(async () => {
      await page.keyboard.press("a");
      await page.keyboard.press(String(position));
      await expect(dialog.getByRole("heading", { name: `Button ${position} for Ada` })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.click();
  await page.keyboard.type("a 1 a1");
  await expect(composer).toHaveValue("a 1 a1");
  await expect(dialog).toHaveCount(0);
});

test("like info events in a row are one line with their number", async ({ ada, signedIn }) => {
  const path = await fullChat(ada);
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const record = (event: string, reference: string, minutes: number) =>
    ada.api("POST", "/events", { body: { event, userId: "user_1", properties: { reference }, occurredAt: at(minutes) } });
  for (const minutes of [30, 25, 20, 15]) await record("Cart updated", "ORD-771", minutes);
  await record("Cart updated", "ORD-772", 14);
  await record("Cart updated", "ORD-771", 2);
  const page = await signedIn(ada);
  await page.goto(path);
  const rows = page.getByRole("list", { name: "Events" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText("×4");
  for (const index of [0, 1]) await expect(rows.nth(index)).not.toContainText("×");
});

test("the mark of a problem says why it is one, on focus", async ({ ada, signedIn }) => {
  const path = await fullChat(ada);
  await ada.api("POST", "/events", { body: { event: "Order 7 arrived", level: "problem", userId: "user_1" } });
  const page = await signedIn(ada);
  await page.goto(path);
  const card = (text: string) => page.getByRole("log", { name: "Conversation" }).getByRole("listitem").filter({ hasText: text });
  for (const [event, why] of [
    ["Payment failed", "Word: failed"],
    ["Order 7 arrived", "Sent as problem"],
  ] as const) {
    const mark = card(event).getByRole("button", { name: "Problem", exact: true });
    await expect(async () => {
      await mark.blur();
      await mark.focus();
      await expect(card(event).getByRole("tooltip")).toHaveText(why, { timeout: 1_000 });
    }).toPass();
  }
});
