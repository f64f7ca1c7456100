import { newId } from "@/lib/kernel/ids";
import { answer, assign, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, type Session, send, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { newBrowser, ownChat, pushMs, vapidClaims } from "../../support/push";
import { errorReply } from "../../support/wire";
import { recordEvent } from "../helpers";

const visible = (session: Session, tab: string, isVisible: boolean) => session.call("POST", "/push/visible", { tab, isVisible });

test("a message in one's own chat is pushed, encrypted for the browser and signed by the installation", async ({ ada, receiver }) => {
  const { session, chatId } = await ownChat(ada);
  const browser = newBrowser(receiver);
  expect((await browser.subscribe(session)).status).toBe(200);
  await ada.sendMessage(customer, "Where is my order?");
  await expect.poll(browser.pushed, { timeout: pushMs }).toEqual([
    {
      title: "Ada Okafor",
      body: "Where is my order?",
      tag: `beside ${ada.workspace} ${chatId}`,
      path: `/${ada.workspace}/chats/${chatId}`,
    },
  ]);
  const [call] = browser.calls();
  if (!call) throw new Error("Something was pushed.");
  expect(call.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: String(12 * 60 * 60), urgency: "high" });
  expect(call.headers["topic"]).toMatch(/^[\w-]{32}$/);
  expect(call.raw.toString("latin1")).not.toMatch(/Ada|order/);
  const { publicKey } = (await session.call("GET", "/push")).body;
  const claims = vapidClaims(call, String(publicKey));
  expect(claims).toMatchObject({ aud: receiver.origin, sub: expect.stringMatching(/^(mailto|https):/) });
  expect(Number(claims["exp"]) * 1000).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60 * 1000);
  expect((await (await ada.signIn()).call("GET", "/push")).body).toEqual({ publicKey });
});

test("pushes only what a member asked for: own chats, mentions, the chosen kinds, and texts only where they were asked for", async ({
  ada,
  receiver,
}) => {
  const { session, chatId } = await ownChat(ada);
  const tom = await joined(ada, session);
  const [all, problems, toms] = [newBrowser(receiver), newBrowser(receiver), newBrowser(receiver)];
  await all.subscribe(session, { showsText: false });
  await problems.subscribe(session, { kinds: ["problem"] });
  await toms.subscribe(tom.session);
  await ada.sendMessage(customer, "Hello?");
  await expect.poll(all.pushed, { timeout: pushMs }).toMatchObject([{ title: "1 new message", body: "Open Beside to see it." }]);

  const other = await ada.sendMessage({ channel: "whatsapp", phone: "447911000002", name: "Noor" });
  await assign(session, other.chatId, (await teamOf(session))[0]?.id ?? "");
  await recordEvent(ada, { phone: "447911000002", event: "Payment failed" });
  await expect.poll(problems.pushed, { timeout: pushMs }).toMatchObject([{ title: "Noor", body: "Problem: Payment failed" }]);

  const third = await ada.sendMessage({ channel: "whatsapp", phone: "447911000003", name: "Sam" });
  const note = { id: newId(), kind: "note", text: "@Tom Ray look", mentions: [tom.id] };
  await session.call("POST", `/chats/${third.chatId}/messages`, note);
  await expect.poll(toms.pushed, { timeout: pushMs }).toMatchObject([{ title: "Sam", body: "Olga Owner mentioned you: @Tom Ray look" }]);
  expect(chatId).not.toBe(third.chatId);
  expect(problems.pushed()).toHaveLength(1);
});

