import { newId } from "@/lib/kernel/ids";
import { kinds, newPhone, newUserId, sendWebhook, statusChange, webhookOf } from "../../support/whatsapp";
import { expect, newWhatsAppDesk, test } from "../../support/whatsapp-desk";
import { addEndpoint, callsTo, messageOf } from "../webhooks/helpers";

// Each worker has a server of its own, with a stand-in for Meta.
test.describe.configure({ mode: "default" });

test.afterEach(({ graph }) => {
  expect(graph.violations, "calls that are not as Meta documents them").toEqual([]);
});

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("sends a text to the customer's phone as Meta documents it, and shows how far it came", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const desk = await newWhatsAppDesk(ada);
  const { id, reply } = await desk.write("It is on its way.");
  expect(reply.status, reply.text).toBe(201);
  await desk.reaches(id, "sent");
  const [sent, ...more] = graph.messagesTo(desk.recipient);
  expect(more).toEqual([]);
  expect(sent?.token).toBe(desk.token);
  expect(sent?.body).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: desk.recipient,
    type: "text",
    text: { preview_url: false, body: "It is on its way." },
    biz_opaque_callback_data: `${id}:1`,
  });
  await desk.status(String(sent?.id), "delivered");
  await desk.reaches(id, "delivered");
  await desk.status(String(sent?.id), "read");
  expect((await desk.reaches(id, "read")).status).toEqual({ state: "read", reason: null, advice: null });
});

test("keeps the highest state when statuses arrive reordered and repeatedly", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  const wamid = String(graph.messagesTo(desk.recipient)[0]?.id);
  await desk.status(wamid, "read");
  await desk.reaches(id, "read");
  const failure = { errors: [{ code: 131_026, title: "Message undeliverable" }] };
  for (const state of ["delivered", "sent", "read"]) await desk.status(wamid, state);
  await desk.status(wamid, "failed", failure);
  // A later message whose state is known proves that the statuses before it were processed.
  const next = await desk.write("Another");
  await desk.reaches(next.id, "sent");
  await desk.status(String(graph.messagesTo(desk.recipient)[1]?.id), "failed", failure);
  const failed = await desk.reaches(next.id, "failed");
  expect(failed.status).toMatchObject({ reason: expect.stringContaining("could not deliver"), advice: "send_again" });
  expect((await desk.item(id)).status?.state).toBe("read");
});

test("keeps a status that arrives before the answer to the call", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  graph.play(desk.recipient, "late");
  const { id } = await desk.write("Hello");
  await expect.poll(() => graph.messagesTo(desk.recipient).length).toBe(1);
  const callback = graph.messagesTo(desk.recipient)[0]?.body["biz_opaque_callback_data"];
  await desk.status("wamid.overtaking", "delivered", { biz_opaque_callback_data: callback });
  await desk.reaches(id, "delivered");
  graph.release();
  const next = await desk.write("Another");
  await desk.reaches(next.id, "sent");
  expect((await desk.item(id)).status?.state).toBe("delivered");
});

test("writes to a customer who hides their phone by their id, and never with an id in to", { tag: "@embedded" }, async ({ ada, graph }) => {
  const userId = newUserId();
  const desk = await newWhatsAppDesk(ada, { customer: { userId, username: "ada.o" } });
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  const [sent] = graph.messagesTo(userId);
  expect(sent?.body).toMatchObject({ recipient_type: "individual", recipient: userId });
  expect(sent?.body).not.toHaveProperty("to");
});

test("asks a customer for their phone with Meta's button", { tag: "@embedded" }, async ({ ada, graph }) => {
  const userId = newUserId();
  const desk = await newWhatsAppDesk(ada, { customer: { userId } });
  const id = newId();
  const reply = await desk.session.call("POST", `/chats/${desk.chatId}/request-phone`, { id, text: "Please share your number." });
  expect(reply.status, reply.text).toBe(201);
  await desk.reaches(id, "sent");
  expect(graph.messagesTo(userId)[0]?.body["interactive"]).toEqual({
    type: "request_contact_info",
    body: { text: "Please share your number." },
    action: { name: "request_contact_info" },
  });
  const known = await newWhatsAppDesk(ada);
  const refused = await known.session.call("POST", `/chats/${known.chatId}/request-phone`, { id: newId() });
  expect(refused).toMatchObject({ status: 409, body: { error: { message: "This person's phone number is known already." } } });
});

