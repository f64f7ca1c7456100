import { z } from "zod";
import { InChat, MessageStatus } from "@/lib/chats/contract";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { contract, EmptyObject, Id, InWorkspace, mustBe, Text, Time, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { Phone, UserId } from "@/lib/people/shared/identity";

export const VisitorId = z.string({ error: mustBe("a string") }).regex(/^[A-Za-z0-9_-]{1,64}$/, refused("visitorId"));

/** The simulated customer: a WhatsApp sender with a phone, that channel's id or both, or a website visitor, perhaps signed in. */
const Sender = z.discriminatedUnion("channel", [
  z
    .object({
      channel: z.literal("whatsapp"),
      phone: Phone.optional(),
      channelUserId: Text(1, 128).optional(),
      parentUserId: Text(1, 128).optional(),
      username: Text(1, 80).optional(),
      name: Text(0, 80).optional(),
    })
    .refine(({ phone, channelUserId }) => phone !== undefined || channelUserId !== undefined, {
      error: "needs a phone, a channelUserId, or both.",
    }),
  z.object({
    channel: z.literal("website"),
    visitorId: VisitorId,
    name: Text(0, 80).optional(),
    email: Text(3, 254).optional(),
    phone: Phone.optional(),
    userId: UserId.optional(),
  }),
]);

export const playMessage = contract({
  method: "POST",
  path: "/api/simulator/{workspace}/messages",
  summary: "Play the customer's side: what arrives goes through the code that every channel uses. Demo only",
  access: "public",
  params: InWorkspace,
  body: z.object({
    id: Id,
    from: Sender,
    text: Trimmed(maxMessageLength),
  }),
  status: 201,
  output: z.object({ chatId: Uuid, seq: z.int() }),
});

export const watchChat = contract({
  method: "GET",
  path: "/api/simulator/{workspace}/messages",
  summary: "What the customer sees of their chat: never a note, a card or an action. Demo only",
  access: "public",
  params: InWorkspace,
  query: z.object({ phone: Phone.optional(), channelUserId: Text(1, 128).optional(), visitorId: VisitorId.optional() }),
  status: 200,
  output: z.object({
    messages: z.array(z.object({ id: Uuid, author: z.enum(["customer", "agent"]), text: z.string(), createdAt: Time })),
  }),
});

export const blockPerson = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/block",
  summary: "Refuse or accept again what the person in this chat writes, in every channel",
  access: "session",
  params: InWorkspace.extend({ chatId: Id }),
  body: z.object({ isBlocked: z.boolean({ error: mustBe("true or false") }) }),
  status: 200,
  output: z.object({ isBlocked: z.boolean() }),
});

export const getWindow = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/window",
  summary: "Until when the customer of a WhatsApp chat may be written to without a template",
  access: "session",
  params: InChat,
  status: 200,
  output: z.object({
    /** Whether the chat has such a window: its channel has one, and messages go out through it. */
    hasWindow: z.boolean(),
    /** In the past when the window is over; null without one. */
    opensUntil: Time.nullable(),
    lastCustomerMessageAt: Time.nullable(),
    /** False when the customer's number became somebody else's. Instances of the previous version leave it out. */
    isReachable: z.boolean().optional(),
  }),
});

export const sendAgain = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/messages/{itemId}/send-again",
  summary: "Send a message once more that failed, or that may not have been sent",
  access: "session",
  params: InChat.extend({ itemId: Id }),
  body: EmptyObject,
  status: 200,
  output: z.object({ status: MessageStatus }),
  errors: ["conflict"],
});

export const showTyping = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/typing",
  summary: "Show the customer that somebody is typing, for 25 seconds or until the message arrives",
  access: "session",
  params: InChat,
  body: EmptyObject,
  status: 200,
  output: z.object({ shown: z.boolean() }),
});