test("nothing is pushed while a tab with the chats is visible, of what was read or answered, or to a browser that said goodbye", async ({
  ada,
  receiver,
}) => {
  const { session } = await ownChat(ada);
  const tom = await joined(ada, session);
  const [mine, toms] = [newBrowser(receiver), newBrowser(receiver)];
  await mine.subscribe(session);
  await toms.subscribe(tom.session, { kinds: ["unassigned"] });
  const tab = newId();
  expect((await visible(session, tab, true)).body).toEqual({ hasPush: true });
  // Nobody else can say that it is hidden.
  await visible(tom.session, tab, false);
  await ada.sendMessage(customer, "Seen in the tab");
  // Tom gets this one later than what would be pushed of the message before.
  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "For everybody");
  await expect.poll(toms.pushed, { timeout: pushMs }).toMatchObject([{ body: "For everybody" }]);
  expect(mine.calls()).toEqual([]);

  await visible(session, tab, false);
  await ada.sendMessage(customer, "Not seen");
  await expect.poll(mine.pushed, { timeout: pushMs }).toMatchObject([{ body: "Not seen" }]);

  const second = await ada.sendMessage({ channel: "whatsapp", phone: "447911000002" }, "Answered at once");
  await answer(session, second.chatId);
  expect((await session.call("POST", "/push/end", { endpoint: mine.endpoint })).body).toEqual({ ended: true });
  expect((await session.call("POST", "/push/end", { endpoint: mine.endpoint })).status).toBe(200);
  await ada.sendMessage(customer, "Nobody is there");
  await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Sam" }, "For everybody else");
  await expect.poll(() => toms.pushed().map(({ body }) => body), { timeout: pushMs }).toContain("For everybody else");
  expect(toms.pushed().map(({ body }) => body)).not.toContain("Answered at once");
  expect(mine.calls()).toHaveLength(1);
});

