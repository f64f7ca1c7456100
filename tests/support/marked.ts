import { randomBytes } from "node:crypto";
import { visitorIdOf } from "@/lib/channels/website/visitor";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { deskAt } from "./desk";
import { expect } from "./expect";
import { pdf } from "./files";
import type { Session, Team } from "./fixtures";
import type { Receiver } from "./receiver";
import { sendFiles, upload } from "./uploads";
import { identifySecretOf, identifyToken, newVisitor, openWebsite } from "./visitor";
import { type Channel, connectWhatsApp, kinds, newPhone, newWamid, sendWebhook, statusChange, webhookOf, webhookWith } from "./whatsapp";

/** A word that nothing else has. */
const word = (kind: string): string => `${kind}${randomBytes(6).toString("hex")}`;
const fileWith = (text: string): Buffer => Buffer.concat([pdf, Buffer.from(`% ${text}\n`)]);

/** Somebody with something in every place that keeps anything of a person, each with a word of its own. */
type Marked = {
  session: Session;
  channel: Channel;
  personId: string;
  displayName: string;
  /** The chats of both channels. */
  chatIds: string[];
  fileIds: string[];
  /** What must be found nowhere after the erasure; by what it is. */
  markers: Record<string, string>;
  /** Their signed-in browser. */
  visitor: ReturnType<typeof newVisitor>;
  phone: string;
  userId: string;
};

const chatsOf = async (session: Session) => (await session.call("GET", "/chats")).body["items"] as { id: string }[];

async function newChat(session: Session, before: readonly { id: string }[]): Promise<string> {
  const known = new Set(before.map(({ id }) => id));
  const found = async () => (await chatsOf(session)).find(({ id }) => !known.has(id))?.id;
  await expect.poll(found, { message: "a new chat", timeout: 10_000 }).toBeDefined();
  return String(await found());
}

async function ok(reply: Promise<{ status: number; text: string; body: Record<string, unknown> }>): Promise<Record<string, unknown>> {
  const { status, text, body } = await reply;
  expect(status, text).toBeLessThan(300);
  return body;
}

