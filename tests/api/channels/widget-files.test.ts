import { newId } from "@/lib/kernel/ids";
import { pdf, png } from "../../support/files";
import { expect, randomClientAddress, send, test } from "../../support/fixtures";
import { sendFiles, upload } from "../../support/uploads";
import { deskChats, identifySecretOf, identifyToken, newVisitor, onlyChat, openWebsite, type Visitor } from "../../support/visitor";
import { close, getContact, itemsOf, recordEvent } from "../helpers";

const put = (visitor: Visitor, bytes: Uint8Array, name = "photo.png") =>
  visitor.call("POST", "/attachments", bytes, { headers: { "x-file-name": encodeURIComponent(name) } });
const fetchBytes = async (visitor: Visitor, url: string, id: string) => {
  const response = await fetch(`${url}/attachments/${id}`, { headers: visitor.headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const baseOf = ({ url, workspace }: { url: string; workspace: string }) => `${url}/api/widget/${workspace}`;

test("a visitor's first message can be a file, which the desk and the visitor open", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  const uploaded = await put(visitor, png, "Fotó 1.png");
  expect(uploaded).toMatchObject({ status: 201, body: { name: "Fotó 1.png", type: "image/png", bytes: png.byteLength } });
  const id = String(uploaded.body["id"]);
  const sent = await visitor.call("POST", "/messages", { id: newId(), text: "", attachments: [id] });
  expect(sent).toMatchObject({ status: 201, body: { message: { text: "", attachments: [{ id, name: "Fotó 1.png" }] } } });
  const items = await itemsOf(session, await onlyChat(session));
  expect(items).toMatchObject([{ kind: "message", author: "customer", content: { attachments: [{ id }] } }]);
  const { status, headers, bytes } = await fetchBytes(visitor, baseOf(ada), id);
  expect(status).toBe(200);
  expect(bytes.equals(Buffer.from(png))).toBe(true);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("sandbox");
});

test("a file that is only chosen makes no chat: nothing shows it, counts it, assigns it or tells the API", async ({ ada, bob }) => {
  const session = await openWebsite(ada);
  await openWebsite(bob);
  expect((await session.call("PUT", "/chat-settings", { assignNewChats: "round_robin" })).status).toBe(200);
  const token = identifyToken(await identifySecretOf(session), { sub: "user_1" });
  const signed = newVisitor(ada);
  expect((await signed.call("POST", "/identify", { token })).status).toBe(200);
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  const visitors = [signed, newVisitor(ada)];
  const ids = await Promise.all(visitors.map(async (visitor) => String((await put(visitor, png)).body["id"])));

  for (const view of ["open", "mine", "unassigned", "problems", "closed"]) {
    const { items, counts } = (await session.call("GET", `/chats?view=${view}`)).body;
    expect(items, view).toEqual([]);
    expect(counts).toEqual({ mine: 0, unassigned: 0, problems: 0, mentions: 0, unread: 0 });
  }
  expect((await getContact(ada, "user_1")).events).toHaveLength(1);
  expect(await ada.api("GET", "/contacts/user_1")).toMatchObject({ body: { linkedChats: 0 } });
  expect(await recordEvent(ada, { event: "Order placed", userId: "user_1" })).toMatchObject({ postedToConversations: 0 });
  expect((await visitors[1]?.read())?.state).toEqual({ isClosed: false, isBlocked: false, hasChat: false });
  // The file is the visitor's alone: no agent opens it, and no other visitor.
  expect((await session.call("GET", `/attachments/${ids[1]}`)).status).toBe(404);
  expect((await fetchBytes(visitors[1] as Visitor, baseOf(ada), ids[1] ?? "")).status).toBe(200);
  expect((await fetchBytes(signed, baseOf(ada), ids[1] ?? "")).status).toBe(404);

  for (const [index, visitor] of visitors.entries())
    expect((await visitor.call("POST", "/messages", { id: newId(), text: "", attachments: [ids[index]] })).status).toBe(201);
  const { items, counts } = (await session.call("GET", "/chats?view=mine")).body;
  expect(items).toHaveLength(2);
  expect(counts).toMatchObject({ mine: 2, unread: 2 });
  expect((await session.call("GET", `/attachments/${ids[1]}`)).status).toBe(200);
  expect(await ada.api("GET", "/contacts/user_1")).toMatchObject({ body: { linkedChats: 1 } });
});

test("a file that waits goes with the next message, also when the chat was closed in between or others race for it", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  const id = String((await put(visitor, png)).body["id"]);
  expect(await itemsOf(session, chatId)).toHaveLength(1);
  await close(session, chatId);
  const races = await Promise.all([1, 2, 3].map(() => visitor.call("POST", "/messages", { id: newId(), text: "Here", attachments: [id] })));
  expect(races.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  expect(await itemsOf(session, await onlyChat(session))).toMatchObject([{ text: "Here", content: { attachments: [{ id }] } }]);
});

test("a visitor keeps 30 files waiting at most", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  const attempts = [];
  // Calls are limited by network too.
  for (let count = 0; count < 31; count += 1) {
    Object.assign(visitor.headers, randomClientAddress());
    attempts.push((await put(visitor, png)).status);
  }
  expect(attempts.filter((status) => status === 201)).toHaveLength(30);
  expect(attempts.at(-1)).toBe(429);
});

test("an agent's file reaches the visitor", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Send me the invoice");
  const chatId = await onlyChat(session);
  const { id } = await upload(session, chatId, { name: "invoice.pdf", bytes: pdf });
  expect((await sendFiles(session, chatId, [id])).status).toBe(201);
  expect((await visitor.read()).items.at(-1)).toMatchObject({
    author: "agent",
    attachments: [{ id, name: "invoice.pdf", type: "application/pdf" }],
  });
  const { status, headers } = await fetchBytes(visitor, baseOf(ada), id);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
});

