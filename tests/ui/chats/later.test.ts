import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

test("a call accepted with 202 shows as working in the open chat, and becomes its note without a reload", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 202, body: { message: "The bank has it." } });
  const page = await signedIn(ada, `/chats/${desk.chatId}`);
  const log = page.getByRole("log", { name: "Conversation" });
  const button = page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Refund" });
  await button.click();
  await expect(log).toContainText(/Working… since \d\d:\d\d/);
  await expect(log).toContainText("The bank has it.");
  await expect(button).toContainText(/Working… since \d\d:\d\d/);
  await expect(button).toBeDisabled();
  await page.reload();
  await expect(log).toContainText(/Working… since \d\d:\d\d/);

  const delivery = String(desk.calls()[0]?.headers["x-service-delivery"]);
  await ada.api("POST", `/actions/${delivery}/result`, { body: { message: "Refunded 59.90 EUR." } });
  await expect(log).toContainText("Refunded 59.90 EUR.");
  await expect(log).toContainText("succeeded in");
  await expect(log).not.toContainText("Working…");
  await expect(log).toContainText("The bank has it.");
  await expect(button).toBeEnabled();
});
