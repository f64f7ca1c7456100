import { newId } from "@/lib/kernel/ids";
import { callOf, listOf, resend } from "../../support/calls";
import { customer, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { addMember } from "../../support/members";

test("lists a press from its start, with the exact bytes sent and the reply", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Lovelace-Okafor", phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  let release = () => {};
  const reply = { status: 200, headers: { "set-cookie": "sid=s3cr3t", "x-trace": "t-1" }, body: '{"message":"Done é 👍"}' };
  desk.replyWith(new Promise((resolve) => (release = () => resolve(reply))));
  const id = newId();
  await desk.press(id);
  await expect.poll(() => desk.calls().length).toBe(1);
  const about = {
    id,
    label: "Refund é 👍",
    buttonId: desk.buttonId,
    agentName: "Olga Owner",
    chatId: desk.chatId,
    displayName: "Ada Lovelace-Okafor",
    isResend: false,
  };
  expect((await listOf(desk.session)).items).toMatchObject([{ ...about, state: "sending", replyStatus: null, tookMs: null }]);
  release();
  await desk.outcome(id);

  expect((await listOf(desk.session)).items).toMatchObject([
    { ...about, state: "succeeded", replyStatus: 200, tookMs: expect.any(Number) },
  ]);
  const call = await callOf(desk.session, id);
  const [sent] = desk.calls();
  expect(call).toMatchObject({
    ...about,
    deliveryId: id,
    action: "refund",
    url: `${receiver.origin}/${ada.workspace}`,
    replyBody: reply.body,
  });
  expect(Buffer.from(call.requestBody ?? "").equals(sent?.raw ?? Buffer.alloc(0))).toBe(true);
  expect(Object.fromEntries((call.requestHeaders ?? []).map(([name, value]) => [name.toLowerCase(), value]))).toEqual(sent?.headers);
  expect(call.replyHeaders).toContainEqual(["x-trace", "t-1"]);
  expect(call.replyHeaders).toContainEqual(["set-cookie", "[not kept]"]);
  expect(JSON.stringify(call)).not.toContain("s3cr3t");
  expect(call.sendings).toMatchObject([{ id, isResend: false, agentName: "Olga Owner" }]);
  expect((await desk.outcome(id)).outcome.tookMs).toBe(call.tookMs);
});

test("lists a refused call and a call without a reply with their reasons", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 400, body: { message: "Refunded on Monday already." } });
  const refused = (await desk.pressAndWait()).outcome.callId;
  desk.replyWith((response) => response.destroy());
  // Beside cannot know whether it was done.
  const failed = (await desk.pressAndWait()).outcome.callId;
  expect((await listOf(desk.session)).items).toMatchObject([
    { id: failed, state: "unknown", replyStatus: null, reason: expect.stringContaining("closed the connection") },
    { id: refused, state: "refused", replyStatus: 400, reason: "Refunded on Monday already." },
  ]);
  expect(await callOf(desk.session, failed)).toMatchObject({
    replyBody: null,
    requestBody: expect.any(String),
    requestHeaders: expect.any(Array),
  });
});

test("shows whether a note was posted and which event was recorded", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Done.", event: { name: "Refund issued" } } });
  const both = await callOf(desk.session, (await desk.pressAndWait()).outcome.callId);
  expect(both).toMatchObject({ isNoted: true, hasEvent: true, recordedEvent: { event: "Refund issued" } });
  desk.replyWith({ body: { event: { level: "info" } } });
  const neither = await callOf(desk.session, (await desk.pressAndWait()).outcome.callId);
  expect(neither).toMatchObject({ isNoted: false, hasEvent: false, recordedEvent: null, reason: expect.stringContaining("not recorded") });
});

