import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { expectAccessible } from "../accessible";

const phone = "447911123456";
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

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

for (const [name, viewport] of Object.entries(sizes)) {
  test(`an admin configures a button without code, and an agent fills it in and sends it, ${name}`, async ({ ada, receiver, signedIn }) => {
    const { chatId, calls } = await newChat(ada, receiver);
    const page = await signedIn(ada, "/settings/actions", { viewport });
    await page.getByRole("button", { name: "Add button" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label").fill("Refund order");
    await dialog.getByText("Confirmation", { exact: true }).click();
    await dialog.getByRole("switch", { name: "Ask before sending" }).click();
    await dialog.getByLabel("Explanation (optional)").fill("The money is sent at once.");
    await dialog.getByRole("switch", { name: "Danger" }).click();
    await dialog.getByText("Inputs", { exact: true }).click();
    await dialog.getByRole("button", { name: "Add input" }).click();
    const first = dialog.getByRole("listitem", { name: "Input 1" });
    await first.getByLabel("Label").fill("Amount");
    await first.getByLabel("Type").selectOption("number");
    await first.getByLabel("Minimum").fill("5");
    await first.getByLabel("Maximum").fill("1");
    await first.getByLabel("Unit").fill("EUR");
    await dialog.getByText("Shown", { exact: true }).click();
    await dialog.getByLabel("A contact attribute has a certain value").check();
    await dialog.getByLabel("Attribute", { exact: true }).fill("plan");
    await dialog.getByLabel("Value", { exact: true }).fill("pro");
    await dialog.getByText("Cooldown", { exact: true }).click();
    await dialog.getByLabel("Once every").fill("5");
    await dialog.getByRole("button", { name: "Add button" }).click();
    await expect(first.getByLabel("Maximum")).toBeFocused();
    await expect(first).toContainText("The maximum must be at least 5");
    await expectAccessible(page);
    await first.getByLabel("Maximum").fill("50");
    await dialog.getByRole("button", { name: "Add button" }).click();
    const row = page.getByRole("list", { name: "Buttons" }).getByRole("listitem");
    for (const mark of ["Danger", "Asks for Amount", "Only when plan is “pro”", "Once every 5 min"]) await expect(row).toContainText(mark);
    await expectAccessible(page);

    await page.goto(`/${ada.workspace}/chats/${chatId}`);
    if (name === "narrow")
      await page
        .getByRole("button", { name: /context/i })
        .first()
        .click();
    await button(page, "Refund order").click();
    const confirmation = page.getByRole("dialog", { name: "Refund order for Ada Lovelace (user_42)?" });
    await expect(confirmation).toContainText("The money is sent at once.");
    await expectAccessible(page);
    await confirmation.getByLabel("Amount").fill("51");
    await confirmation.getByRole("button", { name: "Refund order" }).click();
    await expect(confirmation).toContainText("Amount must be at most 50 EUR.");
    await confirmation.getByLabel("Amount").fill("1,000");
    await confirmation.getByRole("button", { name: "Refund order" }).click();
    await expect(confirmation).toContainText("Amount must be a number");
    expect(calls()).toEqual([]);
    await confirmation.getByLabel("Amount").fill("12.50");
    await confirmation.getByRole("button", { name: "Refund order" }).click();
    await expect(confirmation).toHaveCount(0);
    await expect(button(page, "Refund order")).toContainText(/You pressed this \d+ s ago · again in (\d+ s|\d min)/);
    await expect(button(page, "Refund order")).toBeDisabled();
    expect(calls().map(({ body }) => body["inputs"])).toEqual([{ amount: 12.5 }]);
  });
}

test("editing a saved button shows its options, and each of them can be reset", async ({ ada, receiver, signedIn }) => {
  const { add } = await newChat(ada, receiver);
  const inputs = [{ type: "choice", name: "reason", label: "Reason", required: true, choices: ["Goodwill", "Fraud"] }];
  await add("Refund order", {
    inputs,
    roles: ["owner"],
    coolDownSeconds: 90,
    danger: true,
    onProblemCards: true,
    shownWhen: { problem: true },
  });
  const page = await signedIn(ada, "/settings/actions");
  const row = page.getByRole("list", { name: "Buttons" }).getByRole("listitem");
  await expect(row).toContainText("Only for owners");
  await page.getByRole("button", { name: "Edit Refund order" }).click();
  const dialog = page.getByRole("dialog");
  for (const value of ["1 input", "When 1 condition is met", "owners", "90 s"]) await expect(dialog).toContainText(value);
  await dialog.getByText("Inputs", { exact: true }).click();
  await expect(dialog.getByLabel("Choices")).toHaveValue("Goodwill\nFraud");
  await dialog.getByRole("button", { name: "Remove Reason" }).click();
  await dialog.getByText("Who can press it").first().click();
  for (const role of ["Admins", "Agents"]) await dialog.getByLabel(role).check();
  await dialog.getByText("Shown", { exact: true }).click();
  await dialog.getByLabel("There is a problem").uncheck();
  await dialog.getByText("Cooldown", { exact: true }).click();
  await dialog.getByLabel("Once every").fill("");
  await dialog.getByText("On problems", { exact: true }).click();
  await dialog.getByRole("radio", { name: "None", exact: true }).check();
  await dialog.getByRole("switch", { name: "Danger" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText(/Danger|Only|Once|Asks|problems/);
});

test("sends nothing until the press is confirmed; Cancel and Escape close only the dialog", async ({ ada, receiver, signedIn }) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Close account", { confirms: true, danger: true });
  const page = await signedIn(ada, `/chats/${chatId}`, { viewport: sizes.narrow });
  await page
    .getByRole("button", { name: /context/i })
    .first()
    .click();
  const confirmation = page.getByRole("dialog", { name: "Close account for Ada Lovelace (user_42)?" });
  await button(page, "Close account").click();
  await expect(confirmation.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(confirmation).toHaveCount(0);
  // Escape closed the dialog and not the sheet under it.
  await button(page, "Close account").click();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  expect(calls()).toEqual([]);
  await button(page, "Close account").click();
  await confirmation.getByRole("button", { name: "Close account" }).dblclick();
  await expect.poll(() => calls().length).toBe(1);
  await expect(confirmation).toHaveCount(0);
});

test("the dialog shows the error of a rejected press and keeps the inputs", async ({ ada, receiver, signedIn }) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Refund order", { inputs: [{ type: "text", name: "note", label: "Note" }], shownWhen: { contact: true } });
  const page = await signedIn(ada, `/chats/${chatId}`);
  await button(page, "Refund order").click();
  const confirmation = page.getByRole("dialog");
  await confirmation.getByLabel("Note (optional)").fill("As agreed");
  await (await ada.signIn()).call("PUT", "/actions/address", { url: "" });
  await confirmation.getByRole("button", { name: "Refund order" }).click();
  await expect(confirmation).toContainText("No address is set for buttons.");
  await expect(confirmation.getByLabel("Note (optional)")).toHaveValue("As agreed");
  expect(calls()).toEqual([]);
});

test("a button on a problem sends that problem, and disappears when the event is deleted", async ({ ada, receiver, signedIn }) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true });
  await add("Unlock", {});
  const send = async (event: string, reference: string) =>
    String((await ada.api("POST", "/events", { body: { event, userId: "user_42", properties: { reference } } })).body["id"]);
  const first = await send("Payment failed", "INV-1");
  const second = await send("Card declined", "INV-2");
  await send("Order placed", "ORD-1");
  const page = await signedIn(ada, `/chats/${chatId}`);
  const onCard = log(page).getByRole("listitem").filter({ hasText: "INV-1" }).getByRole("button", { name: "Retry payment" });
  await expect(onCard).toHaveText("Retry payment");
  const unlock = log(page).getByRole("listitem").filter({ hasText: "INV-1" }).getByRole("button", { name: "Unlock" });
  await expect(unlock).toHaveCount(0);
  await expect(log(page).getByRole("listitem").filter({ hasText: "ORD-1" }).getByRole("button", { name: "Retry payment" })).toHaveCount(0);
  await expectAccessible(page);
  await onCard.click();
  await expect(log(page)).toContainText("succeeded in");
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: "INV-2" });
  await problem.getByRole("button", { name: "Retry payment" }).click();
  await expect.poll(() => calls().map(({ body }) => (body["event"] as { id: string }).id)).toEqual([first, second]);
  await ada.api("DELETE", "/contacts/user_42");
  await log(page).getByRole("button", { name: "3 events" }).click();
  await expect(log(page).getByText("Event deleted")).toHaveCount(3);
  await expect(onCard).toHaveCount(0);
});