test("names the customer's message that an answer replies to", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  const wamid = "wamid.question";
  await desk.hear(kinds.text(desk.customer, "Where is my parcel?", { id: wamid }));
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  const question = (await desk.items()).find(({ text }) => text === "Where is my parcel?");
  const { id } = await desk.write("In Vienna.", { replyTo: question?.id });
  const answer = await desk.reaches(id, "sent");
  expect(answer.content?.replyTo).toEqual({ id: question?.id, text: "Where is my parcel?" });
  expect(graph.messagesTo(desk.recipient)[0]?.body["context"]).toEqual({ message_id: wamid });
  const own = await desk.write("It arrives tomorrow.", { replyTo: id });
  await desk.reaches(own.id, "sent");
  const sent = graph.messagesTo(desk.recipient);
  expect(sent[1]?.body["context"]).toEqual({ message_id: sent[0]?.id });
});

test("uploads a file and sends it by its id, with the text as its caption", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  const upload = await fetch(`${ada.url}/api/w/${ada.workspace}/chats/${desk.chatId}/attachments`, {
    method: "POST",
    headers: { cookie: desk.session.cookie, origin: ada.url, "x-file-name": encodeURIComponent('Rück"seite.png') },
    body: new Uint8Array(png),
  });
  expect(upload.status).toBe(201);
  const file = (await upload.json()) as { id: string };
  const { id, reply } = await desk.write("The label", { attachments: [file.id] });
  expect(reply.status, reply.text).toBe(201);
  expect((await desk.reaches(id, "sent")).content?.attachments).toMatchObject([{ id: file.id, type: "image/png" }]);
  const stored = graph.uploads.at(-1);
  expect(stored).toMatchObject({ type: "image/png" });
  expect(stored?.bytes.equals(png)).toBe(true);
  expect(graph.messagesTo(desk.recipient)[0]?.body).toMatchObject({ type: "image", image: { id: stored?.id, caption: "The label" } });
});

test("refuses files that WhatsApp does not carry before anything is stored", { tag: "@embedded" }, async ({ ada }) => {
  const desk = await newWhatsAppDesk(ada);
  const upload = async () => {
    const response = await fetch(`${ada.url}/api/w/${ada.workspace}/chats/${desk.chatId}/attachments`, {
      method: "POST",
      headers: { cookie: desk.session.cookie, origin: ada.url, "x-file-name": "label.png" },
      body: new Uint8Array(png),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const files = [await upload(), await upload()];
  expect((await desk.write("Both", { attachments: files })).reply).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("one file a message") } },
  });
  expect((await desk.write("x".repeat(1_025), { attachments: files.slice(0, 1) })).reply.status).toBe(400);
  expect(await desk.items()).toHaveLength(1);
});

test("sends a message once however often its id is repeated, and messages of a chat in their order", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const desk = await newWhatsAppDesk(ada);
  const ids = Array.from({ length: 12 }, () => newId());
  for (const id of ids) {
    const body = { id, kind: "message", text: `Part ${ids.indexOf(id)}` };
    const replies = await Promise.all([1, 2, 3].map(() => desk.session.call("POST", `/chats/${desk.chatId}/messages`, body)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  }
  for (const id of ids) await desk.reaches(id, "sent");
  const texts = graph.messagesTo(desk.recipient).map(({ body }) => (body["text"] as { body: string }).body);
  expect(texts).toEqual(ids.map((_, at) => `Part ${at}`));
});

test("sends notes to nobody, and messages of a website visitor not to Meta", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  await desk.session.call("POST", `/chats/${desk.chatId}/messages`, { id: newId(), kind: "note", text: "For us" });
  const visitor = await ada.sendMessage({ channel: "website", visitorId: newId() });
  const id = newId();
  await desk.session.call("POST", `/chats/${visitor.chatId}/messages`, { id, kind: "message", text: "Hello" });
  const reply = await desk.session.call("GET", `/chats/${visitor.chatId}/items`);
  expect(reply.body["items"]).toMatchObject([{}, { id, text: "Hello" }]);
  expect((reply.body["items"] as object[])[1]).not.toHaveProperty("status");
  const { id: last } = await desk.write("For them");
  await desk.reaches(last, "sent");
  expect(graph.messagesTo(desk.recipient)).toHaveLength(1);
});

