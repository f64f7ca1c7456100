import { createHmac, randomBytes, randomInt } from "node:crypto";
import { expect } from "./expect";
import { type Reply, type Session, send, type Team } from "./fixtures";

type Fields = Record<string, unknown>;

/** A person with WhatsApp, as a webhook names them: by a phone, an id of the business's own, or both. */
export type Customer = { phone?: string; userId?: string; parentUserId?: string; name?: string; username?: string };
/** A message as Meta describes it, with the contact that its webhook has for it. */
export type Sent = { message: Fields; contact: Fields | undefined };

export const phoneNumberId = "106540352242922";
const displayPhone = "15550783881";

export const newWamid = (): string => `wamid.${randomBytes(24).toString("base64")}`;

/** Random digits, so that no two tests share a person. */
export const newPhone = (): string => `4479${String(randomInt(10 ** 8)).padStart(8, "0")}`;
export const newUserId = (country = "GB"): string => `${country}.${randomInt(10 ** 12)}${randomInt(10 ** 6)}`;

const withoutUndefined = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const contactOf = ({ phone, userId, parentUserId, name = "Ada Okafor", username }: Customer): Fields =>
  withoutUndefined({ profile: withoutUndefined({ name, username }), wa_id: phone, user_id: userId, parent_user_id: parentUserId });

type More = { id?: string; at?: Date; context?: Fields };

/** A message of any type: `fields` has the object of that type. */
export function messageOf(from: Customer, type: string, fields: Fields, { id = newWamid(), at = new Date(), context }: More = {}): Sent {
  const { phone, userId, parentUserId } = from;
  const names = { from: phone, from_user_id: userId, from_parent_user_id: parentUserId };
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return { message: withoutUndefined({ ...names, id, timestamp, type, context, ...fields }), contact: contactOf(from) };
}

export const idIn = ({ message }: Sent): string => String(message["id"]);

/** Messages of every kind, in the shapes of Meta's documentation. */
export const kinds = {
  text: (from: Customer, body = "Hello", more?: More) => messageOf(from, "text", { text: { body } }, more),
  image: (from: Customer, image: Fields = {}, more?: More) =>
    messageOf(from, "image", { image: { id: "1001", mime_type: "image/jpeg", sha256: "kJE=", ...image } }, more),
  video: (from: Customer, more?: More) =>
    messageOf(from, "video", { video: { id: "1002", mime_type: "video/mp4", sha256: "kJE=", caption: "Look at this" } }, more),
  voice: (from: Customer, more?: More) =>
    messageOf(from, "audio", { audio: { id: "1003", mime_type: "audio/ogg; codecs=opus", sha256: "kJE=", voice: true } }, more),
  document: (from: Customer, more?: More) =>
    messageOf(
      from,
      "document",
      { document: { id: "1004", mime_type: "application/pdf", sha256: "kJE=", filename: "Invoice 19.pdf", caption: "My invoice" } },
      more,
    ),
  sticker: (from: Customer, more?: More) =>
    messageOf(from, "sticker", { sticker: { id: "1005", mime_type: "image/webp", sha256: "kJE=", animated: false } }, more),
  location: (from: Customer, more?: More) =>
    messageOf(
      from,
      "location",
      { location: { latitude: 38.9806263495, longitude: -131.9428612257, name: "Main Street Beach", address: "Main Street, CA" } },
      more,
    ),
  contacts: (from: Customer, card: Fields = {}, more?: More) =>
    messageOf(
      from,
      "contacts",
      {
        contacts: [
          {
            name: { formatted_name: "Barbara Johnson", first_name: "Barbara", last_name: "Johnson" },
            phones: [{ phone: "+1 650 555 9999", wa_id: "16505559999", type: "MOBILE" }],
            org: { company: "Social Tsunami" },
            ...card,
          },
        ],
      },
      more,
    ),
  reaction: (from: Customer, to: string, emoji: string | undefined, more?: More) =>
    messageOf(from, "reaction", { reaction: withoutUndefined({ message_id: to, emoji }) }, more),
  buttonReply: (from: Customer, more?: More) =>
    messageOf(from, "interactive", { interactive: { type: "button_reply", button_reply: { id: "cancel", title: "Cancel order" } } }, more),
  listReply: (from: Customer, more?: More) =>
    messageOf(
      from,
      "interactive",
      { interactive: { type: "list_reply", list_reply: { id: "express", title: "Express", description: "Next day" } } },
      more,
    ),
  form: (from: Customer, more?: More) =>
    messageOf(
      from,
      "interactive",
      {
        interactive: {
          type: "nfm_reply",
          nfm_reply: { name: "flow", body: "Sent", response_json: '{"flow_token":"secret","size":"M","gift":true}' },
        },
      },
      more,
    ),
  templateButton: (from: Customer, more?: More) =>
    messageOf(from, "button", { button: { payload: "unsubscribe", text: "Unsubscribe" } }, more),
  order: (from: Customer, more?: More) =>
    messageOf(
      from,
      "order",
      {
        order: {
          catalog_id: "194836987003835",
          text: "Gift wrapping please",
          product_items: [
            { product_retailer_id: "di9ozbzfi4", quantity: 2, item_price: 30, currency: "USD" },
            { product_retailer_id: "nqryix03ez", quantity: 1, item_price: 25.5, currency: "USD" },
          ],
        },
      },
      more,
    ),
  unsupported: (from: Customer, more?: More) =>
    messageOf(
      from,
      "unsupported",
      {
        errors: [{ code: 131051, title: "Message type unknown", error_data: { details: "Message type is currently not supported." } }],
        unsupported: { type: "poll_creation" },
      },
      more,
    ),
  /** A type that nobody has documented yet. */
  unknown: (from: Customer, more?: More) => messageOf(from, "hologram", { hologram: { id: "77" } }, more),
  edit: (from: Customer, original: string, body: string, more?: More) =>
    messageOf(from, "edit", { edit: { original_message_id: original, message: { type: "text", text: { body } } } }, more),
  revoke: (from: Customer, original: string, more?: More) => messageOf(from, "revoke", { revoke: { original_message_id: original } }, more),
} as const;

