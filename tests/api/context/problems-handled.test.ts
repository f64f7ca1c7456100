import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { close, getContact, itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";
import { about, ago, failed, newChat, onlyProblem, openCount, paid, setAllHandled, setHandled } from "../problem-helpers";

test("Handled closes a problem without a reference, leaves a trace, and can be undone; repeats change nothing", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, { event: "Refund failed", userId: "u", occurredAt: ago(5) });
  const { id } = await onlyProblem(session, chatId);
  for (let repeat = 0; repeat < 3; repeat += 1)
    expect(await setHandled(session, chatId, id)).toMatchObject({ status: 200, body: { handled: true } });
  expect(await openCount(ada, session, chatId)).toBe(0);
  const by = { kind: "agent", name: "Olga Owner" };
  expect((await panelOf(session, chatId)).solved).toMatchObject([{ id, closedBy: by, latest: { closedBy: by } }]);
  expect((await getContact(ada, "u")).events).toMatchObject([{ closedBy: by }]);

  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await setHandled(session, chatId, id, false)).toMatchObject({ status: 200, body: { handled: false } });
  expect(await openCount(ada, session, chatId)).toBe(1);
  expect(await onlyProblem(session, chatId)).toMatchObject({ id, cameBack: false, count: 1 });
  const changes = (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "change" ? [[item.authorName, item.change]] : []));
  expect(changes).toEqual([
    ["Olga Owner", { what: "handled", event: "Refund failed", reference: null }],
    ["Olga Owner", { what: "unhandled", event: "Refund failed", reference: null }],
  ]);
});

test("a chat is not closed for a screen that shows no problem while there is an open one", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const closing = (more: object = {}) => session.call("POST", `/chats/${chatId}/status`, { status: "closed", ...more });
  const unasked = { ifNoOpenProblems: true };
  await recordEvent(ada, failed("INV-1", 5));
  expect(await closing(unasked)).toMatchObject(errorReply(409, "conflict", /has an open problem/));
  const several = await session.call("POST", "/chats/changes", { changes: [{ chatId, status: "closed", ...unasked }] });
  expect(several.body).toMatchObject({ results: [{ chatId, error: { code: "conflict" } }] });
  expect((await panelOf(session, chatId)).chat.status).toBe("open");
  expect((await closing({ ifNoOpenProblems: "yes" })).status).toBe(400);
  expect((await closing()).status).toBe(200);
  // What is closed already is not refused, and neither is opening it.
  expect((await closing(unasked)).status).toBe(200);
  expect((await closing({ ...unasked, status: "open" })).status).toBe(200);
  await recordEvent(ada, paid("INV-1", 1));
  expect((await closing(unasked)).status).toBe(200);
  expect((await panelOf(session, chatId)).chat.status).toBe("closed");
});

test("a problem that was handled opens again with its next event, and not with a late one", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1", 10));
  const { id } = await onlyProblem(session, chatId);
  await setHandled(session, chatId, id);
  await recordEvent(ada, failed("INV-1", 5));
  expect(await openCount(ada, session, chatId)).toBe(0);
  await expect.poll(async () => Date.parse((await panelOf(session, chatId)).solved[0]?.closedAt ?? "") < Date.now()).toBe(true);
  await recordEvent(ada, { event: "Payment failed", ...about("INV-1") });
  expect(await onlyProblem(session, chatId)).toMatchObject({ id, count: 1, cameBack: true });
});

test("without a reference, what arrives after Handled is open, whatever its time; undoing opens what that press closed", async ({
  ada,
}) => {
  const { session, chatId } = await newChat(ada);
  const refund = (amount: string, minutes: number) =>
    recordEvent(ada, { event: "Refund failed", userId: "u", properties: { amount }, occurredAt: ago(minutes) });
  const closers = async () =>
    Object.fromEntries(
      (await getContact(ada, "u")).events.map(({ properties, closedBy }) => [properties["amount"], closedBy?.kind ?? null]),
    );
  await refund("10 EUR", 5);
  const { id } = await onlyProblem(session, chatId);
  await setHandled(session, chatId, id);
  await refund("9,999 EUR", 30);
  expect(await openCount(ada, session, chatId)).toBe(1);
  expect(await onlyProblem(session, chatId)).toMatchObject({ id, count: 1, latest: { properties: { amount: "9,999 EUR" } } });
  expect(await closers()).toEqual({ "10 EUR": "agent", "9,999 EUR": null });

  await setHandled(session, chatId, id);
  expect(await openCount(ada, session, chatId)).toBe(0);
  expect((await panelOf(session, chatId)).solved).toMatchObject([{ id, count: 1, latest: { properties: { amount: "9,999 EUR" } } }]);
  await setHandled(session, chatId, id, false);
  expect(await openCount(ada, session, chatId)).toBe(1);
  expect(await closers()).toEqual({ "10 EUR": "agent", "9,999 EUR": null });
  await refund("20 EUR", 60);
  await refund("30 EUR", 1);
  expect(await onlyProblem(session, chatId)).toMatchObject({ count: 3, latest: { properties: { amount: "30 EUR" } } });
  await setHandled(session, chatId, id);
  expect(await openCount(ada, session, chatId)).toBe(0);
  expect(new Set(Object.values(await closers()))).toEqual(new Set(["agent"]));
});

