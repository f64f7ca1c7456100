import { test } from "@playwright/test";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import { parseMessage, sentAtOf } from "@/lib/channels/whatsapp/parse/message";
import { isUuid } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";
import { type Customer, kinds, messageOf, numberChange, type Sent } from "../../support/whatsapp";

const ada: Customer = { phone: "447911123456", userId: "GB.1349120865530274" };
const parsed = ({ message }: Sent) => parseMessage(message);
const shown = (text: string, content: object = {}, more: object = {}) => ({ kind: "message", text, content, ...more });

const described: Record<string, [Sent, object]> = {
  "a text": [kinds.text(ada, "Where is my order?"), shown("Where is my order?")],
  "an image with a caption": [kinds.image(ada, { caption: "Broken" }), shown("Broken", {}, { file: { mediaId: "1001", name: "Photo" } })],
  "a video": [kinds.video(ada), shown("Look at this", {}, { file: { mediaId: "1002", name: "Video" } })],
  "a voice message": [kinds.voice(ada), shown("", {}, { file: { mediaId: "1003", name: "Voice message" } })],
  "a document": [kinds.document(ada), shown("My invoice", {}, { file: { mediaId: "1004", name: "Invoice 19.pdf" } })],
  "a sticker": [kinds.sticker(ada), shown("", {}, { file: { mediaId: "1005", name: "Sticker" } })],
  "a file without an id": [
    messageOf(ada, "image", { image: { mime_type: "image/jpeg" } }),
    shown("", { missingFile: "WhatsApp did not say where the file is." }),
  ],
  "a location": [
    kinds.location(ada),
    shown("", {
      location: { latitude: 38.9806263495, longitude: -131.9428612257, name: "Main Street Beach", address: "Main Street, CA" },
    }),
  ],
  "a location without a name": [
    messageOf(ada, "location", { location: { latitude: "1.5", longitude: -2 } }),
    shown("", { location: { latitude: 1.5, longitude: -2 } }),
  ],
  "contact cards": [kinds.contacts(ada), shown("", { contacts: [{ name: "Barbara Johnson", phones: ["+1 650 555 9999"] }] })],
  "a contact card that was asked for": [
    kinds.contacts(ada, { origin: "contact_request" }),
    shown("", { contacts: [{ name: "Barbara Johnson", phones: ["+1 650 555 9999"] }] }, { sharedPhone: "16505559999" }),
  ],
  "a contact card that was forwarded": [
    kinds.contacts(ada, { origin: "other" }),
    shown("", { contacts: [{ name: "Barbara Johnson", phones: ["+1 650 555 9999"] }] }),
  ],
  "a button's reply": [kinds.buttonReply(ada), shown("Cancel order", { isChoice: true })],
  "a list's reply": [kinds.listReply(ada), shown("Express\nNext day", { isChoice: true })],
  "a form": [kinds.form(ada), shown("Sent\nsize: M\ngift: true", { isChoice: true })],
  "a form with characters that cannot be stored": [
    messageOf(ada, "interactive", {
      interactive: { type: "nfm_reply", nfm_reply: { body: "Sent", response_json: '{"size":"M\\u0000\\ud83d"}' } },
    }),
    shown("Sent\nsize: M\ufffd", { isChoice: true }),
  ],
  "an unsupported message with a long name": [
    messageOf(ada, "unsupported", { unsupported: { type: "🎲".repeat(101) } }),
    shown("", { unsupported: `${"🎲".repeat(99)}…` }),
  ],
  "a template's button": [kinds.templateButton(ada), shown("Unsubscribe", { isChoice: true })],
  "an order": [
    kinds.order(ada),
    shown("Gift wrapping please", {
      order: [
        { product: "di9ozbzfi4", quantity: 2, price: "30 USD" },
        { product: "nqryix03ez", quantity: 1, price: "25.5 USD" },
      ],
    }),
  ],
  "an unsupported message": [kinds.unsupported(ada), shown("", { unsupported: "poll_creation" })],
  "an undocumented type": [kinds.unknown(ada), shown("", { unsupported: "hologram" })],
  "a text without a body": [messageOf(ada, "text", { text: { body: 5 } }), shown("", { unsupported: "text" })],
  "an interactive message of an unknown type": [
    messageOf(ada, "interactive", { interactive: { type: "call_permission_reply" } }),
    shown("", { unsupported: "interactive" }),
  ],
  "a type that every object has": [messageOf(ada, "constructor", {}), shown("", { unsupported: "constructor" })],
  "a reply": [kinds.text(ada, "Yes", { context: { id: "wamid.quoted" } }), shown("Yes", {}, { repliesTo: "wamid.quoted" })],
  "a forwarded message": [kinds.text(ada, "Look", { context: { forwarded: true } }), shown("Look")],
  "a question about a product": [
    kinds.text(ada, "In blue?", {
      context: { id: "wamid.catalogue", referred_product: { catalog_id: "1", product_retailer_id: "SKU 7" } },
    }),
    shown("In blue?", { replyTo: { id: null, text: "Product SKU 7" } }),
  ],
  "a message that began at an advertisement": [
    messageOf(ada, "text", { text: { body: "Hi" }, referral: { headline: "Summer sale", source_url: "https://fb.me/1" } }),
    shown("Hi", { replyTo: { id: null, text: "Ad: Summer sale" } }),
  ],
  "a reaction": [kinds.reaction(ada, "wamid.1", "👍"), { kind: "reaction", target: "wamid.1", emoji: "👍" }],
  "a removed reaction": [kinds.reaction(ada, "wamid.1", undefined), { kind: "reaction", target: "wamid.1", emoji: null }],
  "a reaction that was removed with an empty emoji": [
    kinds.reaction(ada, "wamid.1", ""),
    { kind: "reaction", target: "wamid.1", emoji: null },
  ],
  "a reaction to nothing": [messageOf(ada, "reaction", { reaction: { emoji: "👍" } }), shown("", { unsupported: "reaction" })],
  "an edited text": [kinds.edit(ada, "wamid.1", "Now right"), { kind: "edit", target: "wamid.1", text: "Now right" }],
  "an edited caption": [
    messageOf(ada, "edit", { edit: { original_message_id: "wamid.1", message: { type: "image", image: { id: "9", caption: "New" } } } }),
    { kind: "edit", target: "wamid.1", text: "New" },
  ],
  "a deleted message": [kinds.revoke(ada, "wamid.1"), { kind: "deletion", target: "wamid.1" }],
  "another system message": [messageOf({}, "system", { system: { type: "customer_identity_changed" } }), { kind: "nothing" }],
  "an opened chat": [messageOf(ada, "request_welcome", {}), { kind: "nothing" }],
};

