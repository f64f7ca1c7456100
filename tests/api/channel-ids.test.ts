import { expect, test } from "../support/fixtures";
import { cardsOf, panelOf, put, read, record } from "./world";

const [one, two] = ["447911600001", "447911600002"] as const;
const says = (phone: string, channelUserId?: string) => ({ channel: "whatsapp", phone, ...(channelUserId ? { channelUserId } : {}) });

test("a sender who is known by the channel's id and comes with a new phone is linked by that phone, and by the old one no more", async ({
  ada,
}) => {
  const session = await ada.signIn();
  await put(ada, "old", { phone: one });
  const { chatId } = await ada.says(says(one, "bsuid-1"));
  await record(ada, { phone: one, event: "For the old number" });
  expect(await read(ada, "old")).toMatchObject({ linkedChats: 1 });
  await put(ada, "new", { phone: two });

  expect((await ada.says(says(two, "bsuid-1"), "It is me")).chatId).toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({ person: { phone: two, linkedBy: "phone" }, contact: { userId: "new" } });
  expect(await read(ada, "old")).toMatchObject({ linkedChats: 0 });
  // What is sent for the old number finds nobody, and stands in nobody's chat.
  expect((await ada.api("POST", "/events", { body: { event: "Code sent", phone: one } })).status).toBe(404);
  expect(await record(ada, { phone: two, event: "Order shipped" })).toMatchObject({ postedToConversations: 1 });
  expect((await cardsOf(session, chatId)).flatMap((card) => (card.deleted ? [] : [card.event]))).toContain("Order shipped");
});

test("a link that an event made by the old phone ends with it", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(says(one, "bsuid-1"));
  await put(ada, "u", { phone: "447911600009" });
  await record(ada, { userId: "u", phone: one });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "event" } });
  await ada.says(says(two, "bsuid-1"));
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { phone: two, linkedBy: null } });
});

test("a sender who comes with the phone of somebody who is known by it alone is that person from then on", async ({ ada }) => {
  const session = await ada.signIn();
  const known = await ada.says(says(two), "By phone");
  const before = await ada.says(says(one, "bsuid-1"), "By another phone");
  expect(before.chatId).not.toBe(known.chatId);
  for (const text of ["With both", "Again"]) expect((await ada.says(says(two, "bsuid-1"), text)).chatId).toBe(known.chatId);
  expect(await panelOf(session, before.chatId)).toMatchObject({ person: { phone: one } });
  expect(await panelOf(session, known.chatId)).toMatchObject({ person: { phone: two } });
});

test("a number that passed from one sender to another links the new one, and lets go of the other", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone: two });
  const before = await ada.says(says(two, "bsuid-2"));
  const after = await ada.says(says(one, "bsuid-1"));
  expect((await ada.says(says(two, "bsuid-1"))).chatId).toBe(after.chatId);
  expect(await panelOf(session, after.chatId)).toMatchObject({ person: { phone: two }, contact: { userId: "u" } });
  expect(await panelOf(session, before.chatId)).toMatchObject({ person: { phone: null, linkedBy: null }, contact: null });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
});

test("a link that an event made by a number ends when the number passes to another sender", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone: "447911600009" });
  const before = await ada.says(says(two, "bsuid-2"));
  await record(ada, { userId: "u", phone: two });
  expect(await panelOf(session, before.chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "event" } });
  await ada.says(says(one, "bsuid-1"));
  await ada.says(says(two, "bsuid-1"));
  expect(await panelOf(session, before.chatId)).toMatchObject({ contact: null, person: { phone: null, linkedBy: null } });
});