test("a repeat of a message takes no other file, which stays for the next one", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  const [first, second] = [String((await put(visitor, png)).body["id"]), String((await put(visitor, pdf, "invoice.pdf")).body["id"])];
  const id = newId();
  expect((await visitor.call("POST", "/messages", { id, text: "One", attachments: [first] })).status).toBe(201);
  await visitor.call("POST", "/messages", { id, text: "One", attachments: [second] });
  expect((await visitor.call("POST", "/messages", { id: newId(), text: "Two", attachments: [second] })).status).toBe(201);
  expect(await itemsOf(session, await onlyChat(session))).toMatchObject([
    { text: "One", content: { attachments: [{ id: first }] } },
    { text: "Two", content: { attachments: [{ id: second }] } },
  ]);
});

test("nobody else opens a visitor's file or sends it along", async ({ ada, bob }) => {
  await openWebsite(ada);
  await openWebsite(bob);
  const visitor = newVisitor(ada);
  const id = String((await put(visitor, png)).body["id"]);
  for (const team of [ada, bob]) {
    const stranger = newVisitor(team);
    await stranger.say("Hello");
    expect((await fetchBytes(stranger, baseOf(team), id)).status).toBe(404);
    const stolen = await stranger.call("POST", "/messages", { id: newId(), text: "Mine", attachments: [id] });
    expect(stolen).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect(await stranger.texts()).toEqual(["Hello"]);
  }
  expect((await send(`${baseOf(ada)}/attachments/${id}`)).status).toBe(401);
  expect((await fetchBytes(newVisitor(ada), baseOf(ada), id)).status).toBe(404);
  expect((await fetchBytes(visitor, baseOf(ada), newId())).status).toBe(404);
});

test("refuses what is neither an image nor a PDF, whatever its name, and more than 10 MB", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  for (const text of ["<script>alert(1)</script>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "plain text", ""]) {
    const reply = await put(visitor, Buffer.from(text), "photo.png");
    expect(reply, text).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  }
  const large = Buffer.concat([Buffer.from(png), Buffer.alloc(10 * 1024 * 1024)]);
  expect(await put(visitor, large)).toMatchObject({ status: 413, body: { error: { code: "payload_too_large" } } });
  const nameless = await visitor.call("POST", "/attachments", png);
  expect(nameless).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  expect(await deskChats(session)).toEqual([]);
});
