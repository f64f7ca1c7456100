import { newId } from "@/lib/kernel/ids";
import { Embedded } from "@/lib/platform/db/embedded";
import { callOf, resend } from "../../support/calls";
import { type ActionItem, type Desk, deskAt, newDesk } from "../../support/desk";
import { expect, newTeam, send, signIn, type Team, test } from "../../support/fixtures";
import { startServer } from "../../support/server";
import { errorReply } from "../../support/wire";
import { getContact, panelOf } from "../helpers";

const report = (team: Team, deliveryId: string, body: unknown) => team.api("POST", `/actions/${deliveryId}/result`, { body });
const running = async ({ session, chatId }: Desk) => (await panelOf(session, chatId)).running;
const kinds = async (desk: Desk) => (await desk.items()).map(({ kind }) => kind);
const outcomes = async (desk: Desk) => (await desk.items()).filter((item): item is ActionItem => item.kind === "action");

/** Presses a button whose receiver replies with 202. */
async function startWorkingCall(desk: Desk, body?: unknown): Promise<string> {
  desk.replyWith({ status: 202, ...(body === undefined ? {} : { body }) });
  const id = newId();
  expect((await desk.press(id)).status).toBe(202);
  await expect.poll(() => running(desk)).toMatchObject([{ callId: id, state: "working" }]);
  return id;
}

test("shows a call as working after a 202, and then its note and event as for a direct reply", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: "447911000001" } });
  const desk = await newDesk(ada, receiver);
  const id = await startWorkingCall(desk);
  expect(await running(desk)).toEqual([
    {
      callId: id,
      buttonId: desk.buttonId,
      label: "Refund é 👍",
      agentName: "Olga Owner",
      state: "working",
      startedAt: expect.any(String),
    },
  ]);
  expect(await kinds(desk)).toEqual(["message"]);
  expect((await desk.press()).status).toBe(409);

  const event = { name: "Refund issued", properties: { amount: "59.90 EUR" }, userId: 42, phone: "447911000077" };
  const reported = await report(ada, id, { message: " Refunded.\u202e ", event });
  expect(reported).toMatchObject({
    status: 200,
    body: { deliveryId: id, status: "succeeded", event: { event: "Refund issued", level: "info", postedToConversations: 1 } },
  });
  expect(reported.headers.has("ratelimit-remaining")).toBe(true);
  expect(await kinds(desk)).toEqual(["message", "action", "card"]);
  expect(await outcomes(desk)).toMatchObject([{ outcome: { callId: id, state: "succeeded", message: "Refunded.", reason: null } }]);
  expect(await running(desk)).toEqual([]);
  const { events } = await getContact(ada, "user_1");
  expect(events).toMatchObject([{ id: (reported.body["event"] as { id: string }).id, event: "Refund issued" }]);
  desk.replyWith({});
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "succeeded" });
});

test("shows the message of the 202 itself as a first note and records its event", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = await startWorkingCall(desk, { message: "The bank has it.", event: { name: "Refund started" } });
  expect(await kinds(desk)).toEqual(["message", "action", "card"]);
  await report(ada, id, { message: "Refunded." });
  expect(await outcomes(desk)).toMatchObject([
    { outcome: { callId: id, state: "working", message: "The bank has it." } },
    { outcome: { callId: id, state: "succeeded", message: "Refunded." } },
  ]);
});

test("shows the message of a refused result as the reason, also under its first name", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const event = { event: "Refund failed" };
  const reported = await report(ada, await startWorkingCall(desk), { status: "failed", message: "The bank said no.", event });
  expect(reported.body).toMatchObject({ status: "failed", event: { level: "problem" } });
  await report(ada, await startWorkingCall(desk), { status: "failed" });
  const refused = await report(ada, await startWorkingCall(desk), { status: "refused", message: "The card is blocked." });
  expect(refused.body).toMatchObject({ status: "refused" });
  expect(await outcomes(desk)).toMatchObject([
    { outcome: { state: "refused", message: null, reason: "The bank said no." } },
    { outcome: { state: "refused", message: null, reason: "Your server reported a failure without saying why." } },
    { outcome: { state: "refused", message: null, reason: "The card is blocked." } },
  ]);
});

