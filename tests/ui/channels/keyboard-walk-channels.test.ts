import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { connectWhatsApp, newPhone } from "../../support/whatsapp";
import { choose, expectFocusKept, inSettings, named, press, tabTo, typeInto } from "../keyboard";

const dialog = (page: Page) => page.getByRole("dialog");

/** Confirms, and what comes after has the focus. */
async function confirm(page: Page, name: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await press(question.getByRole("button", { name, exact: true }));
  await expect(question).toHaveCount(0);
  await expectFocusKept(page);
}

test("keyboard: the server's address is saved and checked, and its secret revealed, rotated and ended", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const page = await inSettings({ team: ada, signedIn }, "Actions");
  await typeInto(page.getByLabel("HTTPS address"), `${receiver.origin}/${ada.workspace}`);
  await press(named(page, "Save"));
  const check = named(page, "Check my server");
  await expect(check).toBeEnabled();
  await press(check);
  await expect(page.getByRole("list", { name: "Check results" }).getByRole("listitem").first()).toBeVisible();
  await expectFocusKept(page);

  const secret = page.getByRole("status", { name: "Signing secret" });
  await tabTo(named(page, "Reveal"));
  await page.keyboard.press("Enter");
  await expect(secret).not.toHaveText(/•/);
  await press(named(page, "Hide"));
  await expect(secret).toHaveText(/•/);
  await tabTo(named(page, "Rotate…"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }));
  await press(dialog(page).getByRole("button", { name: "I have stored it" }));
  await expect(named(page, "Rotate…")).toBeFocused();
  await press(named(page, "End overlap…"));
  await confirm(page, "End overlap");
  await expect(named(page, "End overlap…")).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: a button with an input, a condition and a name of problems is added, switched off, moved, changed and removed", async ({
  ada,
  receiver,
  signedIn,
}) => {
  await newDesk(ada, receiver);
  const page = await inSettings({ team: ada, signedIn }, "Actions");
  const rows = page.getByRole("list", { name: "Buttons" }).getByRole("listitem");
  const section = (title: string) => dialog(page).locator("summary", { hasText: title });
  await press(named(page, "Add button"));
  await expect(dialog(page).getByLabel("Label")).toBeFocused();
  await page.keyboard.type("Refund order");
  await press(section("Inputs"));
  await press(dialog(page).getByRole("button", { name: "Add input" }));
  const input = dialog(page).getByRole("listitem", { name: "Input 1" });
  await tabTo(input.getByLabel("Label"), "Shift+Tab");
  await page.keyboard.type("Amount");
  await choose(input.getByLabel("Type"), "Number");
  await typeInto(input.getByLabel("Maximum"), "50");
  await press(section("Cooldown"));
  await typeInto(dialog(page).getByLabel("Once every"), "5");
  await press(section("On problems"));
  const onNamed = dialog(page).getByRole("radio", { name: "Problems with certain names" });
  await tabTo(dialog(page).getByRole("group", { name: "On problems" }).getByRole("radio", { checked: true }));
  for (let moves = 0; moves < 2 && !(await onNamed.isChecked()); moves += 1) await page.keyboard.press("ArrowDown");
  await typeInto(dialog(page).getByLabel("Name of the event"), "Payment failed");
  await page.keyboard.press("Enter");
  await press(dialog(page).getByRole("button", { name: "Remove Payment failed" }));
  await expectFocusKept(page);
  await typeInto(dialog(page).getByLabel("Name of the event"), "Card declined");
  await press(dialog(page).getByRole("switch", { name: "Danger" }), "Space");
  await press(dialog(page).getByRole("button", { name: "Add button" }));
  await expect(rows.filter({ hasText: "Asks for Amount" })).toBeVisible();
  await expect(named(page, "Add button")).toBeFocused();

  const on = page.getByRole("switch", { name: "Refund order is on" });
  await press(on, "Space");
  await expect(page.getByText(/Refund order.* is off\. Agents no longer see it\./)).toBeVisible();
  await expect(on).toBeFocused();
  await press(named(page, "Move Refund order up"));
  await expect(rows.first()).toContainText("Refund order");
  await expect(named(page, "Move Refund order up")).toBeFocused();
  await press(named(page, "Edit Refund order"));
  await typeInto(dialog(page).getByLabel("Label").first(), "Refund all");
  await page.keyboard.press("Enter");
  await expect(named(page, "Edit Refund all")).toBeFocused();
  await press(named(page, "Remove Refund all"));
  await confirm(page, "Remove button");
  await expect(rows).toHaveCount(1);
  await expectFocusKept(page);
});