/** The number, and with it the id, of a customer changed. System messages have no contact. */
export function numberChange(before: Customer, after: Customer, more: More = {}): Sent {
  const type = after.phone === undefined ? "user_changed_user_id" : "user_changed_number";
  const system = withoutUndefined({
    body: `User changed from ${before.phone ?? before.userId} to ${after.phone ?? after.userId}`,
    type,
    wa_id: after.phone,
    user_id: after.userId,
    parent_user_id: after.parentUserId,
    previous_user_id: before.userId,
    previous_parent_user_id: before.parentUserId,
  });
  const { message } = messageOf({ ...(before.phone !== undefined && { phone: before.phone }) }, "system", { system }, more);
  return { message, contact: undefined };
}

/** One change of a webhook with these messages and the contacts of their senders. */
export function messagesChange(sent: readonly Sent[], metadata: Fields = { phone_number_id: phoneNumberId }): Fields {
  const contacts = new Map(sent.flatMap(({ contact }) => (contact ? [[JSON.stringify(contact), contact] as const] : [])));
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: displayPhone, ...metadata },
    ...(contacts.size > 0 && { contacts: [...contacts.values()] }),
    messages: sent.map(({ message }) => message),
  };
  return { value, field: "messages" };
}

export const webhookOf = (...changes: readonly Fields[]): Fields => ({
  object: "whatsapp_business_account",
  entry: changes.map((change) => ({ id: "102290129340398", changes: [change] })),
});

/** A webhook with these messages. */
export const webhookWith = (...sent: readonly Sent[]): Fields => webhookOf(messagesChange(sent));

/** The state of a message of ours, of which Meta's id is known. */
export function statusChange(id: string, status: string, fields: Fields = {}): Fields {
  const about = { id, status, timestamp: String(Math.floor(Date.now() / 1000)), recipient_id: "447900000001", ...fields };
  const metadata = { display_phone_number: displayPhone, phone_number_id: phoneNumberId };
  return { value: { messaging_product: "whatsapp", metadata, statuses: [about] }, field: "messages" };
}

/** A message that the business sent from its own app. */
export function echoChange(to: Customer, body: string, { id = newWamid(), at = new Date() }: More = {}): Fields {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const names = withoutUndefined({ from: displayPhone, to: to.phone, to_user_id: to.userId });
  const metadata = { display_phone_number: displayPhone, phone_number_id: phoneNumberId };
  const message_echoes = [{ ...names, id, timestamp, type: "text", text: { body } }];
  return { value: { messaging_product: "whatsapp", metadata, message_echoes }, field: "smb_message_echoes" };
}

export type Channel = { url: string; appSecret: string; verifyToken: string };

/** Connects a workspace to WhatsApp, as an admin does. */
export async function connectWhatsApp(team: Team, session: Session): Promise<Channel> {
  const appSecret = randomBytes(16).toString("hex");
  const body = { phoneNumberId, accessToken: `EAA${randomBytes(24).toString("hex")}`, appSecret, isOn: true };
  const reply = await session.call("PUT", "/whatsapp", body);
  expect(reply.status, reply.text).toBe(200);
  return {
    url: `${team.url}/api/channels/whatsapp/${team.workspace}`,
    appSecret,
    verifyToken: String(reply.body["verifyToken"]),
  };
}

export const signatureOf = (appSecret: string, body: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;

/** Sends a webhook as Meta does: signed over the exact bytes. */
export function sendWebhook({ url, appSecret }: Pick<Channel, "url" | "appSecret">, payload: object | string): Promise<Reply> {
  const raw = typeof payload === "string" ? payload : JSON.stringify(payload);
  const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(appSecret, raw) };
  return send(url, { method: "POST", headers, raw });
}