for (const body of [{ status: "succeeded" }, { event: { event: "Refund issued" } }, { message: "👍".repeat(4000) }]) {
  test(`accepts a result of only ${JSON.stringify(body).slice(0, 30)}…`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    expect((await report(ada, await startWorkingCall(desk), body)).status).toBe(200);
    expect((await outcomes(desk)).map(({ outcome }) => outcome)).toMatchObject([
      { state: "succeeded", message: "message" in body ? body.message : null },
    ]);
  });
}

const invalid: [what: string, body: unknown, message: RegExp][] = [
  ["nothing in it", {}, /^Send a message, an event or a status/],
  ["a misspelt field", { mesage: "Refunded." }, /^Send a message, an event or a status/],
  ["a message of 4,001 characters", { message: "👍".repeat(4001) }, /^message must have at most 4000 characters; you sent 4001/],
  ["an empty message", { message: "" }, /^message must not be empty/],
  ["a message that cannot be seen", { message: "\u0007\u202e " }, /^message must have something that can be read/],
  ["a message that is a number", { message: 42 }, /^message must be a string; you sent a number/],
  ["another status", { status: "done" }, /^status must be "succeeded" or "failed"/],
  ["an event without a name", { message: "Refunded.", event: {} }, /^event must have a name/],
  ["an event with a number as its name", { event: { name: 7 } }, /^event\.name must be a string/],
  ["an event with a nested property", { event: { name: "Refund", properties: { a: { b: 1 } } } }, /^event\.properties\.a must be/],
  ["an event that is a string", { event: "Refund" }, /^event /],
  [
    "an event of tomorrow",
    { event: { name: "R", occurredAt: new Date(Date.now() + 86_400_000).toISOString() } },
    /^event\.occurredAt must not be in the future/,
  ],
];

test("rejects an invalid body with the field's name and accepts the corrected one", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = await startWorkingCall(desk);
  for (const [what, body, message] of invalid)
    expect(await report(ada, id, body), what).toMatchObject(errorReply(400, "invalid_request", message));
  expect(await ada.api("POST", `/actions/${id}/result`, { raw: '{"message":' })).toMatchObject(errorReply(400, "invalid_request"));
  expect(await kinds(desk)).toEqual(["message"]);
  expect(await running(desk)).toMatchObject([{ callId: id, state: "working" }]);
  expect((await report(ada, id, { message: "Refunded." })).status).toBe(200);
});

test("accepts one of ten concurrent results and rejects later ones with the time of the first", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = await startWorkingCall(desk);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => report(ada, id, { message: `Result ${index}`, event: { name: "Refund issued" } })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const winner = replies.findIndex(({ status }) => status === 200);
  expect((await outcomes(desk)).map(({ outcome }) => outcome.message)).toEqual([`Result ${winner}`]);
  expect(await kinds(desk)).toEqual(["message", "action", "card"]);
  const { finishedAt } = await callOf(desk.session, id);
  expect(finishedAt).toMatch(/^\d{4}-.*Z$/);
  expect(await report(ada, id, { message: "Again" })).toMatchObject(
    errorReply(
      409,
      "conflict",
      new RegExp(`^The result of this delivery was reported already, at ${finishedAt}\\. Only the first one counts\\.$`),
    ),
  );
});