/** Needs the addresses of Meta's stand-in and of the receiver to be allowed. */
export async function markedPerson(team: Team, receiver: Receiver): Promise<Marked> {
  const session = await openWebsite(team);
  const channel = await connectWhatsApp(team, session);
  const workspaceId = await workspaceIdOf(team);
  const [userId, phone] = [word("user"), newPhone()];
  const names = { contact: word("Name"), profile: word("Profile"), visitor: word("Visitor") };
  const email = `${word("mail")}@example.com`;
  const attribute = word("attribute");
  await ok(team.api("PUT", `/contacts/${userId}`, { body: { name: names.contact, phone, email, attributes: { note: attribute } } }));

  // On WhatsApp: texts, a file, an edit, a reaction, answers, and what Meta says of them.
  const texts = {
    whatsapp: word("text"),
    edited: word("edited"),
    website: word("visited"),
    answer: word("answer"),
    note: word("note"),
    later: word("later"),
  };
  const wamid = newWamid();
  const from = { phone, name: names.profile };
  const hear = async (payload: object) => expect((await sendWebhook(channel, payload)).status).toBe(200);
  const before = await chatsOf(session);
  await hear(webhookWith(kinds.text(from, texts.whatsapp, { id: wamid })));
  const whatsapp = await newChat(session, before);
  await hear(webhookWith(kinds.document(from), kinds.edit(from, wamid, texts.edited), kinds.reaction(from, wamid, "👍")));
  const items = async (chatId: string) => (await session.call("GET", `/chats/${chatId}/items`)).body["items"] as ChatItem[];
  await expect.poll(async () => JSON.stringify(await items(whatsapp)), { timeout: 15_000 }).toContain(texts.edited);
  const sentId = newId();
  await ok(session.call("POST", `/chats/${whatsapp}/messages`, { id: sentId, kind: "message", text: texts.answer }));
  await ok(session.call("POST", `/chats/${whatsapp}/messages`, { id: newId(), kind: "note", text: texts.note }));
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  await ok(session.call("POST", `/chats/${whatsapp}/scheduled`, { id: newId(), text: texts.later, sendAt }));
  const agentFile = await upload(session, whatsapp, { name: `${word("agentfile")}.pdf`, bytes: fileWith(word("agentbytes")) });
  await ok(sendFiles(session, whatsapp, [agentFile.id]));
  const state = async () => JSON.stringify((await items(whatsapp)).find(({ id }) => id === sentId));
  await expect.poll(state, { timeout: 15_000, message: "a message that was sent" }).toContain('"sent"');

  // On the website: signed in, with a file that was sent and one that was only picked.
  const visitor = newVisitor(team);
  const visitorId = visitorIdOf(workspaceId, visitor.token);
  const secret = await identifySecretOf(session);
  const known = await chatsOf(session);
  await ok(visitor.call("POST", "/identify", { token: identifyToken(secret, { sub: userId, name: names.visitor }) }));
  const [sentFile, pickedFile] = [word("visitorfile"), word("pickedfile")];
  const bytes = { sent: word("visitorbytes"), picked: word("pickedbytes") };
  const attach = async (name: string, text: string) =>
    (await ok(
      visitor.call("POST", "/attachments", fileWith(text), { headers: { "x-file-name": `${name}.pdf` } }),
    )) as unknown as AttachmentView;
  const file = await attach(sentFile, bytes.sent);
  await ok(visitor.call("POST", "/messages", { id: newId(), text: texts.website, attachments: [file.id] }));
  const website = await newChat(session, known);
  // Without an open chat it is the visitor's alone.
  await ok(session.call("POST", `/chats/${website}/status`, { status: "closed" }));
  const picked = await attach(pickedFile, bytes.picked);

  // What the customer's server sent, and answered to a press.
  const problem = { event: word("Event"), reference: word("REF"), property: word("property") };
  const properties = { reference: problem.reference, note: problem.property };
  await ok(team.api("POST", "/events", { body: { event: problem.event, level: "problem", userId, properties } }));
  const desk = await pressable(session, { receiver, team, chatId: whatsapp });
  const reply = { message: word("Replied"), event: word("Replied") };
  desk.replyWith({ body: { message: reply.message, event: { name: reply.event } } });
  const pressed = await desk.pressAndWait();

  // What surrounds them: a tag, a mention of reading, codes, logs, the search.
  const tag = await ok(session.call("POST", "/tags", { name: "Billing", color: "blue" }));
  await ok(session.call("POST", `/chats/${whatsapp}/tags`, { tagId: tag["id"], isSet: true }));
  await session.call("POST", `/chats/${whatsapp}/read`, { seq: 3 });
  await ok(team.api("POST", `/contacts/${userId}/link-codes`, { body: {} }));
  await team.api("GET", `/contacts/${userId}`);
  await session.call("GET", `/search?q=${texts.website}`);
  const [panel] = await Promise.all([session.call("GET", `/chats/${whatsapp}/panel`)]);
  const { person } = panel.body as { person: { id: string; displayName: string } };
  const markers = {
    ...{ userId, phone, email, attribute, visitorId, wamid },
    ...{ contactName: names.contact, profileName: names.profile, visitorName: names.visitor },
    ...Object.fromEntries(Object.entries(texts).map(([kind, text]) => [`${kind} text`, text])),
    ...{ sentFile, pickedFile, sentBytes: bytes.sent, pickedBytes: bytes.picked, agentFile: agentFile.name.replace(".pdf", "") },
    ...{ event: problem.event, reference: problem.reference, property: problem.property },
    ...{ replyMessage: reply.message, replyEvent: reply.event, callId: pressed.outcome.callId },
    ...{ whatsappChat: whatsapp, websiteChat: website, item: itemIdOf(workspaceId, wamid), sentItem: sentId },
  };
  const fileIds = [agentFile.id, file.id, picked.id];
  const { id: personId, displayName } = person;
  return { session, channel, personId, displayName, chatIds: [whatsapp, website], fileIds, markers, visitor, phone, userId };
}

/** The id of the last message that Meta was given is known to Meta alone: it reports what became of it. */
export const reportStatus = (channel: Channel, wamid: string, recipient: string) =>
  sendWebhook(channel, webhookOf(statusChange(wamid, "delivered", { recipient_id: recipient })));

async function workspaceIdOf({ operate, workspace }: Team): Promise<string> {
  const page = (await operate("read-workspace", { workspace })) as { lines: string[] };
  return (JSON.parse(page.lines[0] ?? "{}") as { row: { id: string } }).row.id;
}

async function pressable(session: Session, { receiver, team, chatId }: { receiver: Receiver; team: Team; chatId: string }) {
  const path = `/${team.workspace}`;
  await ok(session.call("PUT", "/actions/address", { url: receiver.origin + path }));
  const button = await ok(session.call("POST", "/actions/buttons", { label: "Refund", action: "refund" }));
  return deskAt(session, { chatId, buttonId: String(button["id"]), receiver, path });
}

/** Erases them with their contact, as an admin does. */
export async function eraseMarked({ session, personId, displayName }: Marked): Promise<Record<string, unknown>> {
  return ok(session.call("DELETE", `/people/${personId}`, { displayName, scope: "contact" }));
}

/** The tables, and what of a row has a marker; nothing of it is ever printed whole. */
export function foundIn(tables: ReadonlyMap<string, readonly object[]>, markers: Record<string, string>): string[] {
  return [...tables].flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
        return Object.entries(markers).flatMap(([what, marker]) => (text.includes(marker) ? [`${table}.${column}: ${what}`] : []));
      }),
    ),
  );
}
