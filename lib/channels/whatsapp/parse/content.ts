import { z } from "zod";
import type { MessageContent } from "@/lib/chats/contract";
import { storableText } from "@/lib/kernel/storable";
import { clip } from "@/lib/kernel/text";
import { Amount, Code, ListOf, Part, Words } from "./fields";
import type { RawMessage } from "./payload";
import { phoneOf } from "./sender";

/** What the agent reads of a message. `sharedPhone` is the sender's own number, which Meta attests. */
type Content = { text: string; content: MessageContent; sharedPhone?: string };

const words = (text = ""): Content => ({ text, content: {} });
const choice = (text: string): Content => ({ text, content: { isChoice: true } });

const Text = z.object({ text: Part({ body: Words }) });
const Button = z.object({ button: Part({ text: Words, payload: Words }) });
const Location = z.object({ location: Part({ latitude: Amount, longitude: Amount, name: Words, address: Words, url: Words }) });

function locationOf(message: RawMessage): Content | undefined {
  const { location } = Location.parse(message);
  if (location?.latitude === undefined || location.longitude === undefined) return undefined;
  const { latitude, longitude, name, address } = location;
  return { text: "", content: { location: { latitude, longitude, ...(name && { name }), ...(address && { address }) } } };
}

const Contacts = z.object({
  contacts: ListOf(
    z.object({
      origin: Words,
      name: Part({ formatted_name: Words, first_name: Words, last_name: Words }),
      phones: ListOf(z.object({ phone: Code, wa_id: Code })),
    }),
  ),
});

/** Contact cards. Only a card that answers our request for the number is the sender's own for certain. */
function cardsOf(message: RawMessage): Content | undefined {
  const { contacts } = Contacts.parse(message);
  if (contacts.length === 0) return undefined;
  const cards = contacts.map(({ name, phones }) => ({
    name: name?.formatted_name ?? [name?.first_name, name?.last_name].filter(Boolean).join(" "),
    phones: phones.flatMap(({ phone, wa_id }) => phone ?? wa_id ?? []),
  }));
  const [own] = contacts.flatMap(({ origin, phones }) => (origin === "contact_request" ? phones : []));
  const sharedPhone = phoneOf(own?.wa_id) ?? phoneOf(own?.phone);
  return { text: "", content: { contacts: cards }, ...(sharedPhone !== undefined && { sharedPhone }) };
}

const Order = z.object({
  order: Part({
    text: Words,
    product_items: ListOf(z.object({ product_retailer_id: Code, quantity: Amount, item_price: Amount, currency: Words })),
  }),
});

function orderOf(message: RawMessage): Content | undefined {
  const { order } = Order.parse(message);
  if (!order) return undefined;
  const items = order.product_items.map(({ product_retailer_id: product = "?", quantity = 1, item_price: price, currency = "" }) => ({
    product,
    quantity,
    price: price === undefined ? "" : `${price} ${currency}`.trim(),
  }));
  return { text: order.text ?? "", content: { order: items } };
}

const Reply = { id: Words, title: Words, description: Words };
const Interactive = z.object({
  interactive: Part({
    type: Words,
    button_reply: Part(Reply),
    list_reply: Part(Reply),
    nfm_reply: Part({ body: Words, response_json: Words }),
  }),
});

function interactiveOf(message: RawMessage): Content | undefined {
  const { interactive } = Interactive.parse(message);
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (reply?.title) return choice([reply.title, reply.description].filter(Boolean).join("\n"));
  const form = interactive?.nfm_reply;
  if (form) return choice([form.body, ...answersIn(form.response_json)].filter(Boolean).join("\n"));
  return undefined;
}

/** The fields of a form, a line each; the token that identifies the form is not for people. */
function answersIn(text: string | undefined): string[] {
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonOf(text ?? ""));
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([name, answer]) => {
    if (name === "flow_token") return [];
    return [storableText(`${name}: ${typeof answer === "string" ? answer : JSON.stringify(answer)}`)];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Unsupported = z.object({ unsupported: Part({ type: Words }), errors: ListOf(z.object({ title: Words })) });

/** What Meta does not pass on, or Beside does not know: the agent sees that something came, and what it was called. */
export function unsupported(message: RawMessage): Content {
  const { unsupported: passed, errors } = Unsupported.parse(message);
  const type = Words.parse(message["type"]);
  const isNamed = type !== undefined && !["unsupported", "unknown", "errors"].includes(type);
  const kind = passed?.type ?? (isNamed ? type : errors[0]?.title) ?? "unknown";
  return { text: "", content: { unsupported: clip(kind, 100) } };
}

const readers: Record<string, (message: RawMessage) => Content | undefined> = {
  text: (message) => {
    const body = Text.parse(message).text?.body;
    return body === undefined ? undefined : words(body);
  },
  button: (message) => {
    const { button } = Button.parse(message);
    const text = button?.text ?? button?.payload;
    return text === undefined ? undefined : choice(text);
  },
  location: locationOf,
  contacts: cardsOf,
  order: orderOf,
  interactive: interactiveOf,
};

/** What a message says, whatever its type. */
export function contentOf(message: RawMessage): Content {
  const type = Words.parse(message["type"]) ?? "";
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader?.(message) ?? unsupported(message);
}