test("two agents see a press run and cool down on every button, none of which moves, and each is enabled again afterwards", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true, coolDownSeconds: 25 });
  for (const label of ["Unlock", "Send invoice"]) await add(label, { onProblemCards: true });
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_42" } });
  const [mia, other] = [await signedIn(ada), await signedIn(ada, "", { as: tom })];
  for (const page of [mia, other]) await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const onCard = (page: Page, label: string) => log(page).getByRole("button", { name: label });
  const onProblem = (page: Page, label: string) => page.getByRole("region", { name: "Problems" }).getByRole("button", { name: label });
  /** Where each button is, within its group. */
  const places = async (page: Page) => {
    const of = ["Retry payment", "Unlock", "Send invoice"].flatMap((label) => [
      button(page, label),
      onCard(page, label),
      onProblem(page, label),
    ]);
    return Promise.all(
      of.map((one) =>
        one.evaluate((element: HTMLElement) => {
          const [own, group] = [element.getBoundingClientRect(), element.closest("fieldset")?.getBoundingClientRect()];
          return [own.x - (group?.x ?? 0), own.y - (group?.y ?? 0), own.width, own.height].map(Math.round);
        }),
      ),
    );
  };
  await expect(button(other, "Retry payment")).toContainText("Once every 25 s");
  await expect(button(mia, "Retry payment")).toHaveAccessibleDescription("A 1");
  const before = await Promise.all([mia, other].map(places));
  await button(mia, "Retry payment").click();
  for (const page of [mia, other]) {
    const said = page === mia ? /You pressed this \d+ s ago · again in \d+ s/ : /Olga Owner pressed this \d+ s ago · again in \d+ s/;
    await expect(button(page, "Retry payment")).toContainText(said);
    for (const shown of [onCard(page, "Retry payment"), onProblem(page, "Retry payment")]) {
      await expect(shown).toHaveAccessibleDescription(said);
      await expect(shown).toBeDisabled();
    }
  }
  expect(await Promise.all([mia, other].map(places))).toEqual(before);
  for (const page of [mia, other])
    for (const shown of [button, onCard, onProblem]) await expect(shown(page, "Retry payment")).toBeEnabled({ timeout: 40_000 });
  await button(other, "Retry payment").click();
  await expect.poll(() => calls().length).toBe(2);
});

