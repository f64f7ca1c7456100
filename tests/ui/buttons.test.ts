import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, type Team, test } from "../support/fixtures";
import { addMember } from "../support/members";
import type { Receiver } from "../support/receiver";
import { signedIn } from "./browser";

const phone = "447911123456";
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

async function newChat(ada: Team, receiver: Receiver) {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  await ada.api("PUT", "/contacts/user_42", { body: { name: "Ada Lovelace", phone, attributes: { plan: "pro" } } });
  const { chatId } = await ada.says({ channel: "whatsapp", phone, name: "Ada" }, "Please help.");
  const add = (label: string, options: object) =>
    owner.call("POST", "/actions/buttons", { label, action: label.toLowerCase().replaceAll(" ", "_"), options });
  return { chatId, add, calls: () => receiver.calls(`/${ada.workspace}`) };
}

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const button = (page: Page, name: string) => page.getByRole("group", { name: "Actions", exact: true }).getByRole("button", { name });

async function expectAccessible(page: Page) {
  // What is still fading in has the contrast of nothing that anybody reads.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const [name, viewport] of Object.entries(sizes)) {
  test(`an admin sets a button up without code, and an agent reads, fills in and sends it, ${name}`, async ({
    ada,
    server,
    receiver,
    browser,
  }) => {
    const { chatId, calls } = await newChat(ada, receiver);
    const page = await signedIn(browser, server, ada.owner, { viewport });
    await page.goto(`/${ada.workspace}/settings/actions`);
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
    const asked = page.getByRole("dialog", { name: "Refund order for Ada Lovelace (user_42)?" });
    await expect(asked).toContainText("The money is sent at once.");
    await expectAccessible(page);
    await asked.getByLabel("Amount").fill("51");
    await asked.getByRole("button", { name: "Refund order" }).click();
    await expect(asked).toContainText("Amount must be at most 50 EUR.");
    await asked.getByLabel("Amount").fill("1,000");
    await asked.getByRole("button", { name: "Refund order" }).click();
    await expect(asked).toContainText("Amount must be a number");
    expect(calls()).toEqual([]);
    await asked.getByLabel("Amount").fill("12.50");
    await asked.getByRole("button", { name: "Refund order" }).click();
    await expect(asked).toHaveCount(0);
    await expect(button(page, "Refund order")).toContainText(/Olga Owner pressed this \d+ s ago · again in (\d+ s|\d min)/);
    await expect(button(page, "Refund order")).toBeDisabled();
    expect(calls().map(({ body }) => body["inputs"])).toEqual([{ amount: 12.5 }]);
  });
}

test("a saved button opens with what it has, and every part of it can be changed back", async ({ ada, server, receiver, browser }) => {
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
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/settings/actions`);
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
  for (const toggle of ["On problems", "Danger"]) await dialog.getByRole("switch", { name: toggle }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText(/Danger|Only|Once|Asks|problems/);
});

test("a confirmation can be cancelled, by the keyboard too, and nothing is sent until it is given", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Close account", { confirms: true, danger: true });
  const page = await signedIn(browser, server, ada.owner, { viewport: sizes.narrow });
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await page
    .getByRole("button", { name: /context/i })
    .first()
    .click();
  const asked = page.getByRole("dialog", { name: "Close account for Ada Lovelace (user_42)?" });
  await button(page, "Close account").click();
  await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(asked).toHaveCount(0);
  // The key closed the dialog and not the sheet under it.
  await button(page, "Close account").click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  expect(calls()).toEqual([]);
  await button(page, "Close account").click();
  await asked.getByRole("button", { name: "Close account" }).dblclick();
  await expect.poll(() => calls().length).toBe(1);
  await expect(asked).toHaveCount(0);
});

test("a refusal stands in the dialog, and what was filled in is still there", async ({ ada, server, receiver, browser }) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Refund order", { inputs: [{ type: "text", name: "note", label: "Note" }], shownWhen: { contact: true } });
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await button(page, "Refund order").click();
  const asked = page.getByRole("dialog");
  await asked.getByLabel("Note (optional)").fill("As agreed");
  await (await ada.signIn()).call("PUT", "/actions/address", { url: "" });
  await asked.getByRole("button", { name: "Refund order" }).click();
  await expect(asked).toContainText("No address is set for buttons.");
  await expect(asked.getByLabel("Note (optional)")).toHaveValue("As agreed");
  expect(calls()).toEqual([]);
});

test("a button on a problem's card and in the panel sends that problem along, and goes when the event is deleted", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true });
  await add("Unlock", {});
  const send = async (event: string, reference: string) =>
    String((await ada.api("POST", "/events", { body: { event, userId: "user_42", properties: { reference } } })).body["id"]);
  const first = await send("Payment failed", "INV-1");
  const second = await send("Card declined", "INV-2");
  await send("Order placed", "ORD-1");
  const page = await signedIn(browser, server, ada.owner);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const onCard = log(page).getByRole("listitem").filter({ hasText: "INV-1" }).getByRole("button");
  await expect(onCard).toHaveText("Retry payment");
  await expect(log(page).getByRole("listitem").filter({ hasText: "ORD-1" }).getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await onCard.click();
  await expect(log(page)).toContainText("done in");
  const inPanel = page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: "INV-2" }).getByRole("button");
  await inPanel.click();
  await expect.poll(() => calls().map(({ body }) => (body["event"] as { id: string }).id)).toEqual([first, second]);
  await ada.api("DELETE", "/contacts/user_42");
  await expect(log(page)).toContainText("Event deleted");
  await expect(onCard).toHaveCount(0);
});

test("two agents see one press run and cool down in the panel and on the card, and the button comes back by itself", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const { chatId, add, calls } = await newChat(ada, receiver);
  await add("Retry payment", { onProblemCards: true, coolDownSeconds: 8 });
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_42" } });
  const [mia, other] = [await signedIn(browser, server, ada.owner), await signedIn(browser, server, tom)];
  for (const page of [mia, other]) await page.goto(`/${ada.workspace}/chats/${chatId}`);
  const places = (page: Page) => [
    button(page, "Retry payment"),
    log(page).getByRole("button", { name: "Retry payment" }),
    page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Retry payment" }),
  ];
  await expect(button(other, "Retry payment")).toContainText("Once every 8 s");
  const before = await button(other, "Retry payment").boundingBox();
  await button(mia, "Retry payment").click();
  for (const page of [mia, other]) {
    for (const place of places(page)) {
      await expect(place).toContainText(/Olga Owner pressed this \d s ago · again in \d s/);
      await expect(place).toBeDisabled();
    }
  }
  expect((await button(other, "Retry payment").boundingBox())?.height).toBe(before?.height);
  for (const page of [mia, other]) for (const place of places(page)) await expect(place).toBeEnabled();
  await button(other, "Retry payment").click();
  await expect.poll(() => calls().length).toBe(2);
});

test("an agent whose role is not allowed does not see the button, and one for whom nothing is shown reads so", async ({
  ada,
  server,
  receiver,
  browser,
}) => {
  const { chatId, add } = await newChat(ada, receiver);
  await add("Refund order", { roles: ["owner", "admin"] });
  const tom = { email: `tom-${ada.workspace}@example.com`, password: "a password for Tom" };
  await addMember(ada, { name: "Tom Ray", role: "agent", ...tom });
  const page = await signedIn(browser, server, tom);
  await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await expect(page.getByRole("group", { name: "Actions" })).toContainText("No actions for this person right now.");
  await expect(page.getByRole("button", { name: "Refund order" })).toHaveCount(0);
});
