import { newId } from "@/lib/kernel/ids";
import { newTeam } from "../../support/fixtures";
import { startGraphApi } from "../../support/graph-api";
import { startServer } from "../../support/server";
import { kinds, phoneNumberId } from "../../support/whatsapp";
import { connect, type Desk, environmentFor, expect, newToken, newWhatsAppDesk, test } from "../../support/whatsapp-desk";

// The stand-in for Meta is taken down in one of these tests, so they share no worker with others.
test.describe.configure({ mode: "default" });

test.afterEach(({ graph }) => {
  expect(graph.violations, "calls that are not as Meta documents them").toEqual([]);
});

const refusals = [
  { code: 131_026, says: "could not deliver this", advice: "send_again" },
  { code: 131_047, says: "more than 24 hours ago", advice: "send_template" },
  { code: 131_048, says: "reported it as spam", advice: null },
  { code: 131_049, says: "protect the customer", advice: null },
  { code: 131_053, says: "did not accept the file", advice: "send_again" },
  { code: 130_497, says: "in this country", advice: null },
  { code: 132_001, says: "no approved template", advice: "send_again" },
  { code: 131_000, status: 400, says: "(code 131000): Something went wrong", advice: "send_again" },
];

for (const { code, says, advice, status = 400 } of refusals) {
  test(`shows why Meta refused a message with code ${code}, and does not try again`, { tag: "@embedded" }, async ({ ada, graph }) => {
    const desk = await newWhatsAppDesk(ada);
    graph.play(desk.recipient, { code, status, message: "Something went wrong" });
    const { id } = await desk.write("Hello");
    const failed = await desk.reaches(id, "failed");
    expect(failed.status).toMatchObject({ reason: expect.stringContaining(says), advice });
    const next = await desk.write("Another");
    await desk.reaches(next.id, "sent");
    expect(graph.messagesTo(desk.recipient)).toHaveLength(2);
  });
}

// What the database cannot store must not hold up what comes after it.
for (const [what, play] of [
  ["NUL and half a character", { code: 131_000, status: 400, message: "Something \0went \ud800wrong" }],
  ["a code beyond 32 bits", { code: 3_000_000_000, status: 400, message: "Something went wrong" }],
] as const) {
  test(`shows that Meta refused a message with ${what}`, { tag: "@embedded" }, async ({ ada, graph }) => {
    const desk = await newWhatsAppDesk(ada);
    graph.play(desk.recipient, play);
    const { id } = await desk.write("Hello");
    const failed = await desk.reaches(id, "failed");
    expect(failed.status).toMatchObject({ reason: expect.stringMatching(/Something went .?wrong/) });
    await desk.reaches((await desk.write("Another")).id, "sent");
    expect(graph.messagesTo(desk.recipient)).toHaveLength(2);
  });
}

for (const { name, play } of [
  { name: "the number's throughput", play: { code: 130_429, status: 429 } },
  { name: "the limit of one customer", play: { code: 131_056, status: 400 } },
  { name: "Meta's own outage", play: { code: 131_016, status: 503 } },
]) {
  test(`tries again after ${name}, in order, and sends once`, { tag: "@embedded" }, async ({ ada, graph }) => {
    const desk = await newWhatsAppDesk(ada);
    graph.play(desk.recipient, play);
    const first = await desk.write("First");
    const second = await desk.write("Second");
    await desk.reaches(first.id, "sent", 30_000);
    await desk.reaches(second.id, "sent", 30_000);
    const sent = graph.messagesTo(desk.recipient).map(({ body, id }) => [(body["text"] as { body: string }).body, id !== undefined]);
    expect(sent).toEqual([
      ["First", false],
      ["First", true],
      ["Second", true],
    ]);
  });
}

async function mayHaveBeenSent(desk: Desk, id: string, timeout?: number) {
  const item = await desk.reaches(id, "unknown", timeout);
  expect(item.status).toMatchObject({ reason: expect.stringContaining("It may have been sent"), advice: "send_again" });
}

