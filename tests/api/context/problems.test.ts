import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { cardsOf, getContact, panelOf, phone, recordEvent } from "../helpers";
import { ago, failed, newChat, onlyProblem, openCount, paid } from "../problem-helpers";

test("a later info event with the same reference closes a problem, in the panel, the list, the cards and the API", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const problem = await recordEvent(ada, failed("INV-1"));
  expect(await openCount(ada, session, chatId)).toBe(1);
  expect(await onlyProblem(session, chatId)).toMatchObject({
    event: "Payment failed",
    reference: "INV-1",
    count: 1,
    firstAt: problem.occurredAt,
    lastAt: problem.occurredAt,
    cameBack: false,
    latest: { id: problem.id, closedAt: null, closedBy: null },
  });

  const end = await recordEvent(ada, paid("INV-1"));
  expect(await openCount(ada, session, chatId)).toBe(0);
  const closed = {
    closedAt: end.occurredAt,
    closedBy: { kind: "event", id: end.id, event: "Payment received", occurredAt: end.occurredAt },
  };
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({
    problems: [],
    hasOlderProblems: false,
    solved: [{ event: "Payment failed", reference: "INV-1", count: 1, ...closed, latest: { id: problem.id, ...closed } }],
  });
  expect((await getContact(ada, "u")).events).toMatchObject([
    { id: end.id, closedAt: null, closedBy: null },
    { id: problem.id, ...closed },
  ]);
  expect(await cardsOf(session, chatId)).toMatchObject([
    { eventId: problem.id, closed: { at: closed.closedAt, by: closed.closedBy } },
    { eventId: end.id, closed: null },
  ]);
  const listed = await session.call("GET", `/chats/${chatId}/events?level=problem`);
  expect(listed.body).toMatchObject({ items: [{ id: problem.id, ...closed }], next: null });
});

test("an info event closes nothing of another reference, of another contact, without a reference, or that happened later", async ({
  ada,
  bob,
}) => {
  const { session, chatId } = await newChat(ada);
  const other = await newChat(bob);
  await recordEvent(ada, failed("INV-1"));
  await recordEvent(bob, failed("INV-1"));
  await recordEvent(ada, { event: "Refund failed", userId: "u" });
  await recordEvent(ada, paid("INV-2"));
  await recordEvent(ada, paid("inv-1"));
  await recordEvent(ada, { ...paid("INV-1"), userId: "another" });
  await recordEvent(ada, { event: "Payment received", userId: "u" });
  await recordEvent(ada, { ...paid("INV-1"), level: "problem" });
  await recordEvent(ada, paid("INV-1", 60));
  expect(await openCount(ada, session, chatId)).toBe(3);
  expect(await openCount(bob, other.session, other.chatId)).toBe(1);
});

test("a reference is compared as text, and an empty one or one over 255 characters is none", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed(42));
  await recordEvent(ada, paid("42"));
  expect(await openCount(ada, session, chatId)).toBe(0);
  for (const reference of ["", "r".repeat(256)]) {
    await recordEvent(ada, failed(reference));
    await recordEvent(ada, paid(reference));
  }
  expect(await onlyProblem(session, chatId)).toMatchObject({ reference: null, count: 2 });
  await recordEvent(ada, failed("é".repeat(255)));
  await recordEvent(ada, paid("é".repeat(255)));
  expect((await panelOf(session, chatId)).solved[0]?.reference).toHaveLength(255);
});

test("times decide, not the order of arrival: a late closing event closes, and a late problem stays closed", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, paid("INV-1", 5));
  const late = await recordEvent(ada, failed("INV-1", 10));
  expect(await openCount(ada, session, chatId)).toBe(0);
  expect((await panelOf(session, chatId)).solved).toMatchObject([{ latest: { id: late.id }, closedBy: { event: "Payment received" } }]);
  await recordEvent(ada, failed("INV-1", 2));
  expect(await openCount(ada, session, chatId)).toBe(1);
  await recordEvent(ada, failed("INV-1", 20));
  expect(await onlyProblem(session, chatId)).toMatchObject({ count: 1 });
  await recordEvent(ada, paid("INV-1", 1));
  expect(await openCount(ada, session, chatId)).toBe(0);
});

