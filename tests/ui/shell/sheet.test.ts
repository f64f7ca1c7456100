import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const context = (page: Page) => page.getByRole("region", { name: "Context" });
const outcome = (page: Page) => page.getByRole("status", { name: "Outcome" });
const button = (page: Page) => page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Refund" });

for (const viewport of [
  { width: 1099, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`the context sheet shows the outcome of a press made in it, ${viewport.width} px`, async ({ ada, receiver, signedIn }) => {
    const desk = await newDesk(ada, receiver);
    for (const count of [1, 2, 3])
      await ada.api("POST", "/events", {
        body: { event: `Payment ${count} failed`, phone: "447911000001", properties: { amount: "5 EUR" } },
      });
    desk.replyWith({ status: 400, body: { message: "Order ORD-771 was refunded on Monday already." } });
    const page = await signedIn(ada, `/chats/${desk.chatId}`, { viewport });
    await page.getByRole("button", { name: "Context", exact: true }).click();
    await expect(context(page)).toBeInViewport();

    // At the lower edge of the screen, where the strip appears.
    await button(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
    await button(page).click();
    await expect(outcome(page)).toContainText("Refund é 👍 was refused");
    await expect(outcome(page)).toContainText("Order ORD-771 was refunded on Monday already.");
    await expect(outcome(page).getByText("Order ORD-771")).toBeInViewport({ ratio: 1 });
    // The strip is below the pressed button, which stays visible.
    const boxes = async () => [await button(page).boundingBox(), await outcome(page).boundingBox()] as const;
    await expect
      .poll(async () => {
        const [pressed, strip] = await boxes();
        return pressed && strip && pressed.y + pressed.height <= strip.y;
      })
      .toBe(true);
    await outcome(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(outcome(page)).toHaveText("");

    // The next outcome appears there too, whatever its state, and links to the conversation.
    desk.replyWith({ body: { message: `It is done. ${"A long story. ".repeat(60)}` } });
    await button(page).click();
    await expect(outcome(page)).toContainText("It is done.");
    await expect(button(page)).toBeInViewport();
    await outcome(page).getByRole("button", { name: "Show in conversation" }).click();
    await expect(context(page)).toBeHidden();
    await expect(log(page).getByText("It is done.")).toBeVisible();

    // An outcome seen in the conversation is not shown again.
    await page.getByRole("button", { name: "Context", exact: true }).click();
    await expect(context(page)).toBeInViewport();
    await expect(outcome(page)).toHaveText("");
  });
}