for (const play of ["reset", "broken", { code: 999_999, status: 500 }] as const) {
  const name =
    typeof play === "string"
      ? { reset: "a connection that was reset", broken: "a gateway's error page" }[play]
      : "an undocumented error of Meta's server";
  test(`says that a message may have been sent after ${name}, and sends it again only by hand`, { tag: "@embedded" }, async ({
    ada,
    graph,
  }) => {
    const desk = await newWhatsAppDesk(ada);
    graph.play(desk.recipient, play);
    const { id } = await desk.write("Hello");
    await mayHaveBeenSent(desk, id);
    const next = await desk.write("Another");
    await desk.reaches(next.id, "sent");
    expect(graph.messagesTo(desk.recipient)).toHaveLength(2);
    const again = await desk.session.call("POST", `/chats/${desk.chatId}/messages/${id}/send-again`, {});
    expect(again.status, again.text).toBe(200);
    await desk.reaches(id, "sent");
    expect(graph.messagesTo(desk.recipient)).toHaveLength(3);
    const twice = await desk.session.call("POST", `/chats/${desk.chatId}/messages/${id}/send-again`, {});
    expect(twice).toMatchObject({ status: 409, body: { error: { message: "This message is on its way or was sent already." } } });
  });
}

test("says that a message may have been sent when Meta does not answer", { tag: ["@embedded", "@slow"] }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  graph.play(desk.recipient, "hang");
  const { id } = await desk.write("Hello");
  await mayHaveBeenSent(desk, id, 20_000);
  expect(graph.messagesTo(desk.recipient)).toHaveLength(1);
});

test("learns from a status that a message of unknown outcome was sent", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  graph.play(desk.recipient, "reset");
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "unknown");
  const callback = graph.messagesTo(desk.recipient)[0]?.body["biz_opaque_callback_data"];
  await desk.status("wamid.lost-answer", "sent", { biz_opaque_callback_data: callback });
  await desk.reaches(id, "sent");
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/messages/${id}/send-again`, {})).status).toBe(409);
});

test("ignores a late status of an attempt that failed when the message was sent again", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  const first = graph.messagesTo(desk.recipient)[0];
  const fields = { biz_opaque_callback_data: first?.body["biz_opaque_callback_data"] };
  await desk.status(String(first?.id), "failed", { ...fields, errors: [{ code: 131_026, title: "Undeliverable" }] });
  await desk.reaches(id, "failed");
  graph.play(desk.recipient, "late");
  await desk.session.call("POST", `/chats/${desk.chatId}/messages/${id}/send-again`, {});
  await expect.poll(() => graph.messagesTo(desk.recipient).length).toBe(2);
  await desk.status(String(first?.id), "read", fields);
  graph.release();
  await desk.reaches(id, "sent");
});

test("pauses the channel when the token expired, keeps messages, and sends them with a new token", { tag: "@embedded" }, async ({
  ada,
  bob,
  graph,
}) => {
  const [desk, other] = [await newWhatsAppDesk(ada), await newWhatsAppDesk(bob)];
  graph.expire(desk.token);
  const { id } = await desk.write("Hello");
  const settings = async () => (await desk.session.call("GET", "/whatsapp")).body;
  await expect.poll(async () => (await settings())["pausedReason"]).toContain("access token");
  await desk.reaches(id, "queued");
  expect(JSON.stringify(await settings())).not.toContain(desk.token);
  const waiting = await desk.write("Still here?");
  const theirs = await other.write("Not concerned");
  await other.reaches(theirs.id, "sent");
  expect(graph.messagesTo(desk.recipient)).toEqual([]);
  const token = newToken();
  await connect(ada, desk.session, token);
  await desk.reaches(id, "sent");
  await desk.reaches(waiting.id, "sent");
  expect((await settings())["pausedReason"]).toBeNull();
  expect(graph.messagesTo(desk.recipient).map((one) => one.token)).toEqual([token, token]);
});

test("sends once what was written while Meta could not be reached", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  await graph.down();
  const { id } = await desk.write("Hello");
  await expect.poll(async () => (await desk.item(id)).status?.reason).toContain("It is tried again.");
  expect((await desk.item(id)).status?.state).toBe("queued");
  await graph.up();
  await desk.reaches(id, "sent", 30_000);
  expect(graph.messagesTo(desk.recipient)).toHaveLength(1);
});

test("fails what still waits when WhatsApp is disconnected", { tag: ["@embedded", "@slow"] }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  graph.expire(desk.token);
  const { id } = await desk.write("Hello");
  await expect.poll(async () => (await desk.session.call("GET", "/whatsapp")).body["pausedReason"]).not.toBeNull();
  expect((await desk.session.call("DELETE", "/whatsapp")).status).toBe(200);
  const failed = await desk.reaches(id, "failed", 20_000);
  expect(failed.status?.reason).toContain("disconnected");
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/messages/${id}/send-again`, {})).status).toBe(409);
});

