import type { ReplyOf } from "@/lib/kernel/contract";
import type { createLinkCode } from "@/lib/people/links/contract";
import { expect, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const visitor = { channel: "website", visitorId: "v1" };

async function codeFor(team: Team, userId: string) {
  const reply = await team.api("POST", `/contacts/${encodeURIComponent(userId)}/link-codes`);
  expect(reply.status, reply.text).toBe(201);
  return reply.body as ReplyOf<typeof createLinkCode>;
}

test("creates a code of its own for each call, valid for 15 minutes, and no address without a WhatsApp number", async ({ ada }) => {
  await putContact(ada, "u");
  const before = Date.now();
  const [first, second] = [await codeFor(ada, "u"), await codeFor(ada, "u")];
  expect(first).toMatchObject({ code: expect.stringMatching(/^BS-[0-9A-Z]{5}-[0-9A-Z]{5}$/), whatsappUrl: null });
  expect(second.code).not.toBe(first.code);
  const minutes = (Date.parse(first.expiresAt) - before) / 60_000;
  expect(minutes).toBeGreaterThan(14.9);
  expect(minutes).toBeLessThan(15.5);
});

test("rejects a code for an unknown contact and for an invalid userId", async ({ ada, bob }) => {
  await putContact(bob, "u");
  expect(await ada.api("POST", "/contacts/u/link-codes")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await ada.api("POST", "/contacts/%20u/link-codes")).toMatchObject(errorReply(400, "invalid_user_id"));
});

for (const [channel, sender] of [
  ["WhatsApp sender with another phone", { channel: "whatsapp", phone: "447911000009" }],
  ["WhatsApp sender without a phone", { channel: "whatsapp", channelUserId: "GB.1" }],
  ["website visitor", visitor],
] as const) {
  test(`links a ${channel} by the first message with a code, and cuts it from what agents read`, async ({ ada }) => {
    const session = await ada.signIn();
    await putContact(ada, "u", { phone, name: "Ada" });
    const { code } = await codeFor(ada, "u");
    const { chatId } = await ada.sendMessage(sender, `Hello, my code is ${code.toLowerCase()} thanks`);
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "code" } });
    expect(await itemsOf(session, chatId)).toMatchObject([{ kind: "message", text: "Hello, my code is thanks" }]);
    expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
    expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 1 });
  });
}

test("posts the problems that waited when a code links a chat, before the message", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  await recordEvent(ada, { userId: "u", event: "Payment failed" });
  const { chatId } = await ada.sendMessage(visitor, "Hello");
  await ada.sendMessage(visitor, (await codeFor(ada, "u")).code);
  expect(await itemsOf(session, chatId)).toMatchObject([
    { kind: "message", text: "Hello" },
    { kind: "card", card: { digest: [{ event: "Payment failed" }] } },
    { kind: "message", text: "Used a link code." },
  ]);
});

test("uses a code once, and leaves a second sender unlinked", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { code } = await codeFor(ada, "u");
  await ada.sendMessage(visitor, code);
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v2" }, `It is me: ${code}`);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
  expect(await itemsOf(session, chatId)).toMatchObject([{ text: "It is me:" }]);
});

test("keeps a repeated message with a code as it is", async ({ ada }) => {
  const { newId } = await import("@/lib/kernel/ids");
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { code } = await codeFor(ada, "u");
  const id = newId();
  const first = await ada.sendMessage(visitor, code, id);
  expect(await ada.sendMessage(visitor, code, id)).toEqual(first);
  expect(await itemsOf(session, first.chatId)).toHaveLength(1);
});

test("shows an unknown code as it was written, and a code of another workspace too", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await putContact(bob, "u");
  const { code } = await codeFor(bob, "u");
  const { chatId } = await ada.sendMessage(visitor, code);
  await ada.sendMessage(visitor, "BS-00000-00000");
  expect(await itemsOf(session, chatId)).toMatchObject([{ text: code }, { text: "BS-00000-00000" }]);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
});

test("tries five codes a minute of one sender", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { code } = await codeFor(ada, "u");
  for (let attempt = 0; attempt < 5; attempt += 1) await ada.sendMessage(visitor, "BS-00000-00000");
  const { chatId } = await ada.sendMessage(visitor, code);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
  const other = await ada.sendMessage({ ...visitor, visitorId: "v2" }, code);
  expect(await panelOf(session, other.chatId)).toMatchObject({ contact: { userId: "u" } });
});

test("replaces a link by phone, and keeps a link by code when the phone gets another contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "by-phone", { phone });
  await putContact(ada, "by-code");
  const { chatId } = await ada.sendMessage(whatsapp, (await codeFor(ada, "by-code")).code);
  await putContact(ada, "third", { phone });
  await recordEvent(ada, { userId: "third", phone });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "by-code" }, person: { linkedBy: "code" } });
});

test("changes nothing for somebody who is permanently linked to another contact, and lists the conflict", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "second");
  const { chatId } = await ada.sendMessage({ ...visitor, userId: "first" });
  await ada.sendMessage(visitor, (await codeFor(ada, "second")).code);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "first" }, person: { linkedBy: "signed" } });
  const { items } = (await session.call("GET", "/conflicts")).body;
  expect(items).toMatchObject([{ phone: null, contact: { userId: "second" }, other: { userId: "first", linkedChats: 1 } }]);
});

test("a code of a deleted contact links nobody", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { code } = await codeFor(ada, "u");
  await ada.api("DELETE", "/contacts/u");
  await putContact(ada, "u");
  const { chatId } = await ada.sendMessage(visitor, code);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
});
