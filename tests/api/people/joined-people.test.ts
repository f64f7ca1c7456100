import type { ChatItem, ChatSummary } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { itemsOf, panelOf } from "../helpers";
import { whenFound } from "../search-helpers";

const [phone, other] = ["447911000001", "447911000002"];
const byPhone = (of = phone) => ({ channel: "whatsapp", phone: of });
const byId = { channel: "whatsapp", channelUserId: "bsuid-1" };
const byBoth = { ...byPhone(), ...byId };

const changesIn = (items: readonly ChatItem[]) => items.flatMap((item) => (item.kind === "change" ? [item.change] : []));
const textsIn = (items: readonly ChatItem[]) => items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
const listed = async (session: Session, view = "open") => (await session.call("GET", `/chats?view=${view}`)).body["items"] as ChatSummary[];
const answer = (session: Session, chatId: string, text = "Answer") =>
  session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "message", text });

/** Somebody known by phone, and somebody known by an id who writes last; then one message shows that they are one. */
async function twoPeople(team: Team, { texts = ["By phone"] }: { texts?: string[] } = {}) {
  const session = await team.signIn();
  let first = "";
  for (const text of texts) first = (await team.sendMessage(byPhone(), text)).chatId;
  const { chatId: second } = await team.sendMessage(byId, "By id");
  return { session, first, second, join: () => team.sendMessage(byBoth, "Both") };
}

test("what was not answered moves to the chat that goes on, unread, and a line in both names the other", async ({ ada }) => {
  const { session, first, second, join } = await twoPeople(ada, { texts: ["One", "Two"] });
  expect((await join()).chatId).toBe(second);

  const [only, ...others] = await listed(session);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ id: second, unread: 4 });
  const survivor = await itemsOf(session, second);
  expect(textsIn(survivor)).toEqual(["By id", "One", "Two", "Both"]);
  expect(changesIn(survivor)).toEqual([{ what: "goes_on_from", chatId: first, count: 2 }]);
  expect(survivor.map(({ kind }) => kind)).toEqual(["message", "change", "message", "message", "message"]);

  const ended = await itemsOf(session, first);
  expect(ended).toMatchObject([{ kind: "change", authorName: null, change: { what: "goes_on_in", chatId: second, count: 2 } }]);
  expect(await listed(session, "closed")).toMatchObject([{ id: first, unread: 0 }]);
  expect((await session.call("POST", `/chats/${first}/status`, { status: "open" })).status).toBe(409);
});

test("what was answered stays where it was, and what came after the answer moves", async ({ ada }) => {
  const { session, first, second, join } = await twoPeople(ada);
  await answer(session, first);
  await ada.sendMessage(byPhone(), "One more thing");
  await ada.sendMessage(byId, "By id again");
  await join();
  expect(textsIn(await itemsOf(session, first))).toEqual(["By phone", "Answer"]);
  expect(textsIn(await itemsOf(session, second))).toEqual(["By id", "By id again", "One more thing", "Both"]);
});

test("a chat without anything to answer ends with a line and loses nothing", async ({ ada }) => {
  const { session, first, second, join } = await twoPeople(ada);
  await answer(session, first);
  await ada.sendMessage(byId, "By id again");
  await join();
  expect(textsIn(await itemsOf(session, first))).toEqual(["By phone", "Answer"]);
  expect(changesIn(await itemsOf(session, first))).toEqual([{ what: "goes_on_in", chatId: second, count: 0 }]);
  expect(changesIn(await itemsOf(session, second))).toEqual([{ what: "goes_on_from", chatId: first, count: 0 }]);
});

test("a snoozed chat is back when messages move to it, and one that ends is not snoozed any more", async ({ ada }) => {
  const { session, first, second, join } = await twoPeople(ada);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const id of [first, second]) expect((await session.call("POST", `/chats/${id}/snooze`, { until })).status).toBe(200);
  await join();
  expect(await listed(session)).toMatchObject([{ id: second, snoozedUntil: null }]);
  expect(await panelOf(session, first)).toMatchObject({ chat: { status: "closed", snoozedUntil: null } });
});

test("a member who read both chats finds what moved unread, and the counts say so", async ({ ada }) => {
  const { session, first, second, join } = await twoPeople(ada);
  const agent = await joined(ada, session);
  for (const reader of [session, agent.session]) {
    for (const id of [first, second]) expect((await reader.call("POST", `/chats/${id}/read`, { seq: 1 })).status).toBe(200);
  }
  await join();
  for (const reader of [session, agent.session]) {
    expect(await listed(reader)).toMatchObject([{ id: second, unread: 2 }]);
    expect((await reader.call("GET", "/chats")).body["counts"]).toMatchObject({ unread: 1 });
  }
});

test("messages that move are found, edited and answered where they are", async ({ ada }) => {
  const { session, second, join } = await twoPeople(ada, { texts: ["Aubergine"] });
  await join();
  await whenFound(session, "Aubergine", (found) => found.messages.items.map(({ chatId }) => chatId)).toEqual([second]);
  expect((await answer(session, second)).status).toBe(201);
  expect(await listed(session)).toMatchObject([{ id: second, unread: 0, preview: { text: "Answer" } }]);
});

test("many people who join at once each keep one open chat with all that was written", async ({ ada }) => {
  const session = await ada.signIn();
  const people = Array.from({ length: 8 }, (_, index) => ({ phone: `44791100010${index}`, channelUserId: `join-${index}` }));
  await Promise.all(
    people.flatMap(({ phone: own, channelUserId }) => [
      ada.sendMessage(byPhone(own), "a"),
      ada.sendMessage({ channel: "whatsapp", channelUserId }, "b"),
    ]),
  );
  await Promise.all(
    people.flatMap((names) => [
      ada.sendMessage({ channel: "whatsapp", ...names }, "c"),
      ada.sendMessage({ channel: "whatsapp", ...names }, "d"),
      ada.sendMessage(byPhone(names.phone), "e"),
    ]),
  );
  const open = await listed(session);
  expect(open).toHaveLength(people.length);
  for (const { id } of open)
    expect(
      textsIn(await itemsOf(session, id))
        .sort()
        .join(""),
    ).toBe("abcde");
});

test("another workspace keeps its two people", async ({ ada, bob }) => {
  const { join } = await twoPeople(ada);
  const theirs = await twoPeople(bob);
  await ada.sendMessage(byPhone(other), "Somebody else");
  await join();
  expect(await listed(theirs.session)).toHaveLength(2);
  expect(changesIn(await itemsOf(theirs.session, theirs.first))).toEqual([]);
});
