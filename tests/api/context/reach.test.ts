import type { getEventReach } from "@/lib/desk/reach/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { close, phone, putContact, recordEvent, whatsapp } from "../helpers";

type Found = ReplyOf<typeof getEventReach>;

const found = async (session: Session, id: string): Promise<Found> => {
  const reply = await session.call("GET", `/events/${id}/reach`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Found;
};
const reasons = ({ others }: Found) => Object.fromEntries(others.map(({ id, reason }) => [id, reason]));

test("an agent reads why an event is where it is, as it was when it arrived, whatever changed since", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { session: agent } = await joined(ada, owner, "agent");
  await putContact(ada, "u", { phone, name: "Ada Okafor" });
  await putContact(bob, "u", { phone });
  const visitor = (visitorId: string, userId?: string) => ada.sendMessage({ channel: "website", visitorId, ...(userId && { userId }) });
  const [open, closed, stranger] = [await ada.sendMessage(whatsapp), await visitor("v", "u"), await visitor("w")];
  await close(owner, closed.chatId);

  const problem = await recordEvent(ada, { event: "Card declined", userId: "u" });
  const info = await recordEvent(ada, { event: "Payment failed", level: "info", userId: "u" });
  const first = await found(agent, problem.id);
  expect(first).toMatchObject({
    event: "Card declined",
    level: "problem",
    levelReason: { by: "word", word: "declined" },
    postedToConversations: 1,
    posted: [{ id: open.chatId, displayName: "Ada Okafor", channel: "whatsapp", lastMessageAt: expect.any(String) }],
    others: [{ id: closed.chatId, reason: "closed" }],
    isCut: false,
    hasConflict: false,
  });
  expect((await found(agent, info.id)).levelReason).toEqual({ by: "level", word: null });

  // The open chat is closed, the closed one goes on, somebody is linked, and another chat begins.
  await close(owner, open.chatId);
  expect((await owner.call("POST", `/chats/${closed.chatId}/status`, { status: "open" })).status).toBe(200);
  await visitor("v", "u");
  expect((await agent.call("POST", `/chats/${stranger.chatId}/link`, { userId: "u" })).status).toBe(200);
  const later = await visitor("x", "u");
  const after = await found(agent, problem.id);
  expect(after.posted).toEqual(first.posted);
  expect(reasons(after)).toEqual({ [closed.chatId]: "closed", [stranger.chatId]: "linked_later", [later.chatId]: "summarized" });
  expect(after.others.find(({ id }) => id === closed.chatId)).toEqual(first.others[0]);
  expect(reasons(await found(agent, info.id))).toEqual({ ...reasons(after), [later.chatId]: "later" });

  // Nobody else learns of it, and nobody once it is gone.
  expect(await (await bob.signIn()).call("GET", `/events/${problem.id}/reach`)).toMatchObject({ status: 404 });
  const conflicting = await recordEvent(ada, { userId: "other", phone });
  expect(await found(agent, conflicting.id)).toMatchObject({ posted: [], others: [], hasConflict: true, levelReason: { by: "no_word" } });
  expect((await ada.api("DELETE", "/contacts/u")).status).toBe(200);
  expect(await agent.call("GET", `/events/${problem.id}/reach`)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
});