test("keyboard: a call is found by filters, opened and resent", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  const page = await inSettings({ team: ada, signedIn }, "Calls");
  await choose(page.getByLabel("Status"), "Succeeded");
  await expect(page).toHaveURL(/status=/);
  await press(named(page, "Clear filters"));
  await expect(page).not.toHaveURL(/status=/);
  await expect(named(page, "Clear filters")).toBeFocused();
  await press(page.getByRole("table", { name: "Calls" }).getByRole("link").first());
  await press(named(page, "Resend…"));
  await confirm(page, "Resend");
  await expect.poll(() => desk.calls().length).toBe(2);
  await expectFocusKept(page);
});

test("keyboard: the chat on the website is dressed, allowed, switched on, and gets a secret", async ({ ada, signedIn }) => {
  const page = await inSettings({ team: ada, signedIn }, "Website");
  const on = page.getByRole("switch", { name: "Show the chat" });
  await press(on, "Space");
  await expect(page.getByText("The chat is on.")).toBeVisible();
  await expect(on).toBeFocused();
  await typeInto(page.getByLabel("Greeting"), "Welcome");
  await press(named(page, "Discard changes"));
  await expect(page.getByLabel("Greeting")).toHaveValue("");
  // The button went with the changes.
  await expectFocusKept(page);
  await tabTo(page.getByLabel("Allowed origins"), "Shift+Tab");
  await page.keyboard.type("https://shop.example.com");
  await press(named(page, "Save"));
  await expect(page.getByText("Saved. Pages show it within 5 minutes.")).toBeVisible();
  await expect(named(page, "Save")).toBeFocused();
  await press(named(page, "Create secret"));
  await expect(named(page, "Reveal")).toBeVisible();
  await expectFocusKept(page);
});

test("keyboard: a helpdesk is connected and disconnected, and another one allowed", async ({ ada, signedIn }) => {
  const page = await inSettings({ team: ada, signedIn }, "Helpdesks");
  await typeInto(page.getByLabel("Address of your Chatwoot"), "https://chat.example.com");
  await press(named(page, "Save and connect"));
  await expect(named(page, "Disconnect…")).toBeVisible();
  await expectFocusKept(page);
  await tabTo(named(page, "Disconnect…"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await confirm(page, "Disconnect");
  await expect(named(page, "Disconnect…")).toHaveCount(0);
  await expectFocusKept(page);
  await press(page.getByRole("switch", { name: "Allow other tools" }), "Space");
  await typeInto(page.getByLabel("Allowed origins"), "https://tool.example.com");
  await press(named(page, "Save"));
  await expect(named(page, "Save").last()).toBeDisabled();
  await expectFocusKept(page);
});

test("keyboard: WhatsApp reports what is missing, is switched off, and disconnected", async ({ ada, signedIn }) => {
  const first = await inSettings({ team: ada, signedIn }, "WhatsApp");
  await press(named(first, "Save and connect"));
  await expect(first.getByLabel("Phone number ID")).toBeFocused();
  await connectWhatsApp(ada, await ada.signIn());
  const page = await inSettings({ team: ada, signedIn }, "WhatsApp");
  const on = page.getByRole("switch", { name: "Receive and send messages" });
  await press(on, "Space");
  await expect(on).not.toBeChecked();
  await expect(on).toBeFocused();
  await tabTo(named(page, "Disconnect…"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await confirm(page, "Disconnect");
  await expect(named(page, "Disconnect…")).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: a conflict is decided", async ({ ada, signedIn }) => {
  const phone = newPhone();
  await ada.api("PUT", "/contacts/user_1", { body: { phone } });
  await ada.api("PUT", "/contacts/user_2", { body: {} });
  await ada.sendMessage({ channel: "whatsapp", phone });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_2", phone } });
  const page = await inSettings({ team: ada, signedIn }, "Contact conflicts");
  await press(named(page, /^Move the phone/));
  await confirm(page, "Move phone");
  await expect(page.getByText("No conflicts")).toBeVisible();
  await expectFocusKept(page);
});
