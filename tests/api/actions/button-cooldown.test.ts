import { newId } from "@/lib/kernel/ids";
import { join, panelOf, pressAndWait, pressWith, setOptions } from "../../support/buttons";
import { customer, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const cooldown = /^(Olga Owner|Ana) pressed this \d+ s ago\. It can be pressed again in (\d+ s|\d+ min|\d+ h( \d+ min)?)\.$/;
const isCoolingDown = { status: 409, body: { error: { code: "conflict", message: expect.stringMatching(cooldown) } } };

test("rejects a press during the cooldown, with who pressed and until when, and sends it afterwards", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 6 });
  const ana = await join(ada, "agent", "Ana");
  const first = await pressWith(desk, {}, ana);
  await desk.outcome(String(first.body["callId"]));
  expect(await desk.press()).toMatchObject(isCoolingDown);
  expect((await desk.press()).text).toContain("Ana pressed this");

  const [button] = (await panelOf(desk)).buttons;
  expect(button).toMatchObject({ coolDownSeconds: 6, cooldown: { agentName: "Ana", pressedAt: first.body["startedAt"] } });
  const { pressedAt = "", endsAt = "", remainingMs = 0 } = button?.cooldown ?? {};
  expect(Date.parse(endsAt) - Date.parse(pressedAt)).toBe(6_000);
  expect(remainingMs).toBeGreaterThan(0);
  expect(remainingMs).toBeLessThanOrEqual(6_000);

  await expect.poll(async () => (await panelOf(desk)).buttons[0]?.cooldown, { timeout: 20_000 }).toBeNull();
  await pressAndWait(desk);
  expect(desk.calls()).toHaveLength(2);
});

test("returns the same press when its id is repeated during the cooldown", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 3600 });
  const id = newId();
  const first = await desk.press(id);
  await desk.outcome(id);
  expect(await desk.press(id)).toMatchObject({ status: 202, body: first.body });
  expect(await desk.press()).toMatchObject(isCoolingDown);
  expect(desk.calls()).toHaveLength(1);
});

test("applies the cooldown to all chats of the person and of the same contact, and to nobody else", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const again = await ada.sendMessage(customer);
  const website = await ada.sendMessage({ channel: "website", visitorId: "v_1", userId: "user_1" });
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_2" });
  const resend = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  await setOptions(desk, { coolDownSeconds: 3600 });
  await pressAndWait(desk);

  for (const { chatId } of [again, website]) {
    expect((await panelOf(desk, desk.session, chatId)).buttons[0]).toMatchObject({ cooldown: { agentName: "Olga Owner" } });
    expect(await pressWith(desk, {}, desk.session, chatId)).toMatchObject(isCoolingDown);
  }
  expect((await panelOf(desk, desk.session, other.chatId)).buttons[0]?.cooldown).toBeNull();
  expect((await pressWith(desk, {}, desk.session, other.chatId)).status).toBe(202);
  expect((await desk.press(newId(), String(resend.body["id"]))).status).toBe(202);
});

test("sends one of twenty concurrent presses in three chats of one person by two agents", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const chats = [
    desk.chatId,
    (await ada.sendMessage(customer)).chatId,
    (await ada.sendMessage({ channel: "website", visitorId: "v", userId: "user_1" })).chatId,
  ];
  await setOptions(desk, { coolDownSeconds: 3600 });
  const agents = [desk.session, await join(ada, "agent", "Ana")];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => pressWith(desk, {}, agents[at % 2], chats[at % 3])));
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
  await expect.poll(() => desk.calls().length).toBe(1);
  for (const reply of replies.filter(({ status }) => status === 409)) expect(reply.text).toMatch(/pressed this (\d+ s ago|just now)/);
});

test("applies the cooldown of a running press to the person's other chats", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const { chatId } = await ada.sendMessage(customer);
  await setOptions(desk, { coolDownSeconds: 3600 });
  let release = () => {};
  desk.replyWith(new Promise((resolve) => (release = () => resolve({}))));
  await desk.press();
  expect(await pressWith(desk, {}, desk.session, chatId)).toMatchObject(isCoolingDown);
  release();
});

test("starts a cooldown for a call that may have happened, not for one that was not sent or was refused", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const address = `${receiver.origin}/${ada.workspace}`;
  await setOptions(desk, { coolDownSeconds: 3600 });
  await desk.session.call("PUT", "/actions/address", { url: "https://no-such-host.invalid/actions" });
  expect((await pressAndWait(desk)).outcome).toMatchObject({ state: "failed", reason: expect.stringMatching(/^The call was not sent\./) });
  await desk.session.call("PUT", "/actions/address", { url: address });

  desk.replyWith({ status: 400, body: { message: "The amount is too high." } });
  expect((await pressAndWait(desk)).outcome.state).toBe("refused");
  desk.replyWith({ status: 422 });
  expect((await pressAndWait(desk)).outcome.state).toBe("refused");
  expect((await panelOf(desk)).buttons[0]?.cooldown).toBeNull();

  desk.replyWith((response) => response.destroy());
  expect((await pressAndWait(desk)).outcome).toMatchObject({ state: "unknown", reason: expect.stringContaining("may have happened") });
  expect(await desk.press()).toMatchObject(isCoolingDown);
});

for (const status of [500, 302]) {
  test(`starts the cooldown after a ${status}, because the call may have happened`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    await setOptions(desk, { coolDownSeconds: 3600 });
    desk.replyWith({ status });
    await pressAndWait(desk);
    expect(await desk.press()).toMatchObject(isCoolingDown);
  });
}

test("starts the cooldown after ten seconds of silence, because the call may have happened", async ({ ada, receiver }) => {
  test.slow();
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 3600 });
  desk.replyWith("silence");
  const reply = await desk.press();
  expect((await desk.outcome(String(reply.body["callId"]), 20_000)).outcome.state).toBe("unknown");
  expect(await desk.press()).toMatchObject(isCoolingDown);
});

test("does not apply a cooldown of another workspace's person", async ({ ada, bob, receiver }) => {
  const [mine, theirs] = [await newDesk(ada, receiver), await newDesk(bob, receiver)];
  for (const desk of [mine, theirs]) await setOptions(desk, { coolDownSeconds: 3600 });
  await pressAndWait(mine);
  expect((await panelOf(theirs)).buttons[0]?.cooldown).toBeNull();
  await pressAndWait(theirs);
});
