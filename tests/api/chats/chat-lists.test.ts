import { newId } from "@/lib/kernel/ids";
import { answer, assign, chatsIn, idsIn, inAnHour, setStatus, snooze, summaryOf, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { recordEvent } from "../helpers";

const website = (visitorId: string) => ({ channel: "website", visitorId });
const phone = customer.phone;

test("hundreds of info events do not move a chat, a problem and a note do, and only a message replaces its preview", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer, "Where is my order?");
  const newer = await ada.sendMessage(website("v_1"), "Hi");
  const before = await summaryOf(session, chatId);
  // Events with a phone wait for each other.
  for (let time = 0; time < 14; time += 1)
    await Promise.all(Array.from({ length: 20 }, () => recordEvent(ada, { phone, event: "Page viewed" })));
  const after = await summaryOf(session, chatId);
  expect(after).toEqual({ ...before, lastSeq: 281 });
  expect(after.preview).toMatchObject({ kind: "message", text: "Where is my order?" });
  expect(await idsIn(session)).toEqual([newer.chatId, chatId]);

  await recordEvent(ada, { phone, event: "Payment failed" });
  await recordEvent(ada, { phone, event: "Page viewed" });
  expect(await idsIn(session)).toEqual([chatId, newer.chatId]);
  expect(await summaryOf(session, chatId)).toMatchObject({
    preview: { author: "customer", text: "Where is my order?" },
    openProblems: 1,
    newestProblem: "Payment failed",
    unread: 1,
    lastSeq: 283,
  });
  await answer(session, newer.chatId, "A note", "note");
  expect(await idsIn(session)).toEqual([newer.chatId, chatId]);
  expect(await summaryOf(session, newer.chatId)).toMatchObject({ preview: { text: "Hi" }, openProblems: 0, newestProblem: null });
  await recordEvent(ada, { phone, event: "Login blocked" });
  await answer(session, chatId, "On its way");
  expect(await summaryOf(session, chatId)).toMatchObject({
    preview: { author: "agent", text: "On its way", isMine: true },
    openProblems: 2,
    newestProblem: "Login blocked",
  });
});

test("a colleague's answer ends the unread mark of everybody, and the next message begins a new one", async ({ ada }) => {
  const owner = await ada.signIn();
  const { session: tom } = await joined(ada, owner);
  const { chatId } = await ada.sendMessage(customer, "One");
  for (const text of ["Two", "Three"]) await ada.sendMessage(customer, text);
  const unread = async () => Promise.all([owner, tom].map(async (session) => (await summaryOf(session, chatId)).unread));
  expect(await unread()).toEqual([3, 3]);
  await answer(tom, chatId, "A note", "note");
  // Tom has read what he writes under.
  expect(await unread()).toEqual([3, 0]);
  await answer(tom, chatId);
  expect(await unread()).toEqual([0, 0]);
  await ada.sendMessage(customer, "Four");
  expect(await unread()).toEqual([1, 1]);
  await owner.call("POST", `/chats/${chatId}/read`, { seq: 100 });
  expect(await unread()).toEqual([0, 1]);
});

test("shows each chat in the views that it belongs to, by channel, and counts open ones", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = await teamOf(owner);
  const [mine, nobodys, toms] = [
    await ada.sendMessage(customer),
    await ada.sendMessage(website("v_1")),
    await ada.sendMessage(website("v_2")),
  ];
  const [snoozed, closed] = [await ada.sendMessage(website("v_3")), await ada.sendMessage(website("v_4"))];
  await bob.sendMessage(customer);
  await assign(owner, mine.chatId, olga?.id ?? "");
  await assign(owner, toms.chatId, tom.id);
  await snooze(owner, snoozed.chatId, inAnHour());
  await setStatus(owner, closed.chatId, "closed");
  await recordEvent(ada, { phone, event: "Payment failed" });

  const views = {
    mine: [mine],
    unassigned: [nobodys],
    open: [mine, toms, nobodys],
    problems: [mine],
    snoozed: [snoozed],
    closed: [closed],
    mentions: [],
  };
  for (const [view, expected] of Object.entries(views)) {
    const { items, counts, next } = await chatsIn(owner, `?view=${view}`);
    expect(
      items.map(({ id }) => id),
      view,
    ).toEqual(expected.map(({ chatId }) => chatId));
    expect(counts).toEqual({ mine: 1, unassigned: 1, problems: 1, mentions: 0, unread: 2 });
    expect(next).toBeNull();
  }
  expect(await idsIn(owner, "?channel=website")).toEqual([toms.chatId, nobodys.chatId]);
  expect(await idsIn(owner, "?view=problems&channel=website")).toEqual([]);
  expect(await idsIn(tom.session, "?view=mine")).toEqual([toms.chatId]);
  expect((await chatsIn(tom.session)).counts).toEqual({ mine: 1, unassigned: 1, problems: 1, mentions: 0, unread: 2 });
  // Read by one of them, and answered for both.
  await owner.call("POST", `/chats/${mine.chatId}/read`, { seq: 1 });
  expect((await chatsIn(owner)).counts.unread).toBe(1);
  await answer(tom.session, nobodys.chatId);
  expect((await chatsIn(owner)).counts.unread).toBe(0);
  expect((await chatsIn(tom.session)).counts.unread).toBe(1);
});

test("returns of some ids the chats that belong to the view and the workspace", async ({ ada, bob }) => {
  const session = await ada.signIn();
  const [first, second] = [await ada.sendMessage(customer), await ada.sendMessage(website("v_1"))];
  const foreign = await bob.sendMessage(customer);
  await setStatus(session, second.chatId, "closed");
  const ids = [second.chatId, foreign.chatId, newId(), first.chatId].join(",");
  expect(await chatsIn(session, `?ids=${ids}`)).toMatchObject({ items: [{ id: first.chatId }], next: null, counts: { unassigned: 1 } });
  expect(await idsIn(session, `?view=closed&ids=${ids}`)).toEqual([second.chatId]);
  expect(await idsIn(session, `?view=closed&channel=whatsapp&ids=${ids}`)).toEqual([]);
  const fifty = Array.from({ length: 50 }, () => newId());
  expect(await idsIn(session, `?ids=${fifty.join(",")}`)).toEqual([]);
  for (const wrong of [[...fifty, newId()].join(","), "x", `${first.chatId},`, ""]) {
    expect(await session.call("GET", `/chats?ids=${wrong}`), wrong).toMatchObject(errorReply(400, "invalid_request", /^ids/));
  }
  expect(await session.call("GET", "/chats?view=all")).toMatchObject(errorReply(400, "invalid_request", /^view /));
  expect(await session.call("GET", "/chats?channel=fax")).toMatchObject(errorReply(400, "invalid_request", /^channel /));
});

test("reads a view in pages, each chat once", async ({ ada }) => {
  const session = await ada.signIn();
  const [olga] = await teamOf(session);
  const chats = await Promise.all(Array.from({ length: 33 }, (_, at) => ada.sendMessage(website(`v_${at}`))));
  await Promise.all(chats.slice(1).map(({ chatId }) => assign(session, chatId, olga?.id ?? "")));
  const first = await chatsIn(session, "?view=mine");
  expect(first).toMatchObject({ counts: { mine: 32, unassigned: 1 } });
  expect(first.items).toHaveLength(30);
  const second = await chatsIn(session, `?view=mine&cursor=${first.next}`);
  expect(second.next).toBeNull();
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(chats.slice(1).map(({ chatId }) => chatId)));
  expect(ids).toHaveLength(32);
});
