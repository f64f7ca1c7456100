import { newId } from "@/lib/kernel/ids";
import { pdf, png } from "../support/files";
import { expect, send, test } from "../support/fixtures";
import { sendFiles, upload } from "../support/uploads";
import { deskChats, newVisitor, onlyChat, openWebsite, type Visitor } from "../support/visitor";
import { itemsOf } from "./helpers";

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
