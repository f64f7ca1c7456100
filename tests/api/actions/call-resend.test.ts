import { newId } from "@/lib/kernel/ids";
import { callOf, listOf, resend, secondAdmin } from "../../support/calls";
import { accepts, customer, type Desk, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const secretOf = async ({ session }: Desk) => String((await session.call("POST", "/actions/secret/reveal", {})).body["secret"]);

test("resends the same delivery and body with a fresh time and signature to the current address", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const { callId } = (await desk.pressAndWait()).outcome;
  await desk.session.call("POST", "/actions/secret/rotate", {});
  await desk.session.call("POST", "/actions/secret/end-overlap", {});
  const moved = `/${ada.workspace}/moved`;
  await desk.session.call("PUT", "/actions/address", { url: receiver.origin + moved });

  const before = Date.now();
  const reply = await resend(desk.session, callId);
  expect(reply.status, reply.text).toBe(202);
  const again = String(reply.body["callId"]);
  await desk.outcome(again);
  const [[first], [second, ...more]] = [desk.calls(), receiver.calls(moved)];
  if (!first || !second) throw new Error("Nothing was sent.");
  expect(more).toEqual([]);
  expect(second.headers["x-service-delivery"]).toBe(callId);
  expect(accepts(await secretOf(desk), second)).toBe(true);
  const sentAt = String(second.body["sentAt"]);
  expect(new Date(sentAt).getTime()).toBeGreaterThanOrEqual(before);
  expect(second.headers["x-service-timestamp"]).toBe(String(Math.floor(new Date(sentAt).getTime() / 1000)));
  expect(second.raw.toString()).toBe(first.raw.toString().replace(String(first.body["sentAt"]), sentAt));

  const call = await callOf(desk.session, again);
  expect(call).toMatchObject({
    isResend: true,
    deliveryId: callId,
    url: receiver.origin + moved,
    requestBody: second.raw.toString(),
    startedAt: sentAt,
  });
  expect(call.sendings.map(({ id, isResend }) => [id, isResend])).toEqual([
    [callId, false],
    [again, true],
  ]);
});

test("adds a resend's outcome, note and event to the chat, marked and with the name of the resender", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 500 });
  const { callId } = (await desk.pressAndWait()).outcome;
  desk.replyWith({ body: { message: "Done now.", event: { name: "Refund issued" } } });
  const bea = await secondAdmin(ada);
  const again = String((await resend(bea, callId)).body["callId"]);
  const item = await desk.outcome(again);
  expect(item).toMatchObject({ authorName: "Bea Admin", outcome: { state: "succeeded", message: "Done now.", isResend: true } });
  expect((await desk.outcome(callId)).outcome).not.toHaveProperty("isResend");
  expect(
    (await desk.items()).filter((one) => one.kind === "card" && "event" in one.card && one.card.event === "Refund issued"),
  ).toHaveLength(1);
  expect((await listOf(bea)).items).toMatchObject([
    { id: again, isResend: true, agentName: "Bea Admin", state: "succeeded" },
    { id: callId, isResend: false, agentName: "Olga Owner", state: "refused" },
  ]);
});

test("sends one of ten concurrent resends by two admins, with a slow or a quick receiver", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const admins = [desk.session, await secondAdmin(ada)] as const;
  for (const delayMs of [0, 300]) {
    const { callId } = (await desk.pressAndWait()).outcome;
    desk.replyWith(new Promise((resolve) => setTimeout(() => resolve({}), delayMs)));
    const before = desk.calls().length;
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => resend(admins[at % 2 === 0 ? 0 : 1], callId)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
    await desk.outcome(String(replies.find(({ status }) => status === 202)?.body["callId"]));
    expect(desk.calls()).toHaveLength(before + 1);
    const late = await resend(admins[1], callId);
    expect(late).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("sent this again already") } } });
  }
});

test("resends the last sending repeatedly under the same delivery", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const { callId } = (await desk.pressAndWait()).outcome;
  // A newer call of another delivery does not prevent a resend.
  const { callId: newer } = (await desk.pressAndWait()).outcome;
  let last = callId;
  for (let count = 0; count < 3; count += 1) {
    last = String((await resend(desk.session, last)).body["callId"]);
    await desk.outcome(last);
  }
  expect(new Set(desk.calls().map(({ headers }) => headers["x-service-delivery"]))).toEqual(new Set([callId, newer]));
  expect((await callOf(desk.session, callId)).sendings).toHaveLength(4);
});

test("rejects a resend while the call is running and a press while a resend is running", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  let release = () => {};
  const holdReply = () => desk.replyWith(new Promise((resolve) => (release = () => resolve({}))));
  holdReply();
  const id = newId();
  await desk.press(id);
  const early = await resend(desk.session, id);
  expect(early).toMatchObject({ status: 409, body: { error: { code: "conflict", message: expect.stringContaining("still running") } } });
  release();
  await desk.outcome(id);
  expect(desk.calls()).toHaveLength(1);

  holdReply();
  const again = String((await resend(desk.session, id)).body["callId"]);
  expect((await desk.press()).status).toBe(409);
  const { body } = await desk.session.call("GET", `/chats/${desk.chatId}/panel`);
  expect(body["running"]).toMatchObject([{ callId: again, agentName: "Olga Owner" }]);
  release();
  await desk.outcome(again);
  expect(desk.calls()).toHaveLength(2);
});

test("keeps an accepted call as working in the log until its result, and rejects a resend before it", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 202 });
  const id = newId();
  await desk.press(id);
  await expect.poll(async () => (await listOf(desk.session, { status: "working" })).items.map((call) => call.id)).toEqual([id]);
  expect(await callOf(desk.session, id)).toMatchObject({
    state: "working",
    answerBy: expect.any(String),
    finishedAt: null,
    resultBody: null,
  });
  expect(await resend(desk.session, id)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("still running") } },
  });
  const body = { message: "Refunded.", event: { event: "Refund issued" } };
  expect((await ada.api("POST", `/actions/${id}/result`, { body })).status).toBe(200);
  const call = await callOf(desk.session, id);
  expect(call).toMatchObject({ state: "succeeded", replyStatus: 202, isNoted: true, recordedEvent: { event: "Refund issued" } });
  expect(JSON.parse(call.resultBody ?? "")).toEqual(body);

  const again = String((await resend(desk.session, id)).body["callId"]);
  await expect.poll(async () => (await callOf(desk.session, again)).state).toBe("working");
  expect((await ada.api("POST", `/actions/${id}/result`, { body: { message: "Refunded before." } })).status).toBe(200);
  expect((await desk.outcome(again)).outcome).toMatchObject({ state: "succeeded", message: "Refunded before.", isResend: true });
});

test("rejects a resend without an address or without the call's content, and says why", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  const { callId } = (await desk.pressAndWait()).outcome;
  await desk.session.call("PUT", "/actions/address", { url: "" });
  expect(await resend(desk.session, callId)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("No address") } },
  });
  await desk.session.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  await ada.api("DELETE", "/contacts/user_1");
  expect(await resend(desk.session, callId)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("was deleted") } },
  });
  expect(desk.calls()).toHaveLength(1);
});
