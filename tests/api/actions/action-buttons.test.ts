import { plainButton } from "@/lib/actions/buttons/shared/options";
import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

test("shows the outcome of an agent's press to the whole team, but not to the customer", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded 59.90 EUR." } });
  const agent = { email: `${ada.workspace}-agent@example.com`, password: newId() };
  await addMember(ada, { name: "Tom Ray", ...agent });
  const tom = await ada.signIn(agent);
  const reply = await tom.call("POST", `/chats/${desk.chatId}/actions`, { id: newId(), buttonId: desk.buttonId });
  expect(reply).toMatchObject({ status: 202, body: { agentName: "Tom Ray" } });

  const item = await desk.outcome(String(reply.body["callId"]));
  expect(item).toMatchObject({
    kind: "action",
    authorName: "Tom Ray",
    outcome: { label: "Refund é 👍", state: "succeeded", message: "Refunded 59.90 EUR.", reason: null, tookMs: expect.any(Number) },
  });
  expect((await tom.call("GET", `/chats/${desk.chatId}/items`)).body["items"]).toContainEqual(item);
  expect(desk.calls()[0]?.body["agent"]).toMatchObject({ name: "Tom Ray" });

  const seen = await fetch(`${ada.url}/api/simulator/${ada.workspace}/messages?phone=447911000001`);
  const { messages } = (await seen.json()) as { messages: { text: string }[] };
  expect(messages.map(({ text }) => text)).toEqual(["Hello"]);
});

test("sends nothing without an address and tells the agent that an admin sets one", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.session.call("PUT", "/actions/address", { url: "" });
  const rejection = await desk.press();
  expect(rejection.status).toBe(409);
  expect(rejection.text).toContain("No address is set for buttons. An admin sets it in Settings, Actions.");
});

test("rejects a press of a disabled or removed button and does not list it", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { enabled: false });
  expect((await desk.press()).status).toBe(404);
  expect((await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body["buttons"]).toEqual([]);

  await desk.session.call("PATCH", `/actions/buttons/${desk.buttonId}`, { enabled: true });
  await desk.pressAndWait();
  await desk.session.call("DELETE", `/actions/buttons/${desk.buttonId}`);
  expect((await desk.press()).status).toBe(404);
  expect(desk.calls()).toHaveLength(1);
});

test("keeps the order that buttons are given and rejects an identifier that is in use", async ({ ada }) => {
  const session = await ada.signIn();
  const add = async (label: string) => (await session.call("POST", "/actions/buttons", { label, action: label.toLowerCase() })).body["id"];
  const ids = [await add("One"), await add("Two"), await add("Three")];
  const twice = await session.call("POST", "/actions/buttons", { label: "Again", action: "two" });
  expect(twice).toMatchObject({ status: 409, body: { error: { message: "Another button has the identifier two already." } } });

  await session.call("PUT", "/actions/order", { ids: [ids[2], ids[0]] });
  const { buttons } = (await session.call("GET", "/actions")).body as { buttons: { label: string }[] };
  expect(buttons.map(({ label }) => label)).toEqual(["Three", "One", "Two"]);
});

test("adds a new button at the end, even after earlier buttons were removed", async ({ ada }) => {
  const session = await ada.signIn();
  const add = async (label: string) => (await session.call("POST", "/actions/buttons", { label, action: label.toLowerCase() })).body["id"];
  const ids = [await add("One"), await add("Two"), await add("Three"), await add("Four")];
  for (const id of ids.slice(0, 3)) await session.call("DELETE", `/actions/buttons/${id}`);
  await add("Five");
  await add("Six");
  const { buttons } = (await session.call("GET", "/actions")).body as { buttons: { label: string }[] };
  expect(buttons.map(({ label }) => label)).toEqual(["Four", "Five", "Six"]);
});

test("lets one of eight concurrent requests add the fiftieth button", async ({ ada }) => {
  const session = await ada.signIn();
  const add = (n: number) => session.call("POST", "/actions/buttons", { label: `Button ${n}`, action: `button_${n}` });
  for (let n = 1; n <= 49; n += 1) expect((await add(n)).status).toBe(201);
  const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => add(100 + index)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  const { buttons } = (await session.call("GET", "/actions")).body as { buttons: object[] };
  expect(buttons).toHaveLength(50);
});

test("keeps the fields of a button that a change does not send", async ({ ada }) => {
  const session = await ada.signIn();
  const { id } = (await session.call("POST", "/actions/buttons", { label: "Refund", action: "refund" })).body;
  const change = async (body: object) => (await session.call("PATCH", `/actions/buttons/${id}`, body)).body;
  const options = plainButton;
  expect(await change({})).toEqual({ id, label: "Refund", action: "refund", enabled: true, options });
  expect(await change({ enabled: false })).toEqual({ id, label: "Refund", action: "refund", enabled: false, options });
  expect(await change({ label: " Refund order " })).toEqual({ id, label: "Refund order", action: "refund", enabled: false, options });
  expect(await change({ options: { danger: true } })).toMatchObject({ label: "Refund order", options: { ...options, danger: true } });
  expect(await change({ action: "refund_order" })).toEqual({
    id,
    label: "Refund order",
    action: "refund_order",
    enabled: false,
    options: { ...options, danger: true },
  });
  expect(await change({ options: {} })).toMatchObject({ options });
});

for (const action of ["", "Refund", "1st", "re fund", "ping", "é", "x".repeat(65)]) {
  test(`rejects the identifier ${JSON.stringify(action)} for a button`, async ({ ada }) => {
    const session = await ada.signIn();
    const rejection = await session.call("POST", "/actions/buttons", { label: "Refund", action });
    expect(rejection).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", message: expect.stringMatching(/^action must/) } },
    });
    expect((await session.call("GET", "/actions")).body["buttons"]).toEqual([]);
  });
}

test("sends a press in a closed chat and adds its outcome and event to that chat", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { event: { name: "Refund issued" } } });
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  await desk.pressAndWait();
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "change", "action", "card"]);
});
