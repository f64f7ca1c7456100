import { expect, randomClientAddress, send } from "../../support/fixtures";
import {
  type Channel,
  connectWhatsApp,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  sendWebhook,
  signatureOf,
  webhookOf,
  webhookWith,
} from "../../support/whatsapp";
import { sendBytes } from "../../support/wire";
import { chatsOf, messagesOf, onlyChat, whatsAppTest as test, textsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

test("answers Meta's question with its challenge, for the right token only", { tag: "@embedded" }, async ({ ada, bob }) => {
  const [session, other] = [await ada.signIn(), await bob.signIn()];
  const channel = await connectWhatsApp(ada, session);
  const { verifyToken } = await connectWhatsApp(bob, other);
  const ask = (query: Record<string, string>) => send(`${channel.url}?${new URLSearchParams(query)}`);
  const right = { "hub.mode": "subscribe", "hub.verify_token": channel.verifyToken, "hub.challenge": "1158201444" };

  const reply = await ask(right);
  expect({ status: reply.status, text: reply.text, type: reply.headers.get("content-type") }).toEqual({
    status: 200,
    text: "1158201444",
    type: "text/plain; charset=utf-8",
  });
  const wrong = [{ "hub.verify_token": verifyToken }, { "hub.verify_token": "" }, { "hub.mode": "unsubscribe" }, { "hub.challenge": "" }];
  for (const changed of wrong) {
    expect(await ask({ ...right, ...changed })).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  }
});

test("rejects whatever is not signed with the app secret, with one answer for all workspaces", { tag: "@embedded" }, async ({
  ada,
  bob,
}) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const raw = JSON.stringify(webhookWith(kinds.text({ phone: newPhone() })));
  const post = (url: string, signature: string | undefined, body = raw) =>
    send(url, { method: "POST", raw: body, headers: signature === undefined ? {} : { "x-hub-signature-256": signature } });

  const signed = signatureOf(channel.appSecret, raw);
  const replies = [
    await post(channel.url, undefined),
    await post(channel.url, ""),
    await post(channel.url, signatureOf("another secret", raw)),
    await post(channel.url, signed, `${raw} `),
    await post(channel.url.replace(ada.workspace, bob.workspace), signed),
    await post(channel.url.replace(ada.workspace, "nowhere"), signed),
  ];
  for (const { status, text } of replies) expect({ status, text }).toEqual({ status: 401, text: replies[0]?.text });
  expect(replies[0]?.body).toMatchObject({ error: { code: "invalid_key", message: expect.stringContaining("X-Hub-Signature-256") } });
  expect((await post(channel.url, signed)).status).toBe(200);
  await expect.poll(() => textsOf(session)).toEqual(["Hello"]);
});

test("limits wrong signatures by network and workspace, and reads nothing for a workspace that does not exist", {
  tag: "@embedded",
}, async ({ ada, bob }) => {
  const [channel, other] = [await connectWhatsApp(ada, await ada.signIn()), await connectWhatsApp(bob, await bob.signIn())];
  const raw = JSON.stringify(webhookWith(kinds.text({ phone: newPhone() })));
  const post = ({ url, appSecret }: Channel, network: string) =>
    send(url, { method: "POST", raw, headers: { "x-hub-signature-256": signatureOf(appSecret, raw), "x-forwarded-for": network } });
  const [attacker, meta] = [randomClientAddress()["x-forwarded-for"], randomClientAddress()["x-forwarded-for"]];
  const wrong = { ...channel, appSecret: "another secret" };
  const replies = await Promise.all(Array.from({ length: 60 }, () => post(wrong, attacker)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
  const refused = await post(channel, attacker);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post(other, attacker)).status).toBe(200);
  expect((await post(channel, meta)).status).toBe(200);

  const head = `POST /api/channels/whatsapp/nowhere HTTP/1.1\r\nHost: beside\r\nX-Hub-Signature-256: sha256=${"0".repeat(64)}\r\nContent-Length: 3000000\r\n\r\n`;
  expect((await sendBytes(ada.url, head)).status).toBe(401);
});

test("accepts nothing while the channel is switched off", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const { phoneNumberId } = (await session.call("GET", "/whatsapp")).body;
  const payload = webhookWith(kinds.text({ phone: newPhone() }));
  await session.call("PUT", "/whatsapp", { phoneNumberId, isOn: false });
  expect((await sendWebhook(channel, payload)).status).toBe(401);
  await session.call("PUT", "/whatsapp", { phoneNumberId, isOn: true });
  expect((await sendWebhook(channel, payload)).status).toBe(200);
  await expect.poll(() => textsOf(session)).toEqual(["Hello"]);
});

test("shows what each kind of message says", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone(), userId: newUserId() };
  const all = [
    kinds.text(customer, "Where is my order?"),
    kinds.location(customer),
    kinds.contacts(customer),
    kinds.buttonReply(customer),
    kinds.listReply(customer),
    kinds.form(customer),
    kinds.templateButton(customer),
    kinds.order(customer),
    kinds.unsupported(customer),
    kinds.unknown(customer),
  ];
  expect(await sendWebhook(channel, webhookWith(...all))).toMatchObject({ status: 200, body: { stored: all.length } });

  await expect.poll(async () => (await textsOf(session)).length).toBe(all.length);
  const shown = (await messagesOf(session, await onlyChat(session))).map(({ text, content }) => ({ text, ...content }));
  expect(shown).toMatchObject([
    { text: "Where is my order?" },
    { location: { latitude: 38.9806263495, longitude: -131.9428612257, name: "Main Street Beach", address: "Main Street, CA" } },
    { contacts: [{ name: "Barbara Johnson", phones: ["+1 650 555 9999"] }] },
    { text: "Cancel order", isChoice: true },
    { text: "Express\nNext day", isChoice: true },
    { text: "Sent\nsize: M\ngift: true", isChoice: true },
    { text: "Unsubscribe", isChoice: true },
    { text: "Gift wrapping please", order: [{ product: "di9ozbzfi4", quantity: 2, price: "30 USD" }, { product: "nqryix03ez" }] },
    { text: "", unsupported: "poll_creation" },
    { text: "", unsupported: "hologram" },
  ]);
  expect((await chatsOf(session))[0]?.displayName).toBe("Ada Okafor");
  expect((await session.call("GET", "/whatsapp")).body["firstMessageAt"]).toEqual(expect.any(String));
});