test("filters the log by status, button and time, alone and together", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const second = String((await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" })).body["id"]);
  const first = (await desk.pressAndWait()).outcome.callId;
  desk.replyWith({ status: 500 });
  const refused = (await desk.pressAndWait()).outcome.callId;
  const other = String((await desk.press(newId(), second)).body["callId"]);
  await desk.outcome(other);
  const ids = async (query: Record<string, string>) => (await listOf(desk.session, query)).items.map(({ id }) => id);
  const { startedAt } = await callOf(desk.session, refused);

  expect(await ids({})).toEqual([other, refused, first]);
  expect(await ids({ status: "refused" })).toEqual([other, refused]);
  expect(await ids({ status: "working" })).toEqual([]);
  expect(await ids({ button: desk.buttonId })).toEqual([refused, first]);
  expect(await ids({ button: newId() })).toEqual([]);
  expect(await ids({ from: startedAt })).toEqual([other, refused]);
  expect(await ids({ to: startedAt })).toEqual([first]);
  expect(await ids({ status: "failure" })).toEqual([other, refused]);
  expect(await ids({ status: "succeeded,refused" })).toEqual([other, refused, first]);
  expect(await ids({ status: "failed,unknown" })).toEqual([]);
  expect(await ids({ status: "refused", button: desk.buttonId, from: startedAt })).toEqual([refused]);
  await desk.session.call("DELETE", `/actions/buttons/${desk.buttonId}`);
  expect(await ids({ button: desk.buttonId, status: "succeeded" })).toEqual([first]);
});

test("rejects an unreadable filter with an explanation", async ({ ada }) => {
  const session = await ada.signIn();
  for (const [query, message] of [
    [
      "status=broken",
      "status must be one or several of sending, working, succeeded, refused, failed, unknown and failure, with commas between them.",
    ],
    ["button=7", "button must be an id as it was given to you."],
    ["from=yesterday", "from must be a date with a time and an offset, such as 2026-03-01T10:43:00Z or 2026-03-01T12:43:00+02:00."],
    ["from=0000-01-01T00:00:00Z", "from must be later than the year 1."],
    ["cursor=x", "cursor must be the next of the page before."],
    [`cursor=2026-01-01T00:00:00Z_${"-".repeat(36)}`, "cursor must be the next of the page before."],
    [`cursor=%2B099999-01-01T00:00:00Z_${newId()}`, "cursor must be the next of the page before."],
  ]) {
    expect(await session.call("GET", `/calls?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: message?.startsWith("cursor") ? "invalid_cursor" : "invalid_request", message } },
    });
  }
});

test("pages through each call once and in order while others are pressed", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const pressed: string[] = [];
  for (let count = 0; count < 53; count += 1) {
    const { chatId } = await ada.sendMessage({ channel: "website", visitorId: `v_${count}` });
    const reply = await desk.session.call("POST", `/chats/${chatId}/actions`, { id: newId(), buttonId: desk.buttonId });
    pressed.push(String(reply.body["callId"]));
  }
  const first = await listOf(desk.session);
  expect(first.items.map(({ id }) => id)).toEqual(pressed.slice(-50).reverse());
  await desk.pressAndWait();
  const second = await listOf(desk.session, { cursor: first.next ?? "" });
  expect(second.items.map(({ id }) => id)).toEqual(pressed.slice(0, 3).reverse());
  expect(second.next).toBeNull();
});

test("notifies an open tab when a call or a resend begins and when it ends", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  let release = () => {};
  const holdReply = () => desk.replyWith(new Promise((resolve) => (release = () => resolve({}))));
  const stream = await openStream(ada.url, ada.workspace, desk.session.cookie);
  const about = (id: string) => stream.received.map(({ data }) => data).filter(({ calls }) => calls?.includes(id));
  async function watch(id: string): Promise<void> {
    await expect.poll(() => about(id).length).toBe(1);
    release();
    await expect.poll(() => about(id).length).toBe(2);
    // The panel shows what runs for its person.
    const [{ people } = {}, ended] = about(id);
    expect(people).toHaveLength(1);
    expect(ended?.people).toEqual(people);
  }
  holdReply();
  const id = newId();
  await desk.press(id);
  await watch(id);
  holdReply();
  await watch(String((await resend(desk.session, id)).body["callId"]));
  stream.close();
});

test("deletes the content of a deleted contact's calls and keeps their rows", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Xylophone", phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 400, headers: { "x-who": "Xylophone" }, body: { message: "Xylophone has no order." } });
  const { callId } = (await desk.pressAndWait()).outcome;
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  const call = await callOf(desk.session, callId);
  expect(call).toMatchObject({ state: "refused", replyStatus: 400, requestBody: null, replyHeaders: null, replyBody: null, reason: null });
  expect(JSON.stringify(call)).not.toContain("Xylophone");
});

test("deletes the content of a result that was reported for a deleted contact", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 202 });
  const id = newId();
  await desk.press(id);
  expect((await ada.api("POST", `/actions/${id}/result`, { body: { message: "Xylophone was paid." } })).status).toBe(200);
  expect((await callOf(desk.session, id)).resultBody).toContain("Xylophone");
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  expect(await callOf(desk.session, id)).toMatchObject({ state: "succeeded", requestBody: null, resultBody: null });
});

test("hides calls from an agent", async ({ ada }) => {
  const credentials = { email: `${ada.workspace}-tom@example.com`, password: newId() };
  await addMember(ada, { role: "agent", ...credentials });
  const agent = await ada.signIn(credentials);
  for (const path of ["/calls", `/calls/${newId()}`]) expect((await agent.call("GET", path)).status).toBe(403);
  expect((await agent.call("POST", `/calls/${newId()}/resend`, {})).status).toBe(403);
});
