import { z } from "zod";
import { AttachmentIds } from "@/lib/chats/attachments/contract";
import { InChat, MessageContent } from "@/lib/chats/contract";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { contract, Id, Moment, Time, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";

/**
 * Why it was not sent at its time: another chat of this person is open, its author left the workspace, the channel is not connected, names
 * no way to the customer, or accepts templates only; or anything else.
 */
export const Failure = z.enum(["newer_chat", "author_left", "not_connected", "unreachable", "window_over", "refused"]);
export type Failure = z.output<typeof Failure>;

export const Scheduled = z.object({
  id: Uuid,
  /** The chat in which it was written: another one of this person may be open now. */
  chatId: Uuid,
  authorName: z.string(),
  text: z.string(),
  content: MessageContent.nullable(),
  sendAt: Time,
  /** It stays until somebody takes it out; null while it waits for its time. */
  failure: Failure.nullable(),
});
export type Scheduled = z.input<typeof Scheduled>;

export const listScheduled = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/scheduled",
  summary: "What is sent later to the person in this chat, and what could not be sent at its time; the soonest first",
  access: "session",
  params: InChat,
  status: 200,
  output: z.object({ items: z.array(Scheduled) }),
});

export const scheduleMessage = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/scheduled",
  summary: "Send a reply at a time; the id becomes that of the message, so a repeat is harmless",
  access: "session",
  params: InChat,
  body: z
    .object({
      id: Id,
      /** May be empty when there are files. */
      text: Trimmed(maxMessageLength, 0),
      /** The ids of files that were uploaded to this chat. */
      attachments: AttachmentIds.optional(),
      /** The message of this chat that this one replies to. */
      replyTo: Id.optional(),
      sendAt: Moment,
    })
    .refine(({ text, attachments }) => text !== "" || attachments?.length, { ...refused("empty"), path: ["text"] }),
  status: 201,
  output: z.object({ id: Uuid }),
  errors: ["conflict"],
});

export const cancelScheduled = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/chats/{chatId}/scheduled/{itemId}",
  summary: "Send it no more, whoever wrote it; its files can be sent with another message",
  access: "session",
  params: InChat.extend({ itemId: Id }),
  status: 200,
  output: z.object({ cancelled: z.literal(true) }),
  errors: ["conflict"],
});
