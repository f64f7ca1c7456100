import { z } from "zod";
import { AttachmentView } from "@/lib/chats/attachments/contract";
import { Uuid } from "@/lib/kernel/contract";

/** What a message holds besides its text. It is stored as it is shown. */
export const MessageContent = z.object({
  attachments: z.array(AttachmentView).optional(),
  /** The message that this one replies to; without an id when it is not in this chat. */
  replyTo: z.object({ id: Uuid.nullable(), text: z.string() }).optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional(), address: z.string().optional() })
    .optional(),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })).optional(),
  order: z.array(z.object({ product: z.string(), quantity: z.number(), price: z.string() })).optional(),
  /** By emoji: who reacted. */
  reactions: z.array(z.object({ emoji: z.string(), by: z.enum(["customer", "agent"]) })).optional(),
  template: z.object({ name: z.string(), language: z.string() }).optional(),
  /** Chosen from a list or by a button of an earlier message. */
  isChoice: z.boolean().optional(),
  isEdited: z.boolean().optional(),
  /** The customer removed it; its text is gone. */
  isDeleted: z.boolean().optional(),
  /** A kind of message that Beside cannot show, as the channel calls it. */
  unsupported: z.string().optional(),
  /** A file of the message that could not be fetched, and why. */
  missingFile: z.string().optional(),
  /** The channel's own id of a customer's message, which replies and read receipts name. Only stored, never shown. */
  externalId: z.string().optional(),
  /** When the text was last edited, and when each side last reacted, in milliseconds. Only stored, never shown. */
  changedAt: z.object({ edit: z.number(), customer: z.number(), agent: z.number() }).partial().optional(),
});
export type MessageContent = z.output<typeof MessageContent>;

/** How far a message to the customer came, in a channel that says so. */
export const MessageStatus = z.object({
  state: z.enum(["queued", "sending", "sent", "delivered", "read", "failed", "unknown"]),
  reason: z.string().nullable(),
  /** What the agent can do about a failed one. */
  advice: z.enum(["send_template", "send_again"]).nullable(),
});
export type MessageStatus = z.output<typeof MessageStatus>;