test("signing out, another account in the browser, and removal each end what is pushed; other workspaces get nothing", async ({
  ada,
  bob,
  receiver,
}) => {
  const { session } = await ownChat(ada);
  const [tom, mia, sam] = [await joined(ada, session), await joined(ada, session), await joined(ada, session)];
  const kinds = { kinds: ["unassigned"] };
  const [out, taken, removed, stays, elsewhere] = Array.from({ length: 5 }, () => newBrowser(receiver));
  if (!out || !taken || !removed || !stays || !elsewhere) throw new Error("Five browsers were made.");
  await out.subscribe(tom.session, kinds);
  await taken.subscribe(tom.session, kinds);
  await removed.subscribe(mia.session, kinds);
  await stays.subscribe(session, kinds);
  await elsewhere.subscribe(await bob.signIn(), kinds);

  // The same browser, now signed in as somebody else who asks for problems alone.
  await taken.subscribe(sam.session, { kinds: ["problem"] });
  const { sessions } = (await tom.session.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  const again = await ada.signIn({ email: tom.email, password: tom.password });
  for (const { id } of sessions) expect((await again.call("DELETE", `/me/sessions/${id}`)).status).toBe(200);
  expect((await session.call("DELETE", `/members/${mia.id}`)).status).toBe(200);

  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Is anybody there?");
  await expect.poll(stays.pushed, { timeout: pushMs }).toMatchObject([{ body: "Is anybody there?" }]);
  for (const silent of [out, taken, removed, elsewhere]) expect(silent.calls()).toEqual([]);
});

test("a new password ends what is pushed to the account's browsers, and only the account itself ends what it asked for", async ({
  ada,
  receiver,
}) => {
  const { session } = await ownChat(ada);
  const [tom, mia] = [await joined(ada, session), await joined(ada, session)];
  const [toms, mias] = [newBrowser(receiver), newBrowser(receiver)];
  await toms.subscribe(tom.session, { kinds: ["unassigned"] });
  await mias.subscribe(mia.session, { kinds: ["unassigned"] });
  expect((await tom.session.call("POST", "/push/end", { endpoint: mias.endpoint })).status).toBe(200);
  const changed = await tom.session.call("POST", "/me/password", { current: tom.password, next: "a new and long password" });
  expect(changed.status, changed.text).toBe(200);
  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Is anybody there?");
  await expect.poll(mias.pushed, { timeout: pushMs }).toMatchObject([{ body: "Is anybody there?" }]);
  expect(toms.calls()).toEqual([]);
});

test("a browser that the push service does not know any more is removed, and no answer is tried again", async ({ ada, receiver }) => {
  const { session } = await ownChat(ada);
  const [gone, busy, fine] = [newBrowser(receiver), newBrowser(receiver), newBrowser(receiver)];
  for (const browser of [gone, busy, fine]) await browser.subscribe(session);
  receiver.on(gone.path, () => ({ status: 410 }));
  receiver.on(busy.path, () => ({ status: 503 }));
  await ada.sendMessage(customer, "One");
  for (const browser of [gone, busy, fine]) await expect.poll(() => browser.calls().length, { timeout: pushMs }).toBe(1);

  const second = await ada.sendMessage({ channel: "whatsapp", phone: "447911000002", name: "Noor" });
  await assign(session, second.chatId, (await teamOf(session))[0]?.id ?? "");
  await ada.sendMessage({ channel: "whatsapp", phone: "447911000002", name: "Noor" }, "Two");
  for (const browser of [busy, fine]) await expect.poll(() => browser.calls().length, { timeout: pushMs }).toBe(2);
  expect(gone.calls()).toHaveLength(1);
});

test("refuses addresses that may not be called, and keys that are none", async ({ ada, receiver }) => {
  const session = await ada.signIn();
  const browser = newBrowser(receiver);
  for (const endpoint of [
    "https://127.0.0.1/push",
    "https://10.0.0.1/push",
    "https://169.254.169.254/latest",
    "https://metadata.google.internal/x",
    "http://push.example.com/x",
    "https://push.example.com:25/x",
    "https://user:secret@push.example.com/x",
    "file:///etc/passwd",
    "nothing",
  ])
    expect(await browser.subscribe(session, { endpoint }), endpoint).toMatchObject(errorReply(400, "invalid_request", /push service/));
  // The right length, and no point of the curve.
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  expect(await browser.subscribe(session, { keys: { ...browser.given.keys, p256dh } })).toMatchObject(
    errorReply(400, "invalid_request", /^keys\.p256dh/),
  );
  for (const keys of [{ p256dh: "short", auth: "AAAAAAAAAAAAAAAAAAAAAA" }, { p256dh: "A".repeat(87), auth: "no key" }, {}])
    expect(await browser.subscribe(session, { keys })).toMatchObject(errorReply(400, "invalid_request", /^keys/));
  expect(await browser.subscribe(session, { kinds: ["everything"] })).toMatchObject(errorReply(400, "invalid_request", /^kinds/));
});

test("the twenty-first browser of a member takes the place of the one that was silent longest", async ({ ada, receiver }) => {
  const session = await ada.signIn();
  const browsers = Array.from({ length: 21 }, () => newBrowser(receiver));
  const kinds = { kinds: ["unassigned"] };
  for (const browser of browsers.slice(0, 20)) await browser.subscribe(session, kinds);
  const [first, second, ...others] = browsers;
  await first?.subscribe(session, kinds);
  await others.at(-1)?.subscribe(session, kinds);
  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Hello?");
  await expect.poll(() => [first, ...others].map((browser) => browser?.calls().length), { timeout: pushMs }).toEqual(Array(20).fill(1));
  expect(second?.calls()).toEqual([]);
});

test("five problems of a moment after the first are one notification, half a minute later", { tag: "@slow" }, async ({ ada, receiver }) => {
  const { session, chatId } = await ownChat(ada);
  const browser = newBrowser(receiver);
  await browser.subscribe(session, { showsText: false });
  const record = (reference: string) => recordEvent(ada, { phone: customer.phone, event: "Payment failed", properties: { reference } });
  await record("INV-0");
  await expect.poll(browser.pushed, { timeout: pushMs }).toMatchObject([{ title: "1 new problem" }]);
  const firstAt = Date.now();
  for (const reference of ["INV-1", "INV-2", "INV-3", "INV-4", "INV-5"]) await record(reference);
  await expect.poll(() => browser.pushed().length, { timeout: 60_000 }).toBe(2);
  expect(Date.now() - firstAt).toBeGreaterThan(25_000);
  expect(browser.pushed()[1]).toMatchObject({ title: "5 new problems", path: `/${ada.workspace}/chats/${chatId}` });
});

test("serves the worker that shows what is pushed, to anybody, and lets no browser keep an old one", async ({ ada }) => {
  const reply = await send(`${ada.url}/sw.js`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toContain("text/javascript");
  expect(reply.headers.get("cache-control")).toContain("no-cache");
  expect(reply.text).toContain("notificationclick");
  expect(reply.text).not.toContain("caches");
});
