import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";

test("a message that closes the chat is in it, and repeating it changes nothing", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1" });
  const body = { id: newId(), kind: "message", text: "Goodbye.", closes: true };
  const first = await session.call("POST", `/chats/${chatId}/messages`, body);
  expect(first.status).toBe(201);
  expect((await session.call("POST", `/chats/${chatId}/messages`, body)).body).toEqual(first.body);
  const { items } = (await session.call("GET", `/chats/${chatId}/items`)).body as { items: { kind: string; change?: { what: string } }[] };
  expect(items.map(({ kind, change }) => change?.what ?? kind)).toEqual(["message", "message", "closed"]);
  const another = { ...body, id: newId() };
  expect(await session.call("POST", `/chats/${chatId}/messages`, another)).toMatchObject(errorReply(409, "conflict"));
  const wrong = { ...another, closes: "yes" };
  expect(await session.call("POST", `/chats/${chatId}/messages`, wrong)).toMatchObject(errorReply(400, "invalid_request", /closes/));
});
