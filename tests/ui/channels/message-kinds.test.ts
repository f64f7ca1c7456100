import type { Page } from "@playwright/test";
import type { SignedIn, Team } from "../../support/fixtures";
import { idIn, kinds, newPhone } from "../../support/whatsapp";
import { type Desk, expect, newWhatsAppDesk, test } from "../../support/whatsapp-desk";
import { expectAccessible } from "../accessible";
import { hydrated } from "../browser";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const row = (page: Page, text: string | RegExp) => log(page).getByRole("listitem").filter({ hasText: text }).first();
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });

type Given = { ada: Team; signedIn: SignedIn };

/** The chat of a customer on WhatsApp in an agent's browser. */
async function open({ ada, signedIn }: Given): Promise<{ desk: Desk; page: Page }> {
  const desk = await newWhatsAppDesk(ada, { customer: { phone: newPhone(), name: "Ada Okafor" } });
  const page = await signedIn(ada, `/chats/${desk.chatId}`);
  await expect(log(page)).toContainText("Hello");
  return { desk, page };
}

test("shows what a message holds besides text, and asks no other host for it", { tag: "@embedded" }, async ({ ada, signedIn }) => {
  const { desk, page } = await open({ ada, signedIn });
  const { customer } = desk;
  const others: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(ada.url) && !request.url().startsWith("data:")) others.push(request.url());
  });
  for (const sent of [
    kinds.location(customer),
    kinds.contacts(customer),
    kinds.order(customer),
    kinds.listReply(customer),
    kinds.unsupported(customer),
    kinds.document(customer),
  ])
    await desk.hear(sent);

  await expect(row(page, "Main Street Beach")).toContainText("38.98063, -131.94286");
  const map = log(page).getByRole("link", { name: "38.98063, -131.94286" });
  expect(await map.getAttribute("href")).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=38\.98/);
  expect(await map.getAttribute("rel")).toContain("noreferrer");
  await expect(row(page, "Barbara Johnson")).toContainText("555");
  await expect(row(page, "Order")).toContainText("2 ×");
  await expect(row(page, "Express")).toContainText("Chosen option");
  await expect(row(page, "Message that can’t be shown here")).toContainText("poll_creation");
  await expect(row(page, "My invoice")).toContainText("fetched");
  expect(others).toEqual([]);
  await expectAccessible(page);
});

test("edits, deletions and reactions change the message in the open chat", { tag: "@embedded" }, async ({ ada, signedIn }) => {
  const { desk, page } = await open({ ada, signedIn });
  const { customer } = desk;
  const [first, second] = [kinds.text(customer, "Where is my parcel?"), kinds.text(customer, "My card is 4242")];
  for (const sent of [first, second]) await desk.hear(sent);
  await expect(log(page)).toContainText("My card is 4242");
  await desk.hear(kinds.edit(customer, idIn(first), "Where is my order?"));
  await expect(row(page, "Where is my order?")).toContainText("Edited");
  await expect(log(page)).not.toContainText("Where is my parcel?");
  await desk.hear(kinds.reaction(customer, idIn(first), "👍"));
  await expect(row(page, "Where is my order?").getByRole("list", { name: "Reactions" })).toContainText("The customer reacted with 👍");
  await desk.hear(kinds.revoke(customer, idIn(second)));
  await expect(log(page)).toContainText("The customer deleted this message");
  await expect(log(page)).not.toContainText("4242");
});

test("an agent replies to a message, by mouse and by keyboard, and the reply quotes it", { tag: "@embedded" }, async ({
  ada,
  signedIn,
}) => {
  const { desk, page } = await open({ ada, signedIn });
  await desk.hear(kinds.text(desk.customer, "Do you ship to Iceland?"));
  await expect(log(page)).toContainText("Iceland");
  await row(page, "Hello").hover();
  await row(page, "Hello").getByRole("button", { name: "Reply to this message" }).click();
  await expect(box(page)).toBeFocused();
  await expect(page.getByText("Reply to: Hello")).toBeVisible();
  await page.getByRole("button", { name: "Don’t reply to this message" }).click();
  await expect(page.getByText("Reply to: Hello")).toHaveCount(0);

  // The last message's button is the conversation's tab stop; the arrow keys lead to the others.
  const buttons = log(page).getByRole("button", { name: "Reply to this message" });
  await buttons.last().focus();
  await page.keyboard.press("ArrowUp");
  await expect(buttons.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.reload();
  await hydrated(page);
  await box(page).fill("Yes, we do");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(row(page, "Yes, we do").getByRole("blockquote")).toContainText("Do you ship to Iceland?");
  const asked = (await desk.items()).find(({ text }) => text === "Do you ship to Iceland?");
  // The row is there before the server has the message.
  const quoted = async () => (await desk.items()).at(-1)?.content?.replyTo;
  await expect.poll(quoted).toEqual({ id: asked?.id, text: "Do you ship to Iceland?" });
});

test("shows in words how far a message came, and offers what helps when it did not arrive", { tag: "@embedded" }, async ({
  ada,
  graph,
  signedIn,
}) => {
  const { desk, page } = await open({ ada, signedIn });
  const { id } = await desk.write("It is on its way.");
  await desk.reaches(id, "sent");
  await expect(row(page, "It is on its way.")).toContainText("Sent");
  const wamid = graph.messagesTo(desk.recipient).at(-1)?.id ?? "";
  await desk.status(wamid, "delivered");
  await expect(row(page, "It is on its way.")).toContainText("Delivered");
  await desk.status(wamid, "read");
  await expect(row(page, "It is on its way.")).toContainText("Read");

  graph.play(desk.recipient, { code: 131_026 });
  const failed = await desk.write("Are you still there?");
  await desk.reaches(failed.id, "failed");
  await expect(row(page, "Are you still there?")).toContainText("Not delivered.");
  await row(page, "Are you still there?").getByRole("button", { name: "Send again" }).click();
  await desk.reaches(failed.id, "sent");
  await expect(row(page, "Are you still there?")).not.toContainText("Not delivered.");

  graph.play(desk.recipient, { code: 131_047 });
  const late = await desk.write("One more thing");
  await desk.reaches(late.id, "failed");
  await row(page, "One more thing").getByRole("button", { name: "Send a template" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the first item of a chat with a customer in trouble is a card with their problems of the last day", {
  tag: "@embedded",
}, async ({ ada, signedIn }) => {
  const phone = newPhone();
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  for (const event of ["Payment failed", "Card declined"])
    await ada.api("POST", "/events", { body: { event, userId: "user_1", properties: { amount: "59.90 EUR" } } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" });
  const page = await signedIn(ada, `/chats/${chatId}`);
  const card = row(page, "2 problems in the last 24 hours");
  for (const text of ["Payment failed", "Card declined", "59.90 EUR"]) await expect(card).toContainText(text);
  const [top, first] = [await card.boundingBox(), await row(page, "Hello").boundingBox()];
  expect(top?.y ?? 0).toBeLessThan(first?.y ?? 0);
});