test("an info event that closes only earlier events, or closes them before another one, resets the open screens; others do not", async ({
  ada,
}) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, failed("INV-1", 20));
  await recordEvent(ada, failed("INV-1", 5));
  const stream = await openStream(ada.url, ada.workspace, session.cookie);
  const resets = () => stream.received.flatMap(({ data }) => (data.reset?.includes(chatId) ? ["reset"] : []));
  const cards = async () => (await cardsOf(session, chatId)).slice(0, 2).map((card) => ("closed" in card ? (card.closed?.at ?? null) : ""));

  const between = await recordEvent(ada, paid("INV-1", 10));
  await expect.poll(() => resets().length).toBe(1);
  expect(await cards()).toEqual([between.occurredAt, null]);
  expect(await openCount(ada, session, chatId)).toBe(1);

  const before = await recordEvent(ada, paid("INV-1", 15));
  await expect.poll(() => resets().length).toBe(2);
  expect(await cards()).toEqual([before.occurredAt, null]);

  // Each of these events is the second after a problem, or after none.
  for (const event of [paid("INV-1", 12), paid("INV-1", 30), paid("INV-2", 1), { event: "Order placed", userId: "u" }])
    await recordEvent(ada, event);
  const end = await recordEvent(ada, paid("INV-1", 1));
  await expect.poll(() => resets().length).toBe(3);
  expect(await cards()).toEqual([before.occurredAt, end.occurredAt]);
  stream.close();
});

test("events at the same time count in the order of arrival", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const occurredAt = ago(5);
  await recordEvent(ada, { ...failed("INV-1"), occurredAt });
  await expect
    .poll(async () => (await getContact(ada, "u")).events.every(({ receivedAt }) => Date.parse(receivedAt) < Date.now()))
    .toBe(true);
  await recordEvent(ada, { ...paid("INV-1"), occurredAt });
  expect(await openCount(ada, session, chatId)).toBe(0);
  await expect
    .poll(async () => (await getContact(ada, "u")).events.every(({ receivedAt }) => Date.parse(receivedAt) < Date.now()))
    .toBe(true);
  await recordEvent(ada, { ...failed("INV-1"), occurredAt });
  expect(await openCount(ada, session, chatId)).toBe(1);
});

test("repeats are one problem with a count, and another name or reference is another problem", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const ids = [];
  for (const minutes of [9, 3, 6]) ids.push((await recordEvent(ada, failed("INV-1", minutes))).id);
  expect(await onlyProblem(session, chatId)).toMatchObject({ count: 3, latest: { id: ids[1] } });
  await recordEvent(ada, failed("INV-2"));
  await recordEvent(ada, { ...failed("INV-1"), event: "Refund failed" });
  expect(await openCount(ada, session, chatId)).toBe(3);
  await recordEvent(ada, paid("INV-1"));
  expect(await onlyProblem(session, chatId)).toMatchObject({ reference: "INV-2" });
  expect((await panelOf(session, chatId)).solved.map(({ event, count }) => `${event} ${count}`).sort()).toEqual([
    "Payment failed 3",
    "Refund failed 1",
  ]);
});

test("a problem that begins again within 48 hours came back, and counts from there", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const hour = 60;
  for (const [reference, pauseHours] of [
    ["INV-1", 47],
    ["INV-2", 49],
  ] as const) {
    await recordEvent(ada, failed(reference, 100 * hour));
    await recordEvent(ada, failed(reference, 99 * hour));
    await recordEvent(ada, paid(reference, 98 * hour));
    await recordEvent(ada, failed(reference, (98 - pauseHours) * hour));
  }
  const { problems } = await panelOf(session, chatId);
  expect(problems.map(({ reference, cameBack, count }) => ({ reference, cameBack, count }))).toEqual([
    { reference: "INV-2", cameBack: false, count: 1 },
    { reference: "INV-1", cameBack: true, count: 1 },
  ]);
});

test("an event before the first problem is no closing, so the problem did not come back", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  await recordEvent(ada, paid("INV-1", 10));
  await recordEvent(ada, failed("INV-1", 5));
  expect(await onlyProblem(session, chatId)).toMatchObject({ cameBack: false, count: 1 });
});

test("the event in an action's reply closes the problem with its reference", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await recordEvent(ada, { event: "Payment failed", phone, properties: { reference: "INV-1" }, occurredAt: ago(5) });
  expect((await panelOf(desk.session, desk.chatId)).problemsCount).toBe(1);
  desk.replyWith({ body: { event: { name: "Payment taken", properties: { reference: "INV-1" } } } });
  await desk.pressAndWait();
  expect(await panelOf(desk.session, desk.chatId)).toMatchObject({ problems: [], solved: [{ closedBy: { event: "Payment taken" } }] });
});

test("a problem and the event that closes it, recorded at the same time, never miss each other", async ({ ada }) => {
  const { session, chatId } = await newChat(ada);
  const references = Array.from({ length: 12 }, (_, at) => `INV-${at}`);
  await Promise.all(references.flatMap((reference) => [recordEvent(ada, failed(reference)), recordEvent(ada, paid(reference))]));
  expect(await openCount(ada, session, chatId)).toBe(0);
  expect((await panelOf(session, chatId)).solved).toHaveLength(12);
});
