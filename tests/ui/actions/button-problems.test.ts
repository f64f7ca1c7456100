import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import type { Receiver } from "../../support/receiver";
import { expectAccessible } from "../accessible";

const phone = "447911123456";

async function newChat(ada: Team, receiver: Receiver) {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  await ada.api("PUT", "/contacts/user_42", { body: { name: "Ada Lovelace", phone, attributes: { plan: "pro" } } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Please help.");
  const add = (label: string, options: object) =>
    owner.call("POST", "/actions/buttons", { label, action: label.toLowerCase().replaceAll(" ", "_"), options });
  return { chatId, add, calls: () => receiver.calls(`/${ada.workspace}`) };
}

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const button = (page: Page, name: string) => page.getByRole("group", { name: "Actions", exact: true }).getByRole("button", { name });

test("an admin puts a button on problems with certain names, chosen from those that arrived or typed", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Retry payment", {});
  for (const event of ["Payment failed", "Card declined", "Login blocked"])
    await ada.api("POST", "/events", { body: { event, userId: "user_42" } });
  const page = await signedIn(ada, "/settings/actions");
  await page.getByRole("button", { name: "Edit Retry payment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("On problems", { exact: true }).click();
  await dialog.getByRole("radio", { name: "Problems with certain names" }).check();
  await expect(dialog.locator("datalist option")).toHaveCount(3);
  const name = dialog.getByLabel("Name of the event");
  await name.fill("Payment failed");
  await name.press("Enter");
  await expect(dialog.getByRole("list", { name: "Names" }).getByRole("listitem")).toHaveText(["Payment failed"]);
  // What was added is no longer suggested, and what is typed is saved without "Add".
  await expect(dialog.locator("datalist option")).toHaveCount(2);
  await name.fill("card DECLINED");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Buttons" }).getByRole("listitem")).toContainText("On Payment failed, card DECLINED");

  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const problem = (event: string) => page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: event });
  await expect(problem("Login blocked")).toBeVisible();
  for (const [event, count] of [
    ["Payment failed", 1],
    ["Card declined", 1],
    ["Login blocked", 0],
  ] as const)
    await expect(problem(event).getByRole("button", { name: "Retry payment" })).toHaveCount(count);
});

test("inputs are filled from the problem that the button is pressed on, and the note says what was sent", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  const inputs = [
    { type: "number", name: "amount", label: "Amount", required: true, min: 1, max: 500, unit: "EUR" },
    { type: "number", name: "attempts", label: "Attempts" },
    { type: "text", name: "order", label: "Reference" },
  ];
  await add("Retry payment", { onProblemCards: true, inputs });
  const properties = { AMOUNT: "59.90 EUR", attempts: "1,000", reference: "INV-2041" };
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_42", properties } });
  const page = await signedIn(ada, `/chats/${chatId}`);
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: "INV-2041" });
  await problem.getByRole("button", { name: "Retry payment" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Amount")).toHaveValue("59.90");
  await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription(/From the problem/);
  // Nobody knows whether that is one or a thousand.
  await expect(dialog.getByLabel("Attempts (optional)")).toHaveValue("");
  await expect(dialog.getByLabel("Reference (optional)")).toHaveValue("INV-2041");
  // What was filled in is no edit; what is typed is.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await problem.getByRole("button", { name: "Retry payment" }).click();
  await dialog.getByLabel("Amount").fill("20");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Amount")).toHaveValue("20");
  await dialog.getByRole("button", { name: "Retry payment" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(log(page)).toContainText("Sent: Amount 20 EUR, Reference INV-2041");
  expect(calls().map(({ body }) => body["inputs"])).toEqual([{ amount: 20, order: "INV-2041" }]);

  // Beside the chat there is no problem to fill them from.
  await button(page, "Retry payment").click();
  await expect(dialog.getByLabel("Amount")).toHaveValue("");
});

test("the outcome is at the button and on the problem that it was pressed on, also after a reload", async ({ ada, receiver, signedIn }) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true });
  await add("Resend invoice", {});
  receiver.on(`/${ada.workspace}`, ({ body }) =>
    body["action"] === "retry_payment" ? { status: 400, body: { message: "The bank refused.\nCode 51." } } : { body: {} },
  );
  for (const [event, reference] of [
    ["Payment failed", "INV-1"],
    ["Refund failed", "INV-2"],
  ])
    await ada.api("POST", "/events", { body: { event, userId: "user_42", properties: { reference } } });
  const page = await signedIn(ada, `/chats/${chatId}`);
  const problem = (reference: string) =>
    page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: reference });
  await problem("INV-1").getByRole("button", { name: "Retry payment" }).click();
  await button(page, "Resend invoice").click();
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(problem("INV-1")).toContainText(/Retry payment refused \d\d:\d\d, The bank refused\./);
    await expect(problem("INV-2")).toBeVisible();
    await expect(problem("INV-2")).not.toContainText("The bank refused.");
    await expect(button(page, "Retry payment")).toContainText(/refused \d\d:\d\d, The bank refused\./);
    await expect(button(page, "Retry payment")).not.toContainText("Code 51.");
    await expect(button(page, "Resend invoice")).toContainText(/succeeded \d\d:\d\d/);
  }
  await expectAccessible(page);
});

test("edits of a button are not lost without a question", async ({ ada, receiver, signedIn }) => {
  const { add } = await newChat(ada, receiver);
  await add("Retry payment", {});
  const page = await signedIn(ada, "/settings/actions");
  const edit = page.getByRole("button", { name: "Edit Retry payment" });
  const label = page.getByLabel("Label", { exact: true });
  await edit.click();
  await expect(label).toHaveValue("Retry payment");
  await page.keyboard.press("Escape");
  await expect(label).toHaveCount(0);

  await edit.click();
  // As a busy browser delivers a letter and the Escape after it.
  await label.evaluate(async (input: HTMLInputElement) => {
    input.focus();
    document.execCommand("selectAll");
    document.execCommand("insertText", false, "Retry it");
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole("heading", { name: "Discard your changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(label).toHaveValue("Retry it");
  await page.mouse.click(5, 5);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(label).toHaveCount(0);
  await edit.click();
  await expect(label).toHaveValue("Retry payment");
});

test("a press from a card of several problems asks which one it is about", async ({ ada, receiver, signedIn }) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Retry payment", {
    onProblemCards: true,
    inputs: [{ type: "text", name: "order", label: "Reference" }],
  });
  receiver.on(`/${ada.workspace}`, () => ({ body: {} }));
  for (const reference of ["INV-1", "INV-2", "INV-3"])
    await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_42", properties: { reference } } });
  const page = await signedIn(ada, `/chats/${chatId}`);
  const retry = page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Retry payment" });
  await expect(retry).toHaveCount(1);
  await retry.click();
  const which = page.getByRole("dialog", { name: "Which one is Retry payment about?" });
  await which.getByRole("combobox").fill("INV-2");
  await page.keyboard.press("Enter");
  await expect(which).toHaveCount(0);
  await expect(page.getByRole("dialog").getByLabel("Reference (optional)")).toHaveValue("INV-2");
});