test("undoing Handled leaves a problem closed that an event has closed too", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  const { id } = await onlyProblem(session, chatId);
  await setHandled(session, chatId, id);
  await recordEvent(ada, paid("INV-1", 1));
  expect((await panelOf(session, chatId)).solved).toMatchObject([{ closedBy: { kind: "event" } }]);
  expect((await setHandled(session, chatId, id, false)).status).toBe(200);
  expect(await openCount(ada, session, chatId)).toBe(0);
});

test("only the problems of the chat's own person can be handled, and only by members of the workspace", async ({ ada, bob }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  const { id } = await onlyProblem(session, chatId);
  const stranger = await ada.sendMessage({ channel: "whatsapp", phone: "447911000002" });
  const bobs = await newChat(bob);
  for (const refused of [
    await setHandled(session, stranger.chatId, id),
    await setHandled(session, chatId, newId()),
    await setHandled(session, newId(), id),
    await setHandled(bobs.session, bobs.chatId, id),
    await setHandled(bobs.session, chatId, id),
  ]) {
    expect(refused).toMatchObject(errorReply(404, "not_found"));
  }
  expect((await session.call("POST", `/chats/${chatId}/problems/${id}/handled`, { handled: "yes" })).status).toBe(400);
  expect(await openCount(ada, session, chatId)).toBe(1);
});

test("problems and Handled follow the person to a contact, and are gone with it", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const record = (event: string, reference: string) => recordEvent(ada, { event, phone, properties: { reference }, occurredAt: ago(5) });
  await record("Payment failed", "INV-1");
  await record("Payment failed", "INV-2");
  const [first] = (await panelOf(session, chatId)).problems.filter(({ reference }) => reference === "INV-1");
  await setHandled(session, chatId, first?.id ?? "");
  await putContact(ada, "u", { phone });
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: { userId: "u" },
    problems: [{ reference: "INV-2" }],
    solved: [{ reference: "INV-1", closedBy: { kind: "agent" } }],
  });
  expect(await openCount(ada, session, chatId)).toBe(1);
  const changes = async () => (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "change" ? [item.change] : []));
  expect(await changes()).toEqual([{ what: "handled", event: "Payment failed", reference: "INV-1" }]);
  await ada.api("DELETE", "/contacts/u");
  expect(await changes()).toEqual([{ what: "handled", event: "", reference: null }]);
  expect(JSON.stringify(await itemsOf(session, chatId))).not.toMatch(/INV-|Payment failed/);
  expect(await panelOf(session, chatId)).toMatchObject({ problems: [], problemsCount: 0, solved: [], hasOlderProblems: false });
});

test("agents and events at the same time leave one state", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1", 10));
  const { id } = await onlyProblem(session, chatId);
  const presses = [true, true, false].map((handled) => setHandled(session, chatId, id, handled));
  const repeats = [5, 6, 7].map((minutes) => recordEvent(ada, failed("INV-1", minutes)));
  for (const { status } of await Promise.all(presses)) expect(status).toBe(200);
  await Promise.all(repeats);
  await setHandled(session, chatId, id, false);
  expect(await onlyProblem(session, chatId)).toMatchObject({ count: 4 });
  await setHandled(session, chatId, id);
  expect(await openCount(ada, session, chatId)).toBe(0);
});

test("a button for people with a problem is there while one is open", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const options = { shownWhen: { problem: true } };
  const changed = await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { options });
  expect(changed.status, changed.text).toBe(200);
  const event = (name: string, minutes: number) => ({ event: name, phone, properties: { reference: "INV-1" }, occurredAt: ago(minutes) });
  const buttons = async () => (await panelOf(desk.session, desk.chatId)).buttons.length;
  await recordEvent(ada, event("Payment failed", 5));
  expect(await buttons()).toBe(1);
  await recordEvent(ada, event("Payment received", 1));
  expect(await buttons()).toBe(0);
  expect((await desk.press()).status).toBe(409);
});

