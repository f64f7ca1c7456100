import type { Locator } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";

const ada = { channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" };

test("forced colours show what is chosen: the page, the filter, the chat, reply or note, and a switch", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage(ada, "My card was charged.");
  await team.sendMessage({ channel: "whatsapp", phone: "34600123456", name: "Luis Torres" }, "Gracias.");
  const page = await signedIn(team, `/chats/${chatId}`, { forcedColors: "active" });
  const chats = page.getByRole("navigation", { name: "Chats" });
  const background = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const expectDifferent = async (chosen: Locator, other: Locator) => {
    await expect(other).toBeVisible();
    expect(await background(chosen)).not.toBe(await background(other));
  };
  const main = page.getByRole("navigation", { name: "Main" });
  await expectDifferent(main.getByRole("link", { name: "Chats" }), main.getByRole("link", { name: "Contacts" }));
  await expectDifferent(page.getByRole("button", { name: /^All/, pressed: true }), page.getByRole("button", { name: /^Mine/ }));
  await expectDifferent(chats.getByRole("link", { name: /Ada Okafor/ }), chats.getByRole("link", { name: /Luis Torres/ }));
  await expectDifferent(page.getByRole("button", { name: "Reply", exact: true }), page.getByRole("button", { name: "Private note" }));
  await page.goto(`/${team.workspace}/settings/whatsapp`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expectDifferent(nav.getByRole("link", { name: "WhatsApp" }), nav.getByRole("link", { name: "Website" }));
  await page.goto("/docs");
  const pages = page.getByRole("navigation").first();
  await expectDifferent(
    pages.getByRole("link", { name: "Quick start", exact: true }),
    pages.getByRole("link", { name: "Errors", exact: true }),
  );
});

test("at 400 % the conversation has most of the window, and the composer grows when somebody writes", async ({ ada: team, signedIn }) => {
  const { chatId } = await team.sendMessage(ada, "My card was charged.");
  // 1280 × 1024 at 400 %.
  const page = await signedIn(team, `/chats/${chatId}`, { viewport: { width: 320, height: 256 } });
  const log = page.getByRole("log", { name: "Conversation" });
  await expect(log).toContainText("My card was charged.");
  const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? 0;
  await expect.poll(() => heightOf(log)).toBeGreaterThan(140);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  expect(await heightOf(composer)).toBeLessThan(40);
  await expectAccessible(page);
  await composer.fill("We are looking into it.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log).toContainText("We are looking into it.");
  expect(await heightOf(log)).toBeGreaterThan(90);

  const event = "Payment failed";
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone: ada.phone } });
  for (const reference of ["INV-1", "INV-2"])
    await team.api("POST", "/events", { body: { event, userId: "user_1", properties: { reference } } });
  const problem = log.getByRole("heading", { name: event });
  await expect(log.getByText("Show all 2")).toBeVisible();
  expect(await heightOf(problem), "the name of a problem is on one line").toBeLessThan(25);
  // What the panel knows is asked about.
  await expect(page.getByRole("button", { name: /Payment failed.*2 references/ })).toBeVisible();
  await page.keyboard.press("e");
  const question = page.getByRole("dialog", { name: /open problem/ });
  await expect(question).toBeVisible();
  for (const name of ["Close anyway", /^Handle/]) {
    const button = question.getByRole("button", { name });
    await button.scrollIntoViewIfNeeded();
    const [inner, outer] = [await button.boundingBox(), await question.boundingBox()];
    expect((outer?.y ?? 0) + (outer?.height ?? 0), `${name} is in the dialog`).toBeGreaterThan((inner?.y ?? 0) + (inner?.height ?? 0));
  }
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to chats" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});
