import type { ChatItem } from "@/lib/chats/contract";
import { expect, type Session } from "../../support/fixtures";
import { connectWhatsApp, idIn, kinds, newPhone, sendWebhook, webhookWith } from "../../support/whatsapp";
import { chatsOf, messagesOf, onlyChat, whatsAppTest as test, textsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

type Content = NonNullable<Extract<ChatItem, { kind: "message" }>["content"]>;

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

const contentsOf = async (session: Session): Promise<(Content | undefined)[]> =>
  (await messagesOf(session, await onlyChat(session))).map(({ content }) => content);
const isBeingFetched = ({ missingFile }: Content) => missingFile === "The file is being fetched.";
/** The contents, once no file is being fetched any more. */
async function fetchedIn(session: Session, count: number): Promise<(Content | undefined)[]> {
  const settled = async () => (await contentsOf(session)).filter((content) => !content || !isBeingFetched(content)).length;
  await expect.poll(async () => ((await chatsOf(session)).length === 0 ? 0 : settled()), { timeout: 45_000 }).toBe(count);
  return contentsOf(session);
}

test("fetches the files of messages with the channel's token, and shows them by their content", {
  tag: "@embedded",
}, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  media.put("21001", { bytes: png, type: "image/jpeg" });
  media.put("1004", { bytes: pdf, type: "application/pdf" });
  await sendWebhook(channel, webhookWith(kinds.image(customer, { id: "21001", caption: "Broken" }), kinds.document(customer)));
  const [photo, invoice] = await fetchedIn(session, 2);
  expect(photo).toMatchObject({ attachments: [{ name: "Photo.png", type: "image/png", bytes: png.length }] });
  expect(invoice).toMatchObject({ attachments: [{ name: "Invoice 19.pdf", type: "application/pdf", bytes: pdf.length }] });
  expect(photo).not.toHaveProperty("missingFile");
  expect(await textsOf(session)).toEqual(["Broken", "My invoice"]);

  const id = photo?.attachments?.[0]?.id;
  const file = await fetch(`${ada.url}/api/w/${ada.workspace}/attachments/${id}`, { headers: { cookie: session.cookie } });
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer()).equals(png)).toBe(true);
  const asked = media.asked().filter(({ mediaId }) => mediaId === "21001");
  expect(asked).toEqual([{ mediaId: "21001", authorization: expect.stringMatching(/^Bearer EAA[0-9a-f]{48}$/) }]);
});

test("shows the ten photos of an album once each, in their order", { tag: "@embedded" }, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const photos = Array.from({ length: 10 }, (_, index) => kinds.image(customer, { id: String(22000 + index), caption: String(index) }));
  for (let index = 0; index < photos.length; index += 1) media.put(String(22000 + index), { bytes: png, type: "image/png" });
  await Promise.all([webhookWith(...photos), webhookWith(...photos)].map((payload) => sendWebhook(channel, payload)));
  const contents = await fetchedIn(session, 10);
  expect(await textsOf(session)).toEqual(photos.map((_, index) => String(index)));
  expect(contents.map((content) => content?.attachments?.length)).toEqual(photos.map(() => 1));
});

test("keeps an image of 16 MB", { tag: "@embedded" }, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const large = Buffer.concat([png, Buffer.alloc(16 * 1024 * 1024 - png.byteLength)]);
  media.put("25001", { bytes: large, type: "image/png" });
  await sendWebhook(channel, webhookWith(kinds.image({ phone: newPhone() }, { id: "25001" })));
  const [content] = await fetchedIn(session, 1);
  expect(content).toMatchObject({ attachments: [{ type: "image/png", bytes: large.byteLength }] });
});

test("says why a file is missing", { tag: "@embedded" }, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  media.put("23002", { bytes: Buffer.concat([png, Buffer.alloc(16 * 1024 * 1024)]), type: "image/png" });
  media.put("23003", { bytes: Buffer.alloc(16 * 1024 * 1024 + 1, 1), type: "video/mp4" });
  media.put("23004", { status: 500, body: {} });
  const ids = ["23001", "23002", "23003", "23004"];
  await sendWebhook(channel, webhookWith(...ids.map((id) => kinds.image(customer, { id }))));
  const reasons = (await fetchedIn(session, 4)).map((content) => content?.missingFile);
  expect(reasons).toEqual([
    "WhatsApp no longer has the file. Ask the customer to send it again.",
    "The file has more than 16 MB. Ask the customer to send it in another way.",
    "The file has more than 16 MB. Ask the customer to send it in another way.",
    expect.stringContaining("status 500"),
  ]);
  expect(media.asked().filter(({ mediaId }) => mediaId === "23004").length).toBeGreaterThan(1);
});

test("shows a file that could be fetched at a later try", { tag: "@embedded" }, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  media.put("24001", { status: 503, body: {} });
  await sendWebhook(channel, webhookWith(kinds.image({ phone: newPhone() }, { id: "24001" })));
  await expect.poll(() => media.asked().filter(({ mediaId }) => mediaId === "24001").length).toBeGreaterThan(0);
  media.put("24001", { bytes: png, type: "image/png" });
  expect(await fetchedIn(session, 1)).toMatchObject([{ attachments: [{ type: "image/png" }] }]);
});

test("fetches a file after an outage that lasted longer than a few tries, and says meanwhile what it waits for", {
  tag: ["@embedded", "@slow"],
}, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  media.put("24002", { status: 503, body: {} });
  await sendWebhook(channel, webhookWith(kinds.image({ phone: newPhone() }, { id: "24002" })));
  const tries = () => media.asked().filter(({ mediaId }) => mediaId === "24002").length;
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThan(8);
  const [waiting] = await contentsOf(session);
  expect(waiting?.missingFile).toMatch(/status 503\. It is tried again\.$/);
  media.put("24002", { bytes: png, type: "image/png" });
  const attached = async () => (await contentsOf(session))[0]?.attachments;
  await expect.poll(attached, { timeout: 60_000 }).toMatchObject([{ type: "image/png" }]);
  expect((await contentsOf(session))[0]).not.toHaveProperty("missingFile");
});

test("does not hold up other messages while files are slow, and drops the file of a deleted message", {
  tag: "@embedded",
}, async ({ ada, media }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [customer, other] = [{ phone: newPhone() }, { phone: newPhone() }];
  const slow = Array.from({ length: 6 }, (_, index) => kinds.image(customer, { id: String(25000 + index) }));
  for (let index = 0; index < slow.length; index += 1) media.put(String(25000 + index), "silence");
  await sendWebhook(channel, webhookWith(...slow, kinds.text(customer, "Here they are"), kinds.text(other, "Me too")));
  await expect.poll(async () => (await textsOf(session)).filter((text) => text !== "").sort()).toEqual(["Here they are", "Me too"]);

  const [deleted] = slow;
  if (!deleted) throw new Error("A photo is needed.");
  await sendWebhook(channel, webhookWith(kinds.revoke(customer, idIn(deleted))));
  const shown = async () => (await Promise.all((await chatsOf(session)).map(({ id }) => messagesOf(session, id)))).flat();
  await expect.poll(async () => (await shown()).filter(({ content }) => content?.isDeleted).length).toBe(1);
  for (let index = 0; index < slow.length; index += 1) media.put(String(25000 + index), { bytes: png, type: "image/png" });
  await expect
    .poll(async () => (await shown()).filter(({ content }) => content?.attachments).length, { timeout: 60_000 })
    .toBe(slow.length - 1);
  expect((await shown()).find(({ content }) => content?.isDeleted)?.content).not.toHaveProperty("attachments");
});
