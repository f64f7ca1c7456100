import { z } from "zod";
import { Uuid, WireTime } from "@/lib/kernel/contract";
import { disabledReasons } from "./contract";
import type { WebhookType } from "./shared/types";

const text = (example: string, description?: string) => z.string().meta({ example, ...(description ? { description } : {}) });
const count = (example: number, description?: string) => z.int().meta({ example, ...(description ? { description } : {}) });
const orNull = <T extends z.ZodType>(schema: T, description: string) => schema.nullable().meta({ description });

/** Facts that every body has: who, and which change of that chat or contact it is. */
const common = {
  userId: text("user_8841")
    .nullable()
    .meta({ description: "Null for somebody without a contact, and where nobody is meant.", example: "user_8841" }),
  sequence: count(1_772_361_780_000_000, "Grows with each change of the same chat or contact: drop the smaller of two."),
};

/** What is left of somebody who was deleted before it was sent. */
const Erased = z
  .object({ erased: z.literal(true).meta({ example: true }), sequence: common.sequence, url: z.string().optional() })
  .meta({ id: "WebhookErased", description: "The contact or person was deleted before this was sent." });

/** What people wrote. It is sent to endpoints with `content` alone, and left out where the body would be too long. */
const written = (name: string, fields: z.ZodRawShape) =>
  z
    .union([z.object(fields).meta({ id: `${name}Content` }), ContentOmitted])
    .optional()
    .meta({ description: "Only for endpoints that asked for content." });
const ContentOmitted = z.object({ contentOmitted: z.literal(true).meta({ example: true }) }).meta({ id: "WebhookContentOmitted" });

const contact = {
  name: text("Ada Okafor").nullable(),
  email: text("ada@example.com").nullable(),
  phone: text("447911123456").nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({ example: { plan: "pro" } }),
};
const problem = {
  problemId: Uuid,
  event: text("Payment failed"),
  reference: text("INV-2041").nullable(),
  count: count(3, "How often it happened."),
  firstAt: WireTime,
  lastAt: WireTime,
  closedAt: WireTime.nullable(),
};
const chat = {
  chatId: Uuid,
  channel: z.enum(["whatsapp", "website"]).meta({ example: "whatsapp" }),
  url: text(
    "https://beside.example.com/acme/chats/0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10",
    "The chat in the desk, where the server knows its own address.",
  ).optional(),
};
const state = {
  ...chat,
  status: z.enum(["open", "closed"]).meta({ example: "open" }),
  assigneeId: orNull(Uuid, "The member who has the chat."),
  snoozedUntil: WireTime.nullable(),
};
const message = { ...chat, messageId: Uuid };
const call = {
  ...chat,
  callId: Uuid,
  deliveryId: Uuid,
  action: text("retry_payment"),
  status: text("succeeded", "What became of the call: succeeded, refused, failed or unknown, as in the list of calls."),
  replyStatus: orNull(z.int().meta({ example: 200 }), "The status of your server’s answer."),
  agentId: orNull(Uuid, "The member who pressed the button."),
};

/** `isNobodys`: it is about no person, and has nothing that all others have. */
type Fields = { summary: string; facts: z.ZodRawShape; content?: z.ZodRawShape; isNobodys?: boolean };

/** What each type says besides who it is about. A new type is described here, or the description does not compile. */
const fieldsOf: Record<WebhookType, Fields> = {
  "contact.created": { summary: "A contact is new", facts: {}, content: contact },
  "contact.updated": {
    summary: "A contact changed",
    facts: {
      changed: z.array(z.string()).meta({ description: "Names of what changed, 40 at most.", example: ["email", "attributes.plan"] }),
    },
    content: contact,
  },
  "contact.deleted": { summary: "A contact was deleted", facts: {} },
  "contact.merged": { summary: "A contact became part of another", facts: { intoUserId: text("user_8842") } },
  "event.received": {
    summary: "An event was recorded",
    facts: {
      eventId: Uuid,
      event: text("Payment failed"),
      level: z.enum(["problem", "info"]).meta({ example: "problem" }),
      reference: text("INV-2041").nullable(),
      occurredAt: WireTime,
      receivedAt: WireTime,
    },
    content: {
      properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({ example: { amount: "59.90 EUR" } }),
    },
  },
  "problem.opened": { summary: "A problem began", facts: problem },
  "problem.closed": { summary: "A problem ended", facts: problem },
  "problem.reopened": { summary: "A problem that had ended is open again", facts: problem },
  "message.received": { summary: "A customer wrote", facts: message, content: { text: text("Where is my refund?") } },
  "message.sent": {
    summary: "A message was sent to a customer",
    facts: { ...message, reason: z.null().optional().meta({ example: null }) },
    content: { text: text("It is on its way.") },
  },
  "message.failed": {
    summary: "A message was not sent",
    facts: { ...message, reason: orNull(text("This number does not exist."), "Why.") },
    content: { text: text("It is on its way.") },
  },
  "chat.opened": { summary: "A chat was opened, or opened again", facts: state },
  "chat.assigned": { summary: "A chat was given to a member, or to nobody", facts: state },
  "chat.snoozed": { summary: "A chat was snoozed", facts: state },
  "chat.closed": { summary: "A chat was closed", facts: state },
  "action.succeeded": { summary: "An action succeeded", facts: call, content: { reason: z.string().nullable().meta({ example: null }) } },
  "action.refused": {
    summary: "Your server refused an action",
    facts: { ...call, status: text("refused") },
    content: { reason: text("This charge does not exist.").nullable() },
  },
  "action.failed": {
    summary: "An action was not done",
    facts: { ...call, status: text("failed") },
    content: { reason: text("The call was not sent. The name api.acme.example does not resolve.").nullable() },
  },
  "action.unknown": {
    summary: "An action may have happened",
    facts: { ...call, status: text("unknown") },
    content: { reason: text("No answer in 10 s.").nullable() },
  },
  "import.completed": {
    summary: "The run of an import ended",
    facts: {
      importId: Uuid,
      state: text("done"),
      lines: count(1200),
      created: count(1000, "Contacts that are new."),
      changed: count(150, "Contacts that changed."),
      refused: count(2, "Lines that were refused."),
    },
    content: { fileName: text("customers.csv") },
  },
  "endpoint.disabled": {
    summary: "Another endpoint is off",
    facts: {
      endpointId: Uuid,
      url: text("https://api.acme.example/webhooks"),
      reason: z.enum(disabledReasons).meta({ example: "failing" }),
    },
  },
  ping: { summary: "A test", facts: { endpointId: Uuid }, isNobodys: true },
};

const nameOf = (type: string) => `Webhook${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

function bodyOf(type: WebhookType, { facts, content, isNobodys = false }: Fields) {
  const name = nameOf(type);
  const data = z
    .object({ ...(isNobodys ? {} : common), ...facts, ...(content ? { content: written(name, content) } : {}) })
    .meta({ id: `${name}Data` });
  return z
    .object({ type: z.literal(type).meta({ example: type }), timestamp: WireTime, data: isNobodys ? data : z.union([data, Erased]) })
    .meta({ id: name });
}

/** The body of each type of webhook, for the description. */
export const webhookBodies = Object.entries(fieldsOf).map(([type, fields]) => ({
  type: type as WebhookType,
  summary: fields.summary,
  /** Names of the facts in `data`. */
  facts: [...(fields.isNobodys ? [] : ["userId"]), ...Object.keys(fields.facts)],
  body: bodyOf(type as WebhookType, fields),
}));
