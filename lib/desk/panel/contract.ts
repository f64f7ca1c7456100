import { z } from "zod";
import type { ButtonInput } from "@/lib/actions/buttons/shared/options";
import { Channel, ChatSummary, InChat, Outcome, Status } from "@/lib/chats/contract";
import { Tag } from "@/lib/chats/tags/contract";
import { ClosedBy, Level, ReadEvent } from "@/lib/context/events/contract";
import { AttributeMap } from "@/lib/kernel/attributes";
import { contract, Page, type ReplyOf, type SentOf, Time, Uuid, WireTime } from "@/lib/kernel/contract";
import { AttributeDisplay } from "@/lib/people/attribute-display/contract";
import { DisplayName, UserId } from "@/lib/people/shared/identity";

export const PanelContact = z.object({
  id: Uuid,
  userId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  attributes: AttributeMap,
  /** By name. Instances of the previous version leave them out. */
  tags: z.array(Tag).optional(),
  /** How the workspace shows those attributes, in their order; the others are shown as they are. */
  display: z.array(AttributeDisplay),
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
  /** The names of the problems on whose cards it appears; empty for all. */
  problemEvents: z.array(z.string()),
  coolDownSeconds: z.int(),
  /** The last press while its cooldown blocks another; `remainingMs` counts from when this was read. */
  cooldown: z.object({ agentName: z.string(), pressedAt: Time, endsAt: Time, remainingMs: z.int() }).nullable(),
});

/** Problem events with one name and one reference are one problem; `id` is that of the problem. */
const problem = {
  id: Uuid,
  event: z.string(),
  reference: z.string().nullable(),
  /** How many events there were since it was last closed. */
  count: z.int(),
  lastAt: WireTime,
  /** The newest event of it. */
  latest: ReadEvent,
};
export const OpenProblem = z.object({
  ...problem,
  firstAt: WireTime,
  /** It was closed, and began again within 48 hours. */
  cameBack: z.boolean(),
  /** How many open problems have its name, with one reference or another. Instances of the previous version leave it out. */
  ofName: z.int().optional(),
});
export type OpenProblem = z.input<typeof OpenProblem>;

/** `count` is the number of events before it was closed, since it was closed before that. */
export const SolvedProblem = z.object({ ...problem, closedAt: WireTime, closedBy: ClosedBy });
export type SolvedProblem = z.input<typeof SolvedProblem>;

/** How a press of a button ended. */
export const PressOutcome = z.object({
  callId: Uuid,
  buttonId: Uuid,
  label: z.string(),
  agentName: z.string(),
  state: Outcome.shape.state.exclude(["working"]),
  /** The receiver's message, or why the call failed. */
  text: z.string().nullable(),
  at: WireTime,
  /** The problem on whose card it was pressed. */
  about: z.object({ event: z.string(), reference: z.string().nullable() }).nullable(),
});
export type PressOutcome = z.input<typeof PressOutcome>;

const { assignee, snoozedUntil, tags } = ChatSummary.shape;

/** The panel beside the chat. */
export const Panel = z.object({
  chat: z.object({ id: Uuid, channel: Channel, status: Status, createdAt: Time, assignee, snoozedUntil, tags }),
  /** The customer as the channel knows them. `phone` is verified by the channel, `typedPhone` and `email` are not. */
  person: z.object({
    id: Uuid,
    displayName: DisplayName,
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
  /** The other chats, latest activity first. `lastWroteAt`: when the customer last wrote there. */
  linkedChats: z.array(z.object({ id: Uuid, channel: Channel, status: Status, lastItemAt: Time, lastWroteAt: WireTime.nullable() })),
  linkedChatsCount: z.int(),
  /** The open problems, newest first, 100 at most: the newest of each name, and then the newest of all. */
  problems: z.array(OpenProblem),
  /** All open problems. */
  problemsCount: z.int(),
  /** Problems that were closed in the last 24 hours, the last one first, 20 at most. */
  solved: z.array(SolvedProblem),
  /** There are problem events besides those of `problems` and `solved`: `listEvents` has them all. */
  hasOlderProblems: z.boolean(),
  /** The newest finished press of each button, and of each button and problem, of the last 24 hours. */
  outcomes: z.array(PressOutcome),
  /** Info events, newest first, 20 at most; older ones by `listEvents`. */
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
  summary: "Events of this person, newest first: problems, or the rest; with a cursor, those before it",
  access: "session",
  params: InChat,
  query: z.object({ cursor: z.string().optional(), level: Level.default("info") }),
  status: 200,
  output: Page(ReadEvent),
});

export type OlderEventsQuery = SentOf<typeof listEvents>["query"];
export type OlderEvents = ReplyOf<typeof listEvents>;

/** What linking the person in a chat to a contact would do. A count above `maxCounted` says only that there are more. */
export const LinkPreview = z.object({
  contact: PanelContact.pick({ id: true, userId: true, name: true, email: true, phone: true }),
  /** Chats that the contact has already. */
  contactChatsCount: z.int(),
  /** The chats of the person, which the link is for, latest activity first, 5 at most. */
  chats: Panel.shape.linkedChats.element.omit({ lastWroteAt: true }).array(),
  chatsCount: z.int(),
  /** Events that move to the contact. */
  eventsCount: z.int(),
  /** Open problems, which move along. */
  problemsCount: z.int(),
});
export type LinkPreview = z.input<typeof LinkPreview>;

export const previewLink = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/link",
  summary: "What linking the person in this chat to this contact would do",
  access: "session",
  params: InChat,
  query: z.object({ userId: UserId }),
  status: 200,
  output: LinkPreview,
  errors: ["conflict", "customer_not_found"],
});
