import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { customer } from "../../support/desk";
import { pdf } from "../../support/files";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { sendFiles, upload } from "../../support/uploads";
import { errorReply } from "../../support/wire";
import { itemsOf } from "../helpers";

async function newChat(team: Team): Promise<{ session: Session; chatId: string }> {
  const session = await team.signIn();
  const { chatId } = await team.sendMessage(customer);
  return { session, chatId };
}

const messagesOf = async (session: Session, chatId: string) =>
  (await itemsOf(session, chatId)).filter((item): item is Extract<ChatItem, { kind: "message" }> => item.kind === "message");

test("a message takes files along, in its order and once, with or without text", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const files = [await upload(session, chatId), await upload(session, chatId, { name: "invoice.pdf", bytes: pdf })];
  const [photo, invoice] = files.map(({ id }) => id) as [string, string];
  const id = newId();
  for (let time = 0; time < 2; time += 1) expect((await sendFiles(session, chatId, [invoice, photo], { id })).status).toBe(201);
  expect((await messagesOf(session, chatId)).slice(1)).toMatchObject([
    { id, text: "", author: "agent", content: { attachments: [files[1], files[0]] } },
  ]);
  const { items } = (await session.call("GET", "/chats")).body as { items: { preview: { text: string } }[] };
  expect(items[0]?.preview.text).toContain("invoice.pdf");

  const withText = await upload(session, chatId);
  expect((await sendFiles(session, chatId, [withText.id], { text: "Here it is" })).status).toBe(201);
  expect((await messagesOf(session, chatId)).at(-1)).toMatchObject({ text: "Here it is", content: { attachments: [withText] } });
});

test("a file belongs to one message: a second one is rejected and writes nothing", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  const replies = await Promise.all([1, 2, 3, 4].map(() => sendFiles(session, chatId, [id])));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  expect(await messagesOf(session, chatId)).toHaveLength(2);
});

test("a file of another chat or another workspace cannot be sent, and stays usable where it is", async ({ ada, bob }) => {
  const { session, chatId } = await newChat(ada);
  const { chatId: other } = await ada.sendMessage({ channel: "website", visitorId: newId() });
  const theirs = await newChat(bob);
  const [inOther, foreign] = [await upload(session, other), await upload(theirs.session, theirs.chatId)];
  for (const ids of [[inOther.id], [foreign.id], [newId()], [inOther.id, foreign.id]])
    expect(await sendFiles(session, chatId, ids)).toMatchObject(errorReply(400, "invalid_request", /Attach it again/));
  expect((await sendFiles(session, other, [inOther.id])).status).toBe(201);
  expect((await sendFiles(theirs.session, theirs.chatId, [foreign.id])).status).toBe(201);
  expect(await messagesOf(session, chatId)).toHaveLength(1);
});

test("rejects messages with too many files, notes with files, and messages with neither text nor files", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  const eleven = Array.from({ length: 11 }, () => newId());
  for (const [body, message] of [
    [{ kind: "message", text: "", attachments: eleven }, /at most 10/],
    [{ kind: "message", text: "", attachments: "all" }, /array/],
    [{ kind: "note", text: "Look", attachments: [id] }, /note/],
    [{ kind: "message", text: " ", attachments: [] }, /text must not be empty/],
    [{ kind: "message", text: "" }, /text must not be empty/],
  ] as const) {
    const reply = await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), ...body });
    expect(reply).toMatchObject(errorReply(400, "invalid_request", message));
  }
  expect((await sendFiles(session, chatId, [id])).status).toBe(201);
});

test("a closed chat takes no message, and its uploads stay free for the next one", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const { id } = await upload(session, chatId);
  await session.call("POST", `/chats/${chatId}/status`, { status: "closed" });
  expect(await sendFiles(session, chatId, [id])).toMatchObject(errorReply(409, "conflict"));
  await session.call("POST", `/chats/${chatId}/status`, { status: "open" });
  expect((await sendFiles(session, chatId, [id])).status).toBe(201);
});
