import { test } from "@playwright/test";
import fc from "fast-check";
import { Payload } from "@/lib/channels/whatsapp/parse/payload";
import { type Contact, contactFor, senderOf } from "@/lib/channels/whatsapp/parse/sender";
import { statusOf } from "@/lib/channels/whatsapp/parse/status";
import { readWebhook } from "@/lib/channels/whatsapp/parse/webhook";
import { isSameToken, isSignedBy } from "@/lib/channels/whatsapp/webhook/signature";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";
import {
  contactOf,
  echoChange,
  idIn,
  kinds,
  messagesChange,
  numberChange,
  phoneNumberId,
  signatureOf,
  statusChange,
  webhookOf,
  webhookWith,
} from "../../support/whatsapp";

const ada = { phone: "447911000001", userId: "GB.1" };
const bob = { phone: "447911000002", userId: "GB.2" };
const read = (sent: unknown) => readWebhook(sent, phoneNumberId);
const idsOf = (sent: unknown) => read(sent).entries.map(({ externalId }) => externalId);

test("reads every message, status and echo of every change and entry, in their order", () => {
  const [one, two, three] = [kinds.text(ada, "1"), kinds.text(bob, "2"), kinds.text(ada, "3")];
  const sent = webhookOf(
    messagesChange([one, two]),
    statusChange("wamid.ours", "read"),
    messagesChange([three]),
    echoChange(ada, "By hand", { id: "wamid.echo" }),
  );
  expect(idsOf(sent)).toEqual([idIn(one), idIn(two), "status:wamid.ours:read", idIn(three), "wamid.echo"]);
  expect(read(sent).ignored).toEqual([]);
});

test("loses no neighbour of something unreadable", () => {
  const [before, after] = [kinds.text(ada, "Before"), kinds.text(ada, "After")];
  const change = messagesChange([before, kinds.unknown(ada), after]);
  const { messages } = change["value"] as { messages: unknown[] };
  messages.splice(1, 0, null, 7, "text", [], { type: 5 });
  const entries = idsOf({ entry: [null, "entry", { changes: [null, {}, { value: 3 }, change] }] });
  expect(entries).toHaveLength(4);
  expect(entries).toEqual(expect.arrayContaining([idIn(before), idIn(after)]));
  expect(entries.filter((id) => id.startsWith("digest:"))).toHaveLength(1);
});

test("gives a message without an id the same one at each repeat", () => {
  const { message } = kinds.text(ada);
  const { id: _, ...withoutId } = message;
  const sent = webhookWith({ message: withoutId, contact: undefined });
  expect(idsOf(sent)).toEqual(idsOf(JSON.parse(JSON.stringify(sent))));
});

test("leaves out what is for another number or of another kind, and says so", () => {
  const other = messagesChange([kinds.text(ada)], { phone_number_id: "999" });
  expect(read(webhookOf(other))).toEqual({ entries: [], ignored: ["other_number"] });
  const template = { field: "message_template_status_update", value: { event: "APPROVED" } };
  expect(read(webhookOf(template))).toEqual({ entries: [], ignored: ["other_field"] });
  for (const unreadable of [undefined, null, 5, "text", [], {}, { entry: 5 }]) expect(read(unreadable).entries).toEqual([]);
});

test("puts messages of one sender in one line, and a message of a new number behind the change to it", () => {
  const after = { phone: "447911000003", userId: "GB.3" };
  const { entries } = read(
    webhookOf(
      messagesChange([kinds.text(ada), kinds.text(bob), kinds.text({ userId: "GB.1" })]),
      messagesChange([numberChange(bob, after), kinds.text(after)]),
    ),
  );
  const [first, second, third, change, next] = entries.map(({ sender }) => sender);
  expect(third).toBe(first);
  expect(second).not.toBe(first);
  expect(next).toBe(change);
});

test("removes what the database cannot store, and nothing else", () => {
  const { entries } = read(webhookWith(kinds.text(ada, "a\0b\ud800c 👍")));
  expect(JSON.stringify(entries)).not.toMatch(/\\u0000|\\ud800/);
  expect(JSON.stringify(entries)).toContain("ab\ufffdc 👍");
});

test("stores payloads that it can read again", () => {
  const { reaction, edit, revoke, text, ...others } = kinds;
  const changes = [reaction(ada, "wamid.1", "👍"), edit(ada, "wamid.1", "New"), revoke(ada, "wamid.1"), text(ada)];
  const all = [...changes, ...Object.values(others).map((make) => make(ada))];
  const { entries } = read(webhookOf(messagesChange(all), statusChange("wamid.ours", "sent"), echoChange(ada, "By hand")));
  expect(entries).toHaveLength(all.length + 2);
  for (const { payload } of entries) expect(Payload.safeParse(JSON.parse(JSON.stringify(payload))).success).toBe(true);
});