test("a press stands at its button and its problem for a day: the newest one of each", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await recordEvent(ada, { event: "Payment failed", phone, properties: { reference: "INV-1" } });
  const { latest } = await onlyProblem(desk.session, desk.chatId);
  const pressOn = async (eventId?: string) => {
    const body = { id: newId(), buttonId: desk.buttonId, ...(eventId && { eventId }) };
    const started = await desk.session.call("POST", `/chats/${desk.chatId}/actions`, body);
    expect(started.status, started.text).toBe(202);
    return desk.outcome(String(started.body["callId"]));
  };
  desk.replyWith({ status: 500, body: {} });
  await pressOn();
  desk.replyWith({ body: { message: "Refunded." } });
  const plain = await pressOn();
  const { outcomes } = await panelOf(desk.session, desk.chatId);
  const label = "Refund é 👍";
  expect(outcomes).toEqual([
    {
      callId: plain.outcome.callId,
      buttonId: desk.buttonId,
      label,
      agentName: "Olga Owner",
      state: "succeeded",
      text: "Refunded.",
      at: expect.any(String),
      about: null,
    },
  ]);
  const on = await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { options: { onProblemCards: true } });
  expect(on.status, on.text).toBe(200);
  const about = await pressOn(latest.id);
  expect((await panelOf(desk.session, desk.chatId)).outcomes).toMatchObject([
    { callId: about.outcome.callId, about: { event: "Payment failed", reference: "INV-1" } },
    { callId: plain.outcome.callId, about: null },
  ]);
  await close(desk.session, desk.chatId);
  const next = await ada.sendMessage(whatsapp);
  expect((await panelOf(desk.session, next.chatId)).outcomes).toHaveLength(2);
});

test("all problems, or those of a name, are handled by one press with one trace, and only who pressed takes that back", async ({
  ada,
  bob,
}) => {
  const { session, chatId } = await newChat(ada);
  for (let index = 0; index < 3; index += 1) await recordEvent(ada, failed(`INV-${index}`));
  await recordEvent(ada, { event: "Card declined", ...about("C-1") });
  const named = await setAllHandled(session, chatId, { handled: true, event: "Payment failed" });
  expect(named).toMatchObject({ status: 200, body: { count: 3, isDone: true } });
  expect(await onlyProblem(session, chatId)).toMatchObject({ event: "Card declined" });
  const at = String(named.body["at"]);
  // What arrives after the press is open; a call that goes on closes only what had arrived.
  await recordEvent(ada, failed("INV-9", 0));
  expect((await setAllHandled(session, chatId, { handled: true, event: "Payment failed", at })).body).toMatchObject({
    count: 0,
    isDone: true,
  });
  expect(await openCount(ada, session, chatId)).toBe(2);
  const rest = await setAllHandled(session, chatId, { handled: true });
  expect(rest.body).toMatchObject({ count: 2 });
  expect(await openCount(ada, session, chatId)).toBe(0);

  const theirs = await bob.signIn();
  expect((await setAllHandled(theirs, chatId, { handled: false, at })).status).toBe(404);
  const future = new Date(Date.now() + 60_000).toISOString();
  for (const wrong of [{ handled: false }, { handled: true, at: future }, { handled: true, at: "soon" }])
    expect(await setAllHandled(session, chatId, wrong)).toMatchObject(errorReply(400, "invalid_request", /^at /));

  expect((await setAllHandled(session, chatId, { handled: false, at })).body).toMatchObject({ count: 3, isDone: true });
  expect((await setAllHandled(session, chatId, { handled: false, at })).body).toMatchObject({ count: 0, isDone: true });
  expect(await openCount(ada, session, chatId)).toBe(3);
  const changes = (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "change" ? [item.change] : []));
  expect(changes).toEqual([
    { what: "handled", event: "Payment failed", reference: null, count: 3 },
    { what: "handled", event: "Payment failed", reference: "INV-9" },
    { what: "handled", event: "Card declined", reference: "C-1" },
    { what: "unhandled", event: "Payment failed", reference: null, count: 3 },
  ]);
});

test("very many problems of a name are handled in steps of 500, all as of the first one's time", async ({ ada }) => {
  test.slow();
  const { session, chatId } = await newChat(ada);
  const items = Array.from({ length: 100 }, (_, index) => failed(`INV-${index}`));
  for (let batch = 0; batch < 6; batch += 1)
    await ada.api("POST", "/events/batch", {
      body: { items: items.map((item, at) => ({ ...item, ...about(`INV-${batch * 100 + at}`) })) },
    });
  const first = await setAllHandled(session, chatId, { handled: true, event: "Payment failed" });
  expect(first.body).toMatchObject({ count: 500, isDone: false });
  expect((await panelOf(session, chatId)).problemsCount).toBe(100);
  const at = String(first.body["at"]);
  expect((await setAllHandled(session, chatId, { handled: true, event: "Payment failed", at })).body).toEqual({
    at,
    count: 100,
    isDone: true,
  });
  expect((await panelOf(session, chatId)).problemsCount).toBe(0);
  for (const count of [500, 100])
    expect((await setAllHandled(session, chatId, { handled: false, at })).body).toEqual({ at, count, isDone: count === 100 });
  expect((await panelOf(session, chatId)).problemsCount).toBe(600);
});

test("closing never asks by the API, and hides no problem: the closed chat is among the problems until they end", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1"));
  await close(session, chatId);
  const listed = async () => (await session.call("GET", "/chats?view=problems")).body;
  expect(await listed()).toMatchObject({ items: [{ id: chatId, status: "closed", openProblems: 1 }], counts: { problems: 1 } });
  await recordEvent(ada, paid("INV-1"));
  expect(await listed()).toMatchObject({ items: [], counts: { problems: 0 } });
});
