import { newId } from "@/lib/kernel/ids";
import { join, panelOf, pressWith, sent, setOptions } from "../support/buttons";
import { customer, newDesk } from "../support/desk";
import { expect, test } from "../support/fixtures";

const cooling = /^(Olga Owner|Ana) pressed this \d+ s ago\. It can be pressed again in (\d+ s|\d+ min|\d+ h( \d+ min)?)\.$/;
const isCooling = { status: 409, body: { error: { code: "conflict", message: expect.stringMatching(cooling) } } };

test("inside the cool-down a press is refused with who pressed and until when, and after it is sent", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 3 });
  const ana = await join(ada, "agent", "Ana");
  const first = await pressWith(desk, {}, ana);
  await desk.outcome(String(first.body["callId"]));
  expect(await desk.press()).toMatchObject(isCooling);
  expect((await desk.press()).text).toContain("Ana pressed this");

  const [button] = (await panelOf(desk)).buttons;
  expect(button).toMatchObject({ coolDownSeconds: 3, cooling: { agentName: "Ana", pressedAt: first.body["startedAt"] } });
  const { pressedAt = "", endsAt = "", remainingMs = 0 } = button?.cooling ?? {};
  expect(Date.parse(endsAt) - Date.parse(pressedAt)).toBe(3_000);
  expect(remainingMs).toBeGreaterThan(0);
  expect(remainingMs).toBeLessThanOrEqual(3_000);

  await expect.poll(async () => (await panelOf(desk)).buttons[0]?.cooling).toBeNull();
  await sent(desk);
  expect(desk.calls()).toHaveLength(2);
});

test("the same press again inside the cool-down is the same press, not another one", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 3600 });
  const id = newId();
  const first = await desk.press(id);
  await desk.outcome(id);
  expect(await desk.press(id)).toMatchObject({ status: 202, body: first.body });
  expect(await desk.press()).toMatchObject(isCooling);
  expect(desk.calls()).toHaveLength(1);
});

test("it is for the person: it holds in their other chat and for whoever is linked to the same contact, and for nobody else", async ({
  ada,
  receiver,
}) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const again = await ada.says(customer);
  const website = await ada.says({ channel: "website", visitorId: "v_1", userId: "user_1" });
  const other = await ada.says({ channel: "website", visitorId: "v_2" });
  const resend = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  await setOptions(desk, { coolDownSeconds: 3600 });
  await sent(desk);

  for (const { chatId } of [again, website]) {
    expect((await panelOf(desk, desk.session, chatId)).buttons[0]).toMatchObject({ cooling: { agentName: "Olga Owner" } });
    expect(await pressWith(desk, {}, desk.session, chatId)).toMatchObject(isCooling);
  }
  expect((await panelOf(desk, desk.session, other.chatId)).buttons[0]?.cooling).toBeNull();
  expect((await pressWith(desk, {}, desk.session, other.chatId)).status).toBe(202);
  expect((await desk.press(newId(), String(resend.body["id"]))).status).toBe(202);
});

test("of twenty presses at once in three chats of one person, by two agents, one is sent", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const chats = [
    desk.chatId,
    (await ada.says(customer)).chatId,
    (await ada.says({ channel: "website", visitorId: "v", userId: "user_1" })).chatId,
  ];
  await setOptions(desk, { coolDownSeconds: 3600 });
  const agents = [desk.session, await join(ada, "agent", "Ana")];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => pressWith(desk, {}, agents[at % 2], chats[at % 3])));
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
  await expect.poll(() => desk.calls().length).toBe(1);
  for (const reply of replies.filter(({ status }) => status === 409)) expect(reply.text).toMatch(/pressed this (\d+ s ago|just now)/);
});

test("a press that is still running cools down in the person's other chats", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  const { chatId } = await ada.says(customer);
  await setOptions(desk, { coolDownSeconds: 3600 });
  let release = () => {};
  desk.answers(new Promise((resolve) => (release = () => resolve({}))));
  await desk.press();
  expect(await pressWith(desk, {}, desk.session, chatId)).toMatchObject(isCooling);
  release();
});

test("a call that was not sent, or that the receiver refused, starts no cool-down; one that may have happened does", async ({
  ada,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  const address = `${receiver.origin}/${ada.workspace}`;
  await setOptions(desk, { coolDownSeconds: 3600 });
  await desk.session.call("PUT", "/actions/address", { url: "https://no-such-host.invalid/actions" });
  expect((await sent(desk)).outcome).toMatchObject({ state: "failed", reason: expect.stringMatching(/^The call was not sent\./) });
  await desk.session.call("PUT", "/actions/address", { url: address });

  desk.answers({ status: 400, body: { message: "The amount is too high." } });
  expect((await sent(desk)).outcome.state).toBe("refused");
  desk.answers({ status: 422 });
  expect((await sent(desk)).outcome.state).toBe("refused");
  expect((await panelOf(desk)).buttons[0]?.cooling).toBeNull();

  desk.answers((response) => response.destroy());
  expect((await sent(desk)).outcome).toMatchObject({ state: "failed", reason: expect.stringContaining("may have happened") });
  expect(await desk.press()).toMatchObject(isCooling);
});

for (const status of [500, 302]) {
  test(`a ${status} may have happened, and starts the cool-down`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    await setOptions(desk, { coolDownSeconds: 3600 });
    desk.answers({ status });
    await sent(desk);
    expect(await desk.press()).toMatchObject(isCooling);
  });
}

test("ten seconds of silence may have happened, and start the cool-down", async ({ ada, receiver }) => {
  test.slow();
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { coolDownSeconds: 3600 });
  desk.answers("silence");
  const reply = await desk.press();
  expect((await desk.outcome(String(reply.body["callId"]), 20_000)).outcome.state).toBe("failed");
  expect(await desk.press()).toMatchObject(isCooling);
});

test("a cool-down of another workspace's person holds nothing up", async ({ ada, bob, receiver }) => {
  const [mine, theirs] = [await newDesk(ada, receiver), await newDesk(bob, receiver)];
  for (const desk of [mine, theirs]) await setOptions(desk, { coolDownSeconds: 3600 });
  await sent(mine);
  expect((await panelOf(theirs)).buttons[0]?.cooling).toBeNull();
  await sent(theirs);
});