test("never throws, whatever a webhook looks like", () => {
  const anything = fc.anything({ maxDepth: 6, withNullPrototype: false });
  const change = fc.record({
    field: anything,
    value: fc.record({
      metadata: fc.constant({ phone_number_id: phoneNumberId }),
      contacts: anything,
      messages: fc.array(anything),
      statuses: anything,
      message_echoes: anything,
    }),
  });
  fc.assert(
    fc.property(fc.oneof(anything, fc.record({ entry: fc.array(fc.record({ changes: fc.array(change) })) })), (sent) => {
      const parsed: unknown = JSON.parse(
        JSON.stringify(sent, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "null",
      );
      read(parsed);
    }),
    { numRuns: runs(2_000) },
  );
});

const asContact = (customer: object) => contactOf(customer) as Contact;

test("matches contacts to messages by id and by phone, whatever their order", () => {
  const contacts = [asContact({ ...bob, name: "Bob" }), asContact({ ...ada, name: "Ada" })];
  const of = (names: object) => contactFor(names, { contacts, isOnlySender: false })?.profile?.name;
  expect([of(ada), of({ userId: "GB.2" }), of({ phone: "447911000001" }), of({ phone: "447911000009" }), of({})]).toEqual([
    "Ada",
    "Bob",
    "Ada",
    undefined,
    undefined,
  ]);
});

test("takes the only contact for the only sender, unless their ids differ", () => {
  const contacts = [asContact({ phone: "551187654321", userId: "BR.1", name: "Bia" })];
  const of = (names: object, isOnlySender = true) => contactFor(names, { contacts, isOnlySender })?.profile?.name;
  expect([of({ phone: "5511987654321" }), of({}), of({ userId: "BR.2" }), of({ phone: "5511987654321" }, false)]).toEqual([
    "Bia",
    "Bia",
    undefined,
    undefined,
  ]);
});

test("names a sender by everything that one webhook shows together", () => {
  const contact = asContact({ userId: "GB.1", parentUserId: "GB.ENT.1", username: "ada.o", name: "Ada" });
  expect(senderOf({ userId: "GB.1" }, contact)).toEqual({
    channel: "whatsapp",
    channelUserId: "GB.1",
    parentUserId: "GB.ENT.1",
    username: "ada.o",
    name: "Ada",
  });
  expect(senderOf({ phone: "447911000001" }, undefined)).toEqual({ channel: "whatsapp", phone: "447911000001" });
  for (const nobody of [{}, { phone: "0" }, { phone: "abc", userId: "with space" }]) expect(senderOf(nobody, undefined)).toBeUndefined();
});

test("reads states of messages, and why one failed", () => {
  const at = new Date("2025-06-08T20:59:43.000Z");
  const sent = { id: "wamid.1", status: "read", timestamp: "1749416383", recipient_user_id: "GB.1" };
  const recipient = { phone: undefined, userId: "GB.1", parentUserId: undefined };
  expect(statusOf(sent)).toEqual({ externalId: "wamid.1", state: "read", at, recipient });
  expect(statusOf({ ...sent, biz_opaque_callback_data: "1:2" })).toMatchObject({ callback: "1:2" });
  expect(statusOf({ ...sent, status: "played" })).toMatchObject({ state: "read" });
  const errors = [{ code: 131047, title: "Re-engagement message", error_data: { details: "More than 24 hours have passed." } }];
  expect(statusOf({ ...sent, status: "failed", errors })).toEqual({
    externalId: "wamid.1",
    state: "failed",
    at,
    recipient,
    error: { code: 131047, message: "More than 24 hours have passed." },
  });
  for (const [code, stored] of [
    [3_000_000_000, 2_147_483_647],
    [-3_000_000_000, -2_147_483_648],
    [1.5, 1],
    ["none", 0],
  ]) {
    const failed = statusOf({ ...sent, status: "failed", errors: [{ code, title: "Unknown" }] });
    expect(failed?.error).toEqual({ code: stored, message: "Unknown" });
  }
  for (const unknown of [{ ...sent, status: "toString" }, { ...sent, id: undefined }, {}]) expect(statusOf(unknown)).toBeUndefined();
});

test("accepts only the signature of the exact bytes with the right secret", () => {
  const body = Buffer.from('{"entry":[]}');
  const signature = signatureOf("secret", body);
  expect(isSignedBy("secret", body, signature)).toBe(true);
  expect(isSignedBy("secret", body, signature.toUpperCase().replace("SHA256", "sha256"))).toBe(true);
  const wrong = [
    ["other", body, signature],
    ["secret", Buffer.from('{"entry": []}'), signature],
    ["secret", body, signature.slice(7)],
    ["secret", body, `${signature}0`],
    ["secret", body, signature.slice(0, -1)],
    ["secret", body, "sha256="],
    ["secret", body, ""],
    ["secret", body, `sha1=${signature.slice(7)}`],
  ] as const;
  for (const [secret, bytes, sent] of wrong) expect(isSignedBy(secret, bytes, sent), sent).toBe(false);
  expect([isSameToken("a", "a"), isSameToken("a", "b"), isSameToken("", "b")]).toEqual([true, false, false]);
});