test("refuses what could not be sent while WhatsApp is switched off, outside the demo", { tag: ["@embedded", "@slow"] }, async () => {
  const graph = await startGraphApi();
  const server = await startServer({ env: { ...environmentFor(graph), DEMO: "0" } });
  const desk = await newWhatsAppDesk(await newTeam(server));
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  expect((await desk.session.call("PUT", "/whatsapp", { phoneNumberId, isOn: false })).status).toBe(200);
  const { reply } = await desk.write("Nobody would get this");
  expect(reply).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("not connected") } } });
  const repeat = await desk.session.call("POST", `/chats/${desk.chatId}/messages`, { id, kind: "message", text: "Hello" });
  expect(repeat.status).toBe(201);
  const note = await desk.session.call("POST", `/chats/${desk.chatId}/messages`, { id: newId(), kind: "note", text: "For us" });
  expect(note.status).toBe(201);
  expect(await desk.items()).toHaveLength(2);
  await server.stop();
  graph.close();
});

const dayMs = 24 * 60 * 60 * 1000;

test("counts the 24 hours from when the customer last wrote, also when an earlier message arrives after it", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const desk = await newWhatsAppDesk(ada);
  await desk.hear(kinds.text(desk.customer, "Two days ago", { at: new Date(Date.now() - 2 * dayMs) }));
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  const window = (await desk.session.call("GET", `/chats/${desk.chatId}/window`)).body;
  expect(Date.parse(String(window["opensUntil"]))).toBeGreaterThan(Date.now() + dayMs / 2);
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  expect(graph.messagesTo(desk.recipient)).toHaveLength(1);
});

test("refuses a text after the customer's 24 hours at once, and says that a template is possible", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const at = new Date(Date.now() - dayMs - 60_000);
  const desk = await newWhatsAppDesk(ada, { first: (from) => kinds.text(from, "Yesterday", { at }) });
  const shut = (await desk.session.call("GET", `/chats/${desk.chatId}/window`)).body;
  expect(shut).toMatchObject({ hasWindow: true });
  expect(Date.parse(String(shut["opensUntil"]))).toBeLessThan(Date.now());
  const { id, reply } = await desk.write("Hello");
  expect(reply).toMatchObject({ status: 409, body: { error: { code: "conflict", message: expect.stringContaining("Send a template") } } });
  expect((await desk.items()).some((item) => item.id === id)).toBe(false);
  const note = await desk.session.call("POST", `/chats/${desk.chatId}/messages`, { id, kind: "note", text: "For us" });
  expect(note.status).toBe(201);
  await desk.hear(kinds.text(desk.customer, "I am back"));
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  const open = (await desk.session.call("GET", `/chats/${desk.chatId}/window`)).body;
  expect(Date.parse(String(open["opensUntil"])) - Date.parse(String(open["lastCustomerMessageAt"]))).toBe(dayMs);
  const { id: sent } = await desk.write("Welcome");
  await desk.reaches(sent, "sent");
  expect(graph.messagesTo(desk.recipient)).toHaveLength(1);
});
