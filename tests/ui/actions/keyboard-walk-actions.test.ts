import type { Page } from "@playwright/test";
import { customer, newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";
import { expectFocusKept, press, tabTo, walker } from "../keyboard";

const actions = (page: Page) => page.getByRole("group", { name: "Actions", exact: true });
const refund = (page: Page) => actions(page).getByRole("button", { name: /^Refund order/ });
const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const confirmation = (page: Page) => page.getByRole("dialog", { name: /^Refund order for/ });

const failedPayment = (team: Team) =>
  team.api("POST", "/events", {
    body: { event: "Payment failed", phone: customer.phone, properties: { amount: "12.50", reference: "INV-1" } },
  });

const withInputs = {
  label: "Refund order",
  action: "refund_order",
  options: {
    confirms: true,
    explanation: "The money is sent at once.",
    inputs: [{ type: "number", name: "sum", label: "Sum", required: true, min: 1, max: 50, unit: "EUR" }],
  },
};

test("keyboard: an action with inputs is confirmed and sent, by its keys and by its button, which keeps the focus", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", "/actions/buttons", withInputs);
  desk.replyWith({ body: { message: "Refund re_19 is done." } });
  const page = await walker({ team: ada, signedIn }, `chats/${desk.chatId}`);
  await page.keyboard.press("a");
  await page.keyboard.press("2");
  await expect(confirmation(page).getByLabel("Sum")).toBeFocused();
  await page.keyboard.type("51");
  await page.keyboard.press("Enter");
  await expect(confirmation(page).getByLabel("Sum")).toBeFocused();
  await expect(confirmation(page)).toContainText("Sum must be at most 50 EUR.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12.50");
  await page.keyboard.press("Enter");
  await expect(confirmation(page)).toHaveCount(0);
  await expect(refund(page)).toContainText("succeeded");
  await expect(log(page)).toContainText("Refund re_19 is done.");

  // Escape asks before it loses what was typed.
  await press(refund(page));
  await expect(confirmation(page).getByLabel("Sum")).toBeFocused();
  await page.keyboard.type("13");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await press(page.getByRole("button", { name: "Discard changes" }));
  await expect(confirmation(page)).toHaveCount(0);
  await expect(refund(page)).toBeFocused();

  // While it runs nobody can press it again, and it still has the focus.
  let reply = () => {};
  desk.replyWith(new Promise((resolve) => (reply = () => resolve({ status: 400, body: { message: "The bank refused." } }))));
  await page.keyboard.press("Enter");
  await expect(confirmation(page).getByLabel("Sum")).toBeFocused();
  await page.keyboard.type("13");
  await press(confirmation(page).getByRole("button", { name: "Refund order" }));
  await expect(confirmation(page)).toHaveCount(0);
  await expect(refund(page)).toContainText("Running");
  await expect(refund(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(refund(page)).toBeDisabled();
  reply();
  await expect(refund(page)).toContainText("The bank refused");
  await expect(refund(page)).toBeFocused();
  await expect(confirmation(page)).toHaveCount(0);
  expect(desk.calls().map(({ body }) => body["inputs"])).toEqual([{ sum: 12.5 }, { sum: 13 }]);
});

test("keyboard: a problem is handled by its button and by its key, and taken back", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  await failedPayment(ada);
  const page = await walker({ team: ada, signedIn }, `chats/${desk.chatId}`);
  const problem = problems(page).getByRole("heading", { name: "Payment failed" });
  await press(problems(page).getByRole("button", { name: "Handled" }));
  await expect(problem).toHaveCount(0);
  await expectFocusKept(page);
  await press(problems(page).getByRole("button", { name: "1 solved in the last 24 hours" }));
  await press(problems(page).getByRole("button", { name: /^Undo “Handled” of/ }));
  await expect(problem).toBeVisible();
  await expectFocusKept(page);

  await page.keyboard.press("h");
  await expect(problem).toHaveCount(0);
  await expectFocusKept(page);
  // The notice is reached by its own keys.
  const undo = page.getByRole("region", { name: /^Notifications/ }).getByRole("button", { name: "Undo" });
  await expect(undo.last()).toBeVisible();
  await page.keyboard.press("Alt+t");
  await press(undo.first());
  await expect(problem).toBeVisible();
  await expectFocusKept(page);
});

test("keyboard: on a phone the context opens as a sheet, its actions are pressed, and Escape returns the focus", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  await failedPayment(ada);
  desk.replyWith({ body: { message: "It is done." } });
  const page = await walker({ team: ada, signedIn }, `chats/${desk.chatId}`, { viewport: { width: 390, height: 844 } });
  const open = page.getByRole("button", { name: "Context", exact: true });
  const sheet = page.getByRole("region", { name: "Context" });
  const outcome = page.getByRole("status", { name: "Outcome" });
  await press(open);
  await expect(sheet).toBeFocused();
  await press(actions(page).getByRole("button", { name: /^Refund/ }));
  await expect(outcome).toContainText("It is done.");
  await press(outcome.getByRole("button", { name: "Dismiss" }));
  await expect(outcome).toHaveText("");
  await expectFocusKept(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await press(page.getByRole("link", { name: "Back to chats" }));
  await expect(page.getByRole("navigation", { name: "Chats", exact: true })).toBeVisible();
  await expectFocusKept(page);
  await tabTo(page.getByRole("navigation", { name: "Chats", exact: true }).getByRole("link").first());
  await page.keyboard.press("Enter");
  await expect(log(page)).toBeVisible();
  await expectFocusKept(page);
});
