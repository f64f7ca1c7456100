import type { ChatItem } from "@/lib/chats/contract";
import { expect, type Session } from "../../support/fixtures";
import {
  connectWhatsApp,
  echoChange,
  idIn,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  newWamid,
  sendWebhook,
  statusChange,
  webhookOf,
  webhookWith,
} from "../../support/whatsapp";
import { messagesOf, onlyChat, whatsAppTest as test, textsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

type Message = Extract<ChatItem, { kind: "message" }>;

const find = async (session: Session, text: string): Promise<Message | undefined> =>
  (await messagesOf(session, await onlyChat(session))).find((message) => message.text === text);

test("adds, replaces and removes reactions, edits and deletes messages", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const [liked, wrong, secret] = [kinds.text(customer, "Liked"), kinds.text(customer, "Wrogn"), kinds.text(customer, "Secret")];
  await sendWebhook(channel, webhookWith(liked, wrong, secret));
  await expect.poll(() => textsOf(session)).toEqual(["Liked", "Wrogn", "Secret"]);

  const react = (emoji: string | undefined) => sendWebhook(channel, webhookWith(kinds.reaction(customer, idIn(liked), emoji)));
  const reactions = async () => (await find(session, "Liked"))?.content?.reactions ?? [];
  for (const emoji of ["👍", "❤️"]) {
    await react(emoji);
    await expect.poll(reactions).toEqual([{ emoji, by: "customer" }]);
  }
  await react(undefined);
  await expect.poll(reactions).toEqual([]);

  await sendWebhook(channel, webhookWith(kinds.edit(customer, idIn(wrong), "Right"), kinds.revoke(customer, idIn(secret))));
  await expect.poll(() => textsOf(session)).toEqual(["Liked", "Right", ""]);
  expect((await find(session, "Right"))?.content).toMatchObject({ isEdited: true });
  expect((await find(session, ""))?.content).toMatchObject({ isDeleted: true });
  // Nothing brings back what was deleted.
  await sendWebhook(channel, webhookWith(secret, kinds.edit(customer, idIn(secret), "Back"), kinds.text(customer, "Last")));
  await expect.poll(() => textsOf(session)).toEqual(["Liked", "Right", "", "Last"]);
});

test("keeps the last edit and reaction when they arrive in reverse order", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const at = (secondsAgo: number) => ({ at: new Date(Date.now() - secondsAgo * 1_000) });
  const sent = kinds.text(customer, "Frist", at(60));
  const changes = [
    kinds.edit(customer, idIn(sent), "First of all", at(10)),
    kinds.edit(customer, idIn(sent), "First", at(20)),
    kinds.reaction(customer, idIn(sent), undefined, at(10)),
    kinds.reaction(customer, idIn(sent), "👍", at(20)),
  ];
  await sendWebhook(channel, webhookWith(sent, ...changes, kinds.text(customer, "Second")));
  await expect.poll(() => textsOf(session)).toEqual(["First of all", "Second"]);
  const edited = await find(session, "First of all");
  expect(edited?.content).toEqual({ isEdited: true });
});

test("applies a change that arrives before its message", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const [liked, deleted] = [kinds.text(customer, "Liked"), kinds.text(customer, "Secret")];
  const changes = [kinds.reaction(customer, idIn(liked), "👍"), kinds.revoke(customer, idIn(deleted))];
  await sendWebhook(channel, webhookWith(...changes, kinds.text(customer, "First")));
  await expect.poll(() => textsOf(session)).toEqual(["First"]);
  await sendWebhook(channel, webhookWith(liked, deleted));
  await expect.poll(() => textsOf(session), { timeout: 20_000 }).toEqual(["First", "Liked", ""]);
  await expect.poll(async () => (await find(session, "Liked"))?.content?.reactions, { timeout: 20_000 }).toHaveLength(1);
});

test("shows what a reply answers", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const question = kinds.text(customer, "Which\ncolour?");
  await sendWebhook(
    channel,
    webhookWith(
      question,
      kinds.text(customer, "Blue", { context: { id: idIn(question) } }),
      kinds.text(customer, "Lost", { context: { id: newWamid() } }),
    ),
  );
  await expect.poll(() => textsOf(session)).toEqual(["Which\ncolour?", "Blue", "Lost"]);
  const [asked, answer, lost] = await messagesOf(session, await onlyChat(session));
  expect(answer?.content?.replyTo).toEqual({ id: asked?.id, text: "Which colour?" });
  expect(lost?.content?.replyTo).toEqual({ id: null, text: "" });
});

test("shows what the business wrote in its own app, and ignores states of messages that it does not know", {
  tag: "@embedded",
}, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone(), userId: newUserId() };
  await sendWebhook(channel, webhookOf(echoChange({ phone: newPhone() }, "To a stranger"), messagesChange([kinds.text(customer)])));
  await sendWebhook(channel, webhookOf(echoChange(customer, "By hand"), statusChange(newWamid(), "read")));
  await expect.poll(() => textsOf(session)).toEqual(["Hello", "By hand"]);
  const [, echo] = await messagesOf(session, await onlyChat(session));
  expect(echo).toMatchObject({ author: "agent", authorName: "WhatsApp app" });
});