test("shows that a message was read and that somebody is typing, unless that is switched off", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const desk = await newWhatsAppDesk(ada, { first: (from) => kinds.text(from, "Hello", { id: "wamid.first" }) });
  const mine = () =>
    graph.receipts
      .filter(({ token }) => token === desk.token)
      .map(({ message_id, typing_indicator }) => ({ message_id, typing_indicator }));
  await desk.session.call("POST", `/chats/${desk.chatId}/read`, { seq: 1 });
  await expect.poll(mine).toEqual([{ message_id: "wamid.first", typing_indicator: undefined }]);
  await desk.session.call("POST", `/chats/${desk.chatId}/read`, { seq: 1 });
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/typing`, {})).body).toEqual({ shown: true });
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/typing`, {})).body).toEqual({ shown: true });
  expect(mine()).toEqual([
    { message_id: "wamid.first", typing_indicator: undefined },
    { message_id: "wamid.first", typing_indicator: { type: "text" } },
  ]);
  await desk.session.call("PUT", "/whatsapp", { phoneNumberId: "106540352242922", sendsReceipts: false });
  await desk.hear(kinds.text(desk.customer, "Anybody?"));
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/typing`, {})).body).toEqual({ shown: false });
  expect(mine()).toHaveLength(2);
});

test("does not apply a status that another workspace signed", { tag: "@embedded" }, async ({ ada, bob, graph }) => {
  const [hers, his] = [await newWhatsAppDesk(ada), await newWhatsAppDesk(bob, { customer: { phone: newPhone() } })];
  const { id } = await hers.write("Hello");
  await hers.reaches(id, "sent");
  const sent = graph.messagesTo(hers.recipient)[0];
  const fields = { biz_opaque_callback_data: sent?.body["biz_opaque_callback_data"] };
  await his.status(String(sent?.id), "read", fields);
  const forged = await sendWebhook(
    { url: hers.channel.url, appSecret: his.channel.appSecret },
    webhookOf(statusChange(String(sent?.id), "read")),
  );
  expect(forged.status).toBe(401);
  await hers.status(String(sent?.id), "delivered");
  await hers.reaches(id, "delivered");
  expect((await his.session.call("POST", `/chats/${hers.chatId}/messages/${id}/send-again`, {})).status).toBe(404);
  expect(graph.messagesTo(hers.recipient)).toHaveLength(1);
});

test("tells webhooks once that a message was sent, was refused, or failed later, and no other workspace", { tag: "@embedded" }, async ({
  ada,
  bob,
  graph,
  receiver,
}) => {
  const types = ["message.sent", "message.failed"];
  const endpoint = await addEndpoint(ada, receiver, { types });
  const whole = await addEndpoint(ada, receiver, { types: ["message.failed"], content: true, name: "whole" });
  const theirs = await addEndpoint(bob, receiver, { types });
  const desk = await newWhatsAppDesk(ada);
  const failure = { errors: [{ code: 131_026, title: "Message undeliverable" }] };
  const { id: read } = await desk.write("It is on its way.");
  await desk.reaches(read, "sent");
  const wamidOf = (nth: number) => String(graph.messagesTo(desk.recipient)[nth]?.id);
  // Repeated and overtaken statuses say nothing new.
  for (const state of ["sent", "delivered", "read", "delivered", "read"]) await desk.status(wamidOf(0), state);
  await desk.reaches(read, "read");
  graph.play(desk.recipient, { code: 131_026 });
  const { id: refused } = await desk.write("Refused at once");
  await desk.reaches(refused, "failed");
  const { id: lost } = await desk.write("Lost on its way");
  await desk.reaches(lost, "sent");
  for (const wamid of [wamidOf(2), wamidOf(2)]) await desk.status(wamid, "failed", failure);
  await desk.reaches(lost, "failed");

  const expected = [
    { type: "message.sent", messageId: read, reason: null },
    { type: "message.failed", messageId: refused, reason: expect.stringContaining("could not deliver") },
    { type: "message.sent", messageId: lost, reason: null },
    { type: "message.failed", messageId: lost, reason: expect.stringContaining("could not deliver") },
  ].map(({ type, ...facts }) => ({
    type,
    data: { userId: null, chatId: desk.chatId, channel: "whatsapp", sequence: expect.any(Number), ...facts },
  }));
  const listed = (await ada.api("GET", "/webhook-events")).body["data"] as { id: string; data: { sequence: number } }[];
  expect(listed).toMatchObject(expected);
  const sequences = listed.map(({ data }) => data.sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  const sequenceOf = (data: Record<string, unknown>) => Number(data["sequence"]);
  const calls = (await callsTo(receiver, endpoint, 4)).sort((a, b) => sequenceOf(messageOf(a).data) - sequenceOf(messageOf(b).data));
  expect(calls.map(messageOf).map(({ type, data }) => ({ type, data }))).toEqual(expected);
  expect(calls.map(({ headers }) => headers["webhook-id"])).toEqual(listed.map(({ id }) => id));
  const withContent = (await callsTo(receiver, whole, 2)).map((call) => messageOf(call).data["content"]);
  expect(withContent).toHaveLength(2);
  expect(withContent).toEqual(expect.arrayContaining([{ text: "Refused at once" }, { text: "Lost on its way" }]));
  expect(receiver.calls(theirs.path)).toEqual([]);
  expect((await bob.api("GET", "/webhook-events")).body["data"]).toEqual([]);
});