test("does not find unknown or foreign deliveries and rejects a malformed id without a lookup", async ({ ada, bob, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = await startWorkingCall(desk);
  expect(await report(bob, id, { message: "Taken over" })).toMatchObject(errorReply(404, "not_found"));
  expect(await report(ada, newId(), { message: "Refunded." })).toMatchObject(errorReply(404, "not_found", /X-Service-Delivery/));
  expect(await report(ada, "42", { message: "Refunded." })).toMatchObject(errorReply(400, "invalid_request", /^deliveryId /));
  expect(await report(ada, newId(), {})).toMatchObject(errorReply(400, "invalid_request"));
  expect(await ada.api("POST", `/actions/${id}/result`, { headers: { authorization: "" }, body: {} })).toMatchObject(
    errorReply(401, "missing_key"),
  );
  expect(await ada.api("GET", `/actions/${id}/result`)).toMatchObject(errorReply(405, "method_not_allowed", /POST/));
  expect(await kinds(desk)).toEqual(["message"]);
});

test("rejects a result for a call that got a direct reply, and takes a late one of a call that got none", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded." } });
  const direct = (await desk.pressAndWait()).outcome.callId;
  expect(await report(ada, direct, { message: "Twice" })).toMatchObject(
    errorReply(409, "conflict", /was answered with 200, at .*Answer 202/),
  );
  desk.replyWith((response) => response.destroy());
  const broken = (await desk.pressAndWait()).outcome.callId;
  expect((await report(ada, broken, { message: "Late" })).status).toBe(200);
  expect(await report(ada, broken, { message: "Twice" })).toMatchObject(errorReply(409, "conflict", /reported already/));
  expect((await outcomes(desk)).map(({ outcome: { state, message } }) => [state, message])).toEqual([
    ["succeeded", "Refunded."],
    ["unknown", null],
    ["succeeded", "Late"],
  ]);
});

test("keeps a result that arrives before its own 202", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const statuses: number[] = [];
  receiver.on(`/${ada.workspace}`, async ({ headers }) => {
    statuses.push((await report(ada, String(headers["x-service-delivery"]), { message: "Refunded." })).status);
    return { status: 202, body: { message: "The bank has it." } };
  });
  const { outcome } = await desk.pressAndWait();
  expect(outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
  expect(statuses).toEqual([200]);
  desk.replyWith({});
  await desk.pressAndWait();
  expect((await outcomes(desk)).map((item) => item.outcome.message)).toEqual(["Refunded.", null]);
  expect(await report(ada, outcome.callId, { message: "Twice" })).toMatchObject(errorReply(409, "conflict", /reported already/));
});

test("keeps one result in the chat when results and 202s race", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const reports: Promise<number>[] = [];
  receiver.on(`/${ada.workspace}`, ({ headers }) => {
    const id = String(headers["x-service-delivery"]);
    const delayMs = (reports.length * 3) % 30;
    const later = new Promise((resolve) => setTimeout(resolve, delayMs));
    reports.push(later.then(() => report(ada, id, { message: id })).then(({ status }) => status));
    return { status: 202 };
  });
  for (let count = 0; count < 20; count += 1) expect((await desk.pressAndWait()).outcome.state).toBe("succeeded");
  expect(await Promise.all(reports)).toEqual(Array.from({ length: 20 }, () => 200));
  for (const { outcome } of await outcomes(desk)) expect(outcome.message).toBe(outcome.callId);
  expect(await outcomes(desk)).toHaveLength(20);
});

test("shows the result in the log and assigns it to the newest waiting sending of the delivery", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith((response) => response.destroy());
  const { callId } = (await desk.pressAndWait()).outcome;
  desk.replyWith({ status: 202 });
  const again = String((await resend(desk.session, callId)).body["callId"]);
  await expect.poll(() => running(desk)).toMatchObject([{ callId: again, state: "working" }]);
  const waiting = await callOf(desk.session, again);
  expect(waiting).toMatchObject({ state: "working", replyStatus: 202, finishedAt: null, isNoted: false, resultBody: null });
  const waitsMs = Date.parse(waiting.answerBy ?? "") - Date.parse(waiting.startedAt);
  expect(Math.round(waitsMs / 60_000)).toBe(30);

  const body = { message: "Refunded.", event: { name: "Refund issued" } };
  const { event } = (await report(ada, callId, body)).body as { event: { id: string } };
  expect((await desk.outcome(again)).outcome).toMatchObject({ state: "succeeded", message: "Refunded.", isResend: true });
  expect((await callOf(desk.session, callId)).state).toBe("unknown");
  const ended = await callOf(desk.session, again);
  expect(ended).toMatchObject({
    state: "succeeded",
    isNoted: true,
    answerBy: waiting.answerBy,
    recordedEvent: { id: event.id, event: "Refund issued" },
  });
  expect(JSON.parse(ended.resultBody ?? "")).toEqual(body);
  expect(await report(ada, callId, body)).toMatchObject(errorReply(409, "conflict", /reported already/));
});