test("a cooldown that is read again goes on, also when more of it has passed than is left", async ({ ada, receiver, signedIn }) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true, coolDownSeconds: 3_600 });
  const send = (reference: string) =>
    ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_42", properties: { reference } } });
  await send("INV-1");
  const page = await signedIn(ada);
  await page.clock.install();
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const shown = [button(page, "Retry payment"), log(page).getByRole("button", { name: "Retry payment" }).first()];
  await button(page, "Retry payment").click();
  await expect(button(page, "Retry payment")).toContainText(/You pressed this \d+ s ago · again in (1 h|60 min)/);

  let leftMinutes = 60;
  let reads = 0;
  await page.route("**/panel", async (route) => {
    const response = await route.fetch();
    const panel = (await response.json()) as { buttons: { cooldown: { remainingMs: number } | null }[] };
    reads += 1;
    // No two reads say the same.
    for (const { cooldown } of panel.buttons) if (cooldown) cooldown.remainingMs = leftMinutes * 60_000 - reads;
    await route.fulfill({ response, json: panel });
  });
  // Only the page's clock moves. What the server says is shown: it is another time than the page would count to by itself.
  for (const [passedMinutes, left] of [
    [40, 15],
    [10, 4],
  ] as const) {
    await page.clock.fastForward(passedMinutes * 60_000);
    leftMinutes = left;
    await send(`INV ${left}`);
    await expect(button(page, "Retry payment")).toContainText(`You pressed this ${60 - left} min ago · again in ${left} min`);
    for (const one of shown) await expect(one).toBeDisabled();
  }
  leftMinutes = 0;
  await page.clock.fastForward(4 * 60_000);
  for (const one of shown) await expect(one).toBeEnabled();
});

test("an agent without an allowed role does not see the button and reads that no action applies", async ({ ada, receiver, signedIn }) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Refund order", { roles: ["owner", "admin"] });
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const page = await signedIn(ada, `/chats/${chatId}`, { as: tom });
  await expect(page.getByRole("group", { name: "Actions" })).toContainText("No actions for this person right now.");
  await expect(page.getByRole("button", { name: "Refund order" })).toHaveCount(0);
});

test("an amount takes a comma or a point, says what is missing, and keeps its decimals in the chat", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Refund order", { inputs: [{ type: "number", name: "amount", label: "Betrag", required: true, min: 0.5, unit: "EUR" }] });
  const page = await signedIn(ada, `/chats/${chatId}`, { locale: "de-DE" });
  const dialog = page.getByRole("dialog");
  const amounts = ["19,90", "19.90", "1.250,5"];
  for (const [index, amount] of amounts.entries()) {
    await page.getByRole("button", { name: /^Refund order/ }).click();
    await expect(dialog).toContainText("mindestens 0,5");
    await dialog.getByRole("button", { name: "Refund order" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Geben Sie einen Betrag ein.");
    // In German a thousand, and elsewhere one.
    await dialog.getByLabel("Betrag").fill("1.000");
    await dialog.getByRole("button", { name: "Refund order" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Betrag muss eine Zahl sein, zum Beispiel 12,50.");
    await expect(dialog.getByLabel("Betrag")).toHaveValue("1.000");
    await dialog.getByLabel("Betrag").fill(amount);
    await dialog.getByRole("button", { name: "Refund order" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => calls().length).toBe(index + 1);
    await expect(page.getByRole("button", { name: /^Refund order/ })).toBeEnabled();
  }
  expect(calls().map(({ body }) => body["inputs"])).toEqual([{ amount: 19.9 }, { amount: 19.9 }, { amount: 1250.5 }]);
  await expect(page.getByRole("log").getByText("Betrag 19.90 EUR")).toHaveCount(2);
  await expect(page.getByRole("log").getByText("Betrag 1250.50 EUR")).toHaveCount(1);
});
