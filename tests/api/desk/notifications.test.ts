import type { DesktopNotification } from "@/lib/desk/notifications/contract";
import { newId } from "@/lib/kernel/ids";
import { answer, assign, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { recordEvent } from "../helpers";

const all = "message,unassigned,problem,mention";

async function newsOf(session: Session, chats: [string, number][], kinds = all): Promise<DesktopNotification[]> {
  const query = new URLSearchParams({ chats: chats.map(([id, known]) => `${id}:${known}`).join(","), kinds });
  const reply = await session.call("GET", `/notifications?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as DesktopNotification[];
}

test("a message is for the agent whose chat it is, and for everybody while it is nobody's", async ({ ada }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer, "Where is my order?");
  const unassigned = {
    chatId,
    seq: 1,
    kind: "unassigned",
    displayName: "Ada Okafor",
    authorName: null,
    text: "Where is my order?",
    line: null,
  };
  for (const session of [owner, tom.session]) expect(await newsOf(session, [[chatId, 0]])).toEqual([unassigned]);
  expect(await newsOf(tom.session, [[chatId, 0]], "message,problem,mention")).toEqual([]);

  await assign(owner, chatId, tom.id);
  await ada.sendMessage(customer, "Hello?");
  expect(await newsOf(tom.session, [[chatId, 1]])).toMatchObject([{ kind: "message", seq: 3, text: "Hello?" }]);
  expect(await newsOf(owner, [[chatId, 0]])).toEqual([]);
  // What is known, read or answered is no news.
  expect(await newsOf(tom.session, [[chatId, 3]])).toEqual([]);
  await tom.session.call("POST", `/chats/${chatId}/read`, { seq: 3 });
  expect(await newsOf(tom.session, [[chatId, 0]])).toEqual([]);
  await ada.sendMessage(customer, "Anybody?");
  await answer(owner, chatId);
  expect(await newsOf(tom.session, [[chatId, 3]])).toEqual([]);
});

test("a problem is for the agent whose chat it is, and a mention for who is mentioned, in any chat", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  const { chatId } = await ada.sendMessage(customer);
  await assign(owner, chatId, olga?.id ?? "");
  await recordEvent(ada, { phone: customer.phone, event: "Payment failed" });
  await recordEvent(ada, { phone: customer.phone, event: "Page viewed" });
  expect(await newsOf(owner, [[chatId, 2]])).toMatchObject([{ kind: "problem", text: "Payment failed" }]);
  expect(await newsOf(tom.session, [[chatId, 0]])).toEqual([]);

  await owner.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "@Tom Ray look", mentions: [tom.id] });
  expect(await newsOf(tom.session, [[chatId, 4]])).toEqual([
    { chatId, seq: 5, kind: "mention", displayName: "Ada Okafor", authorName: "Olga Owner", text: "@Tom Ray look", line: null },
  ]);
  expect(await newsOf(tom.session, [[chatId, 4]], "message")).toEqual([]);
  expect(await newsOf(owner, [[chatId, 4]])).toEqual([]);
  expect(await newsOf(await bob.signIn(), [[chatId, 0]])).toEqual([]);
});

test("of one chat the newest item counts, and a question about nothing is answered with nothing", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer, "One");
  await ada.sendMessage(customer, "Two");
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Three");
  const found = await newsOf(owner, [
    [chatId, 0],
    [other.chatId, 0],
    [newId(), 0],
  ]);
  expect(found.map(({ text }) => text).sort()).toEqual(["Three", "Two"]);
  for (const query of ["", "?kinds=message", `?chats=${chatId}:0`])
    expect((await owner.call("GET", `/notifications${query}`)).body).toEqual({ items: [] });
  const fiftyOne = Array.from({ length: 51 }, () => `${newId()}:0`).join(",");
  for (const wrong of [`chats=${fiftyOne}`, "chats=x:0", `chats=${chatId}`, `chats=${chatId}:-1`, `chats=${chatId}:99999999999`])
    expect(await owner.call("GET", `/notifications?${wrong}`), wrong).toMatchObject(errorReply(400, "invalid_request", /^chats/));
  expect(await owner.call("GET", "/notifications?kinds=all")).toMatchObject(errorReply(400, "invalid_request", /^kinds/));
});
