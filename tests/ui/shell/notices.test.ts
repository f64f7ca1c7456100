import type { Page } from "@playwright/test";
import type { ChatSummary } from "@/lib/chats/contract";
import { shownNameOf } from "@/lib/people/shared/display-name";
import { expect, type Session, test } from "../../support/fixtures";
import { translations } from "../../support/translations";
import { newVisitor, openWebsite } from "../../support/visitor";
import { expectAccessibleInEveryLook } from "../accessible";

const conversation = (page: Page) => page.getByRole("log", { name: "Conversation" });
const chatsOf = async (session: Session) => (await session.call("GET", "/chats")).body["items"] as ChatSummary[];

test("a chat that ended says where it goes on, and the way leads there and back, in every language", async ({ ada, signedIn }) => {
  const session = await ada.signIn();
  const names = { phone: "447911000001", channelUserId: "bsuid-1" };
  const { chatId: ended } = await ada.sendMessage({ channel: "whatsapp", phone: names.phone, name: "Ada" }, "Where is my order?");
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", channelUserId: names.channelUserId }, "Hello?");
  const page = await signedIn(ada, `/chats/${ended}`);
  await expect(conversation(page)).toContainText("Where is my order?");

  // The screen shows it as it happens, and what moved leaves it.
  await ada.sendMessage({ channel: "whatsapp", ...names }, "It is me");
  await expect(conversation(page)).toContainText("Goes on in another chat of this person, with 1 message that was not answered");
  await expect(conversation(page).getByText("Where is my order?")).toHaveCount(0);
  await expectAccessibleInEveryLook(page, "the chat that ended");
  await page.setViewportSize({ width: 1440, height: 900 });
  await conversation(page).getByRole("link", { name: "another chat of this person" }).click();
  await expect(page).toHaveURL(new RegExp(`/chats/${chatId}`));
  await expect(conversation(page)).toContainText("Goes on from another chat of this person; 1 message from there was not answered");
  await expect(conversation(page)).toContainText("Where is my order?");

  for (const [locale, text] of [
    ["de", "Setzt einen anderen Chat dieser Person fort; 1 Nachricht von dort ist unbeantwortet"],
    ["es", "Viene de otro chat de esta persona; 1 mensaje de allí quedó sin responder"],
    ["pt", "Continua de outro chat desta pessoa; 1 mensagem de lá ficou sem resposta"],
  ] as const) {
    const reader = await signedIn(ada, `/chats/${chatId}`, { locale });
    await expect(reader.getByRole("log").first()).toContainText(text);
    await reader.context().close();
  }
  await expect.poll(async () => (await chatsOf(session)).map(({ id }) => id)).toEqual([chatId]);
});

test("who blocks a visitor reads what that does to their network, and the next chat says whom it may be of", async ({ ada, signedIn }) => {
  const session = await openWebsite(ada);
  const visitors = Array.from({ length: 7 }, () => newVisitor(ada));
  for (const visitor of visitors) Object.assign(visitor.headers, visitors[0]?.headers, { authorization: `Bearer ${visitor.token}` });
  for (const visitor of visitors.slice(0, 6)) await visitor.say("Hello");
  const [blocked] = await chatsOf(session);
  const name = shownNameOf(translations("common"), blocked?.displayName ?? "");
  const page = await signedIn(ada, `/chats/${blocked?.id}`);
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Block…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("For 24 hours, new visitors from the same network are refused, too");
  await expectAccessibleInEveryLook(page, "the dialog that blocks");
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("Blocked. What this person writes is refused.")).toBeVisible();

  await visitors[6]?.say("Somebody new");
  await expect.poll(async () => (await chatsOf(session)).length).toBe(7);
  const [next] = await chatsOf(session);
  await page.goto(`/${ada.workspace}/chats/${next?.id}`);
  await expect(conversation(page)).toContainText(`May be ${name}, blocked: this chat began in the same network`);
  await expectAccessibleInEveryLook(page, "a chat that may be of somebody blocked");
  await page.setViewportSize({ width: 1440, height: 900 });
  await conversation(page).getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(`/chats/${blocked?.id}`));
});
