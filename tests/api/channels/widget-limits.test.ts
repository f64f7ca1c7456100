import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, randomClientAddress, test } from "../../support/fixtures";
import { deskChats, newVisitor, onlyChat, openWebsite } from "../../support/visitor";
import { itemsOf, panelOf } from "../helpers";

const message = () => ({ id: newId(), text: "Hello" });

test("accepts 20 messages a minute of one visitor, and says when to send the next", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  for (let count = 0; count < 20; count += 1) await visitor.say("Hello");
  const refused = await visitor.call("POST", "/messages", message(), { headers: randomClientAddress() });
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(String((refused.body["error"] as { message: string }).message)).toContain(`${seconds} seconds`);
  expect(await visitor.texts()).toHaveLength(20);
  await newVisitor(ada).say("Somebody else");
});

test("accepts 60 messages a minute from one network, whatever the visitors and workspaces", async ({ ada, bob }) => {
  await openWebsite(ada);
  await openWebsite(bob);
  const headers = randomClientAddress();
  const visitors = Array.from({ length: 60 }, (_, index) => newVisitor(index % 2 ? ada : bob));
  const replies = await Promise.all(visitors.map((visitor) => visitor.call("POST", "/messages", message(), { headers })));
  expect(replies.map(({ status }) => status)).toEqual(visitors.map(() => 201));
  const refused = await newVisitor(ada).call("POST", "/messages", message(), { headers });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // Reading is counted apart.
  expect((await newVisitor(ada).call("GET", "/messages", undefined, { headers })).status).toBe(200);
});

test("stores nothing of a blocked visitor, and accepts them again when unblocked", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("First");
  const chatId = await onlyChat(session);
  const page = await visitor.listen();
  expect(await session.call("POST", `/chats/${chatId}/block`, { isBlocked: true })).toMatchObject({
    status: 200,
    body: { isBlocked: true },
  });
  await page.waitFor("change");
  page.close();
  expect((await visitor.read()).state.isBlocked).toBe(true);
  expect((await panelOf(session, chatId)).person.isBlocked).toBe(true);
  for (const [path, body] of [
    ["/messages", message()],
    ["/email", { email: "ada@example.com" }],
    ["/identify", { token: "a.b.c" }],
  ] as const) {
    expect(await visitor.call("POST", path, body), path).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
  }
  const upload = await visitor.call("POST", "/attachments", new Uint8Array(10), { headers: { "x-file-name": "a.png" } });
  expect(upload.status).toBe(403);
  expect(await itemsOf(session, chatId)).toHaveLength(1);
  expect(await deskChats(session)).toHaveLength(1);
  await newVisitor(ada).say("Another visitor");

  await session.call("POST", `/chats/${chatId}/block`, { isBlocked: false });
  await visitor.say("Second");
  expect(await visitor.texts()).toEqual(["First", "Second"]);
});

test("blocks a WhatsApp person in the same way, once in the log however often it is pressed", async ({ ada }) => {
  const session = await ada.signIn();
  const from = { channel: "whatsapp", phone: "447911000001" };
  const { chatId } = await ada.sendMessage(from);
  for (let count = 0; count < 2; count += 1) await session.call("POST", `/chats/${chatId}/block`, { isBlocked: true });
  await expect(ada.sendMessage(from)).rejects.toThrow("forbidden");
  const { items } = (await session.call("GET", "/audit?kind=person")).body as { items: { what: string; subject: string }[] };
  expect(items.map(({ what, subject }) => ({ what, subject }))).toEqual([{ what: "person.blocked", subject: chatId }]);
});

test("cannot block the person of another workspace's chat", async ({ ada, server }) => {
  const other = await newTeam(server);
  const { chatId } = await other.sendMessage({ channel: "whatsapp", phone: "447911000001" });
  const session = await ada.signIn();
  expect((await session.call("POST", `/chats/${chatId}/block`, { isBlocked: true })).status).toBe(404);
  await other.sendMessage({ channel: "whatsapp", phone: "447911000001" });
});
