import { kinds, newPhone, newUserId } from "../../support/whatsapp";
import { expect, newWhatsAppDesk, test } from "../../support/whatsapp-desk";
import { panelOf, putContact } from "../helpers";
import { chatsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

test("knows a customer by the id that a status showed with their phone, when they hide the phone later", {
  tag: "@embedded",
}, async ({ ada, graph }) => {
  const [phone, userId] = [newPhone(), newUserId()];
  await putContact(ada, "user_1", { phone });
  const desk = await newWhatsAppDesk(ada, { customer: { phone } });
  const { id } = await desk.write("It is on its way.");
  await desk.reaches(id, "sent");
  const wamid = String(graph.messagesTo(desk.recipient)[0]?.id);
  await desk.status(wamid, "delivered", { recipient_id: phone, recipient_user_id: userId });
  await desk.reaches(id, "delivered");
  await desk.hear(kinds.text({ userId }, "Thanks"));
  await expect.poll(async () => (await desk.items()).at(-1)?.text).toBe("Thanks");
  expect(await chatsOf(desk.session)).toHaveLength(1);
  expect(await panelOf(desk.session, desk.chatId)).toMatchObject({ contact: { userId: "user_1" }, person: { phone } });
});

test("links a customer without a phone when a status shows it, and keeps a phone that is known", {
  tag: "@embedded",
}, async ({ ada, graph }) => {
  const [phone, userId] = [newPhone(), newUserId()];
  await putContact(ada, "user_1", { phone });
  const desk = await newWhatsAppDesk(ada, { customer: { userId } });
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  const wamid = String(graph.messagesTo(desk.recipient)[0]?.id);
  await desk.status(wamid, "delivered", { recipient_id: phone, recipient_user_id: userId });
  await expect
    .poll(() => panelOf(desk.session, desk.chatId))
    .toMatchObject({ contact: { userId: "user_1" }, person: { phone, linkedBy: "phone" } });

  await desk.status(wamid, "read", { recipient_id: newPhone(), recipient_user_id: userId });
  await desk.reaches(id, "read");
  expect(await panelOf(desk.session, desk.chatId)).toMatchObject({ contact: { userId: "user_1" }, person: { phone } });
});