test("shows the note and the event of a direct reply in the log", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded.", event: { name: "Refund issued" } } });
  const { callId } = (await desk.pressAndWait()).outcome;
  const call = await callOf(desk.session, callId);
  expect(call).toMatchObject({ state: "succeeded", isNoted: true, recordedEvent: { event: "Refund issued" }, answerBy: null });
});

const minutes = (count: number) => ({ CLOCK_AHEAD_MS: String(count * 60_000) });

test("waits 30 minutes for a result, across restarts", { tag: ["@embedded", "@slow"] }, async ({ receiver }) => {
  test.setTimeout(120_000);
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const nodeArgs = ["--import", "./tests/support/clock.mjs"];
  const first = await startServer({ env });
  const team = await newTeam(first);
  const desk = await newDesk(team, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  const id = await startWorkingCall(desk);
  const late = newId();
  await desk.press(late, String(second.body["id"]));
  await expect.poll(async () => (await running(desk)).filter(({ state }) => state === "working")).toHaveLength(2);
  await first.kill();

  const at = async (url: string) =>
    deskAt(await signIn(url, team.workspace, team.owner), { ...desk, receiver, path: `/${team.workspace}` });
  const reportAt = (url: string, delivery: string) =>
    send(`${url}/api/v1/actions/${delivery}/result`, {
      method: "POST",
      headers: { authorization: `Bearer ${team.key}` },
      body: { message: "Refunded." },
    });

  const almost = await startServer({ dataDir: first.dataDir, env: { ...env, ...minutes(29) }, nodeArgs });
  expect(await running(await at(almost.url))).toMatchObject([{ state: "working" }, { state: "working" }]);
  expect((await reportAt(almost.url, id)).status).toBe(200);
  await almost.stop();

  const after = await startServer({ dataDir: first.dataDir, env: { ...env, ...minutes(31) }, nodeArgs });
  const now = await at(after.url);
  expect((await now.outcome(id)).outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
  expect((await now.outcome(late)).outcome).toMatchObject({
    state: "unknown",
    message: null,
    reason:
      "Your server took this call and promised its result within 30 minutes, but never sent one. It may have happened: look before you press again.",
  });
  expect(await running(now)).toEqual([]);
  expect(await reportAt(after.url, late)).toMatchObject(
    errorReply(409, "conflict", /^The result came too late: it was expected by \d{4}-/),
  );
  expect(await outcomes(now)).toHaveLength(2);
  await after.stop();
});

test("shows a result in the chat although its 202 was lost with a killed process, unless it comes after 30 minutes", {
  tag: "@embedded",
}, async ({ receiver }) => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const killed = await startServer({ env });
  const team = await newTeam(killed);
  const desk = await newDesk(team, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  desk.replyWith("silence");
  const [id, late] = [newId(), newId()];
  await desk.press(id);
  await desk.press(late, String(second.body["id"]));
  await expect.poll(() => desk.calls().length).toBe(2);
  await killed.kill();
  const embedded = await Embedded.open(killed.dataDir);
  await embedded.query("update action_call set started_at = started_at - interval '31 minutes' where id = $1", [late]);
  await embedded.close();

  const server = await startServer({ env, dataDir: killed.dataDir });
  const now = deskAt(await signIn(server.url, team.workspace, team.owner), { ...desk, receiver, path: `/${team.workspace}` });
  expect((await now.outcome(id)).outcome.state).toBe("unknown");
  const reportAt = (delivery: string) =>
    send(`${server.url}/api/v1/actions/${delivery}/result`, {
      method: "POST",
      headers: { authorization: `Bearer ${team.key}` },
      body: { message: "Refunded after all." },
    });
  const reply = await reportAt(id);
  expect(reply.status, reply.text).toBe(200);
  const { startedAt } = await callOf(now.session, late);
  const until = new Date(Date.parse(startedAt) + 30 * 60_000).toISOString();
  expect(await reportAt(late)).toMatchObject(
    errorReply(409, "conflict", new RegExp(`^The result came too late: it was expected by ${until}\\.$`)),
  );
  expect((await outcomes(now)).map(({ outcome }) => [outcome.state, outcome.message])).toEqual([
    ["unknown", null],
    ["unknown", null],
    ["succeeded", "Refunded after all."],
  ]);
  await server.stop();
});
