import { z } from "zod";
import type { ButtonInput } from "@/lib/domain/buttons/shared/options";
import { Channel, InChat, Status } from "@/lib/domain/chats/contract";
import { ReadEvent } from "@/lib/domain/events/contract";
import { Level } from "@/lib/domain/events/shared/level";
import { AttributeMap } from "@/lib/kernel/attributes";
import { contract, Page, type ReplyOf, type SentOf, Time, Uuid } from "@/lib/kernel/contract";

const PanelContact = z.object({
  id: Uuid,
  userId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  attributes: AttributeMap,
  createdAt: Time,
});

const PanelButton = z.object({
  id: Uuid,
  action: z.string(),
  label: z.string(),
  /** A press needs a confirmation. */
  confirms: z.boolean(),
  explanation: z.string(),
  danger: z.boolean(),
  inputs: z.array(z.custom<ButtonInput>((value) => typeof value === "object" && value !== null)),
  /** The button also appears on problem cards, and sends their event along. */
  onProblemCards: z.boolean(),
  coolDownSeconds: z.int(),
  /** The last press while its cooldown blocks another; `remainingMs` counts from when this was read. */
  cooldown: z.object({ agentName: z.string(), pressedAt: Time, endsAt: Time, remainingMs: z.int() }).nullable(),
});

/** The panel beside the chat. */
export const Panel = z.object({
  chat: z.object({ id: Uuid, channel: Channel, status: Status, createdAt: Time }),
  /** The customer as the channel knows them. `phone` is verified by the channel, `typedPhone` and `email` are not. */
  person: z.object({
    id: Uuid,
    displayName: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    /** The name that a WhatsApp user chose; it may be another one tomorrow. */
    username: z.string().nullable(),
    visitorId: z.string().nullable(),
    email: z.string().nullable(),
    typedPhone: z.string().nullable(),
    linkedBy: z.enum(["phone", "event", "agent", "signed", "code"]).nullable(),
    /** What they write is refused. */
    isBlocked: z.boolean(),
  }),
  /** What the API sent; null while the person is not linked. */
  contact: PanelContact.nullable(),
  /** A contact with the e-mail or phone that the visitor typed: an agent may accept it. */
  suggestion: z.object({ userId: z.string(), name: z.string().nullable(), matches: z.enum(["email", "phone"]) }).nullable(),
  linkedChats: z.array(z.object({ id: Uuid, channel: Channel, status: Status, lastItemAt: Time })),
  linkedChatsCount: z.int(),
  /** Problem events of this person, newest first, 20 at most; older ones by `listEvents`. */
  problems: z.array(ReadEvent),
  problemsCount: z.int(),
  /** The `cursor` of the older problems in `listEvents`, as `nextEvents` for the rest. */
  nextProblems: z.string().nullable(),
  /** The rest, newest first, 20 at most; older ones by `listEvents`. */
  events: z.array(ReadEvent),
  nextEvents: z.string().nullable(),
  /** The buttons that apply to this person and to the member's role. */
  buttons: z.array(PanelButton),
  /** How many other buttons there are. */
  hiddenButtons: z.int(),
  /** Unfinished calls of this chat, from all agents. `working`: the receiver accepted the call and reports the result later. */
  running: z.array(
    z.object({
      callId: Uuid,
      buttonId: Uuid,
      label: z.string(),
      agentName: z.string(),
      state: z.enum(["sending", "working"]),
      startedAt: Time,
    }),
  ),
});

export type Panel = z.input<typeof Panel>;

export type PanelButton = Panel["buttons"][number];

export type PanelEvent = Panel["events"][number];

export const getPanel = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/panel",
  summary: "Everything beside the chat",
  access: "session",
  params: InChat,
  status: 200,
  output: Panel,
});

export const listEvents = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/events",
  summary: "Older events of this person, newest first: problems, or the rest",
  access: "session",
  params: InChat,
  query: z.object({ cursor: z.string(), level: Level.default("info") }),
  status: 200,
  output: Page(ReadEvent),
});

export type OlderEventsQuery = SentOf<typeof listEvents>["query"];
export type OlderEvents = ReplyOf<typeof listEvents>;