test("adds a message once, however often and with whatever it is delivered", { tag: "@embedded" }, async ({ ada, bob }) => {
  const [session, other] = [await ada.signIn(), await bob.signIn()];
  const [channel, second] = [await connectWhatsApp(ada, session), await connectWhatsApp(bob, other)];
  const customer = { phone: newPhone() };
  const [one, two, three] = ["1", "2", "3"].map((text) => kinds.text(customer, text));
  if (!one || !two || !three) throw new Error("Three messages are needed.");

  const deliveries = [[one], [one], [one, two], [two, one, one], [two, three], [three]];
  const replies = await Promise.all(deliveries.map((sent) => sendWebhook(channel, webhookWith(...sent))));
  expect(replies.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
  expect(replies.map(({ body }) => Number(body["stored"])).reduce((a, b) => a + b)).toBe(3);
  await expect.poll(async () => (await textsOf(session)).sort()).toEqual(["1", "2", "3"]);
  await sendWebhook(channel, webhookWith(one, two, three, kinds.text(customer, "4")));
  await expect.poll(async () => (await textsOf(session)).sort()).toEqual(["1", "2", "3", "4"]);
  // The same ids in another workspace are other messages.
  await sendWebhook(second, webhookWith(one));
  await expect.poll(() => textsOf(other)).toEqual(["1"]);
});

test("keeps the order of 50 messages at once, and each of 50 webhooks at once", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone(), userId: newUserId() };
  const numbered = (from: number) => Array.from({ length: 50 }, (_, index) => String(from + index));
  const sent = numbered(100).map((text) => kinds.text(customer, text));
  expect((await sendWebhook(channel, webhookWith(...sent))).body).toEqual({ stored: 50 });
  await expect.poll(() => textsOf(session), { timeout: 30_000 }).toEqual(numbered(100));

  const replies = await Promise.all(numbered(200).map((text) => sendWebhook(channel, webhookWith(kinds.text(customer, text)))));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  await expect.poll(async () => (await textsOf(session)).slice(50).sort(), { timeout: 30_000 }).toEqual(numbered(200));
  expect(await chatsOf(session)).toHaveLength(1);
});

test("reads everything of a webhook but what is for another number, and survives what it cannot read", {
  tag: "@embedded",
}, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [one, two] = [{ phone: newPhone() }, { phone: newPhone() }];
  const broken = messagesChange([kinds.text(one, "a"), kinds.unknown(one), kinds.text(one, "b")]);
  (broken["value"] as { messages: unknown[] }).messages.splice(1, 0, null, "text", 7, { type: "text" });
  const payload = webhookOf(
    broken,
    { field: "account_update", value: { event: "VERIFIED_ACCOUNT" } },
    messagesChange([kinds.text(one, "elsewhere")], { phone_number_id: "999" }),
    messagesChange([kinds.text(two, "c")]),
    messagesChange([kinds.text(one, "d\0 \ud800")]),
  );
  expect((await sendWebhook(channel, payload)).status).toBe(200);
  for (const unreadable of ["", "{", "null", "[]", '"text"', '{"entry":{}}'])
    expect(await sendWebhook(channel, unreadable)).toMatchObject({ status: 200, body: { stored: 0 } });
  await expect.poll(async () => (await textsOf(session)).sort()).toEqual(["", "a", "b", "c", "d \ufffd"]);
  expect(await chatsOf(session)).toHaveLength(2);
});

test("takes webhooks of up to 3 MB", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const padded = (bytes: number) => JSON.stringify({ ...webhookWith(kinds.text({ phone: newPhone() })), padding: "x".repeat(bytes) });
  expect((await sendWebhook(channel, padded(3 * 1024 * 1024))).status).toBe(413);
  expect((await sendWebhook(channel, padded(2.9 * 1024 * 1024))).status).toBe(200);
  await expect.poll(() => textsOf(session)).toEqual(["Hello"]);
});

test("a workspace has 3,000 signed webhooks a minute, and its neighbour's go on", { tag: ["@embedded", "@slow"] }, async ({ ada, bob }) => {
  test.setTimeout(120_000);
  const [own, other] = [await connectWhatsApp(ada, await ada.signIn()), await connectWhatsApp(bob, await bob.signIn())];
  const statuses = new Set<number>();
  let left = 3_050;
  const lane = async () => {
    for (; left > 0; left -= 1) statuses.add((await sendWebhook(own, webhookOf())).status);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  expect([...statuses].sort()).toEqual([200, 429]);
  const refused = await sendWebhook(own, webhookOf());
  expect(refused.status, refused.text).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect((await sendWebhook(other, webhookOf())).status).toBe(200);
});