for (const [name, [sent, expected]] of Object.entries(described)) {
  test(`reads ${name}`, () => expect(parsed(sent)).toEqual(expected));
}

test("reads a changed number with the ids before and after it", () => {
  const change = numberChange(
    { phone: "447911000001", userId: "GB.1", parentUserId: "GB.ENT.1" },
    { phone: "447911000002", userId: "GB.2", parentUserId: "GB.ENT.2" },
  );
  expect(parsed(change)).toEqual({
    kind: "identity",
    previous: { phone: "447911000001", userId: "GB.1", parentUserId: "GB.ENT.1" },
    next: { phone: "447911000002", userId: "GB.2", parentUserId: "GB.ENT.2" },
    endsPhone: true,
  });
});

test("reads a changed id without numbers as the end of the number that was known", () => {
  expect(parsed(numberChange({ userId: "GB.1" }, { userId: "GB.2" }))).toMatchObject({
    kind: "identity",
    previous: { phone: undefined, userId: "GB.1" },
    next: { phone: undefined, userId: "GB.2" },
    endsPhone: true,
  });
});

test("keeps the number when only the id changed and the number is shown", () => {
  const system = { type: "user_changed_user_id", user_id: "GB.2", previous_user_id: "GB.1" };
  expect(parsed(messageOf({ phone: "447911000001" }, "system", { system }))).toMatchObject({
    previous: { phone: undefined, userId: "GB.1" },
    next: { phone: "447911000001", userId: "GB.2" },
    endsPhone: false,
  });
});

test("ignores a change that does not say from what to what", () => {
  for (const system of [{ type: "user_changed_number" }, { type: "user_changed_number", wa_id: "447911000001" }, {}])
    expect(parsed(messageOf({}, "system", { system }))).toEqual({ kind: "nothing" });
});

test("reads the time of a message in seconds, and no time from anything else", () => {
  expect(sentAtOf({ timestamp: "1749416383" })).toEqual(new Date("2025-06-08T20:59:43.000Z"));
  for (const timestamp of [undefined, "", "soon", "-5", "0", "1.5", "99999999999999", {}]) expect(sentAtOf({ timestamp })).toBeUndefined();
});

test("gives a message the same id at each repeat, and another one in another workspace", () => {
  const id = itemIdOf("workspace-1", "wamid.1");
  expect(isUuid(id)).toBe(true);
  expect(itemIdOf("workspace-1", "wamid.1")).toBe(id);
  expect(new Set([id, itemIdOf("workspace-2", "wamid.1"), itemIdOf("workspace-1", "wamid.2")]).size).toBe(3);
});
