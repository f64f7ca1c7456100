import { createHash } from "node:crypto";
import { z } from "zod";
import type { Entry } from "@/lib/channels/inbound/entry";
import { storable } from "@/lib/kernel/storable";
import { Code, ListOf, Objects, Part, Words } from "./fields";
import { namesIn } from "./names";
import type { Payload, RawMessage } from "./payload";
import { Contact, contactFor, orderKeyOf } from "./sender";

const Change = z.object({
  field: Words,
  value: Part({
    metadata: Part({ phone_number_id: Code }),
    contacts: ListOf(Contact),
    messages: Objects,
    message_echoes: Objects,
    statuses: Objects,
  }),
});
const Body = z.object({ entry: ListOf(z.object({ changes: ListOf(Change) })) });
type Value = NonNullable<z.output<typeof Change>["value"]>;

/** Why a part of a webhook was left out. */
export type Ignored = "other_number" | "other_field" | "unreadable";
type WebhookContent = { entries: Entry[]; ignored: Ignored[] };

const maxIdLength = 500;

/** Every message, status and echo of a webhook for this number, in its order. What is for another number, or of another kind, is left out. */
export function readWebhook(sent: unknown, phoneNumberId: string): WebhookContent {
  const body = Body.safeParse(storable(sent));
  if (!body.success) return { entries: [], ignored: ["unreadable"] };
  const read = body.data.entry.flatMap(({ changes }) => changes).map((change) => readChange(change, phoneNumberId));
  return { entries: read.flatMap(({ entries }) => entries), ignored: read.flatMap(({ ignored }) => ignored) };
}

function readChange({ field, value }: z.output<typeof Change>, phoneNumberId: string): WebhookContent {
  if (!value) return { entries: [], ignored: ["unreadable"] };
  if (value.metadata?.phone_number_id !== phoneNumberId) {
    return { entries: [], ignored: [value.metadata?.phone_number_id === undefined ? "other_field" : "other_number"] };
  }
  const entries = [...messagesOf(value), ...echoesOf(value), ...value.statuses.map((status) => statusEntry({ ...status }))];
  return { entries, ignored: entries.length === 0 && field !== "messages" ? ["other_field"] : [] };
}

const messagesOf = ({ messages, contacts }: Value) => entriesOf("message", messages, contacts);
const echoesOf = ({ message_echoes, contacts }: Value) => entriesOf("echo", message_echoes, contacts);

function entriesOf(kind: "message" | "echo", found: readonly object[], contacts: readonly Contact[]): Entry[] {
  const named = found.map((fields) => {
    const message: RawMessage = { ...fields };
    return { message, names: namesIn(message, kind === "echo" ? "to" : "from") };
  });
  const isOnlySender = new Set(named.map(({ names }) => orderKeyOf(names))).size === 1;
  return named.map(({ message, names }) => {
    const contact = contactFor(names, { contacts, isOnlySender });
    return entryOf(idOf(message), orderKeyOf(names, contact), { kind, message, contact });
  });
}

/** The statuses of one message are processed in order, and hold up nothing else. */
function statusEntry(status: RawMessage): Entry {
  const id = idOf(status);
  return entryOf(`status:${id}:${String(status["status"])}`, `status:${id}`, { kind: "status", status });
}

const entryOf = (externalId: string, sender: string, payload: Payload): Entry => ({
  externalId: externalId.length > maxIdLength ? digestOf(externalId) : externalId,
  sender,
  payload,
});

/** Meta's id; a digest of all fields for something without an id, so that a repeat is the same entry too. */
function idOf(message: RawMessage): string {
  const id = Code.parse(message["id"]);
  return id === undefined ? digestOf(JSON.stringify(message)) : id;
}

const digestOf = (text: string): string => `digest:${createHash("sha256").update(text).digest("hex")}`;
