import { z } from "zod";
import { pressButton } from "@/lib/actions/calls/contract";
import { Outcome } from "@/lib/chats/contract";
import { Level, ReadEvent } from "@/lib/context/events/contract";
import { setAllHandled, setHandled } from "@/lib/context/problems/contract";
import { Panel } from "@/lib/desk/panel/contract";
import { contract, EmptyObject, Id, InWorkspace, mustBe, Page, Time, Uuid } from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import * as patterns from "@/lib/kernel/patterns";
import { refused } from "@/lib/kernel/refused";
import { Phone, UserId } from "@/lib/people/shared/identity";
import { integrationState, MaskedSecret } from "@/lib/workspace/integrations/contract";
import { Origins } from "@/lib/workspace/integrations/shared/settings";
import { FrameOrigin } from "./shared/origin";

/** How long an embed token and an agent's bearer are valid. */
export const tokenMinutes = 15;

export const EmbedTokenInput = z
  .object({
    userId: UserId.optional(),
    phone: Phone.optional(),
  })
  .refine(({ userId, phone }) => userId !== undefined || phone !== undefined, { error: "Send a userId, a phone, or both." })
  .meta({
    id: "EmbedTokenInput",
    description: "Whom the token shows: the contact with the userId, or else whoever has the phone.",
    ...patterns.atLeastOne("userId", "phone"),
    example: { userId: "user_8841" },
  });
export type EmbedTokenInput = z.output<typeof EmbedTokenInput>;

const EmbedToken = z
  .object({
    token: z.string().meta({ description: "Shows this one person, read-only.", example: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ…" }),
    url: z.string().meta({
      description: "The address of the frame, with the token after its #.",
      example: "https://beside.example.com/acme/embed#token=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ…",
    }),
    expiresAt: Time,
  })
  .meta({ id: "EmbedToken", description: "A token for one person’s panel in a frame." });

export const createEmbedToken = contract({
  method: "POST",
  path: "/api/v1/embed-tokens",
  ...idempotent("people"),
  summary: "Make a token that shows one person in a frame",
  description:
    `The token is valid for ${tokenMinutes} minutes and shows the panel of this person, live and read-only. Buttons appear once an agent ` +
    "signs in within the frame. Whether the person is known yet is not checked.",
  access: "key",
  isPublished: true,
  body: EmbedTokenInput,
  status: 201,
  output: EmbedToken,
  errors: ["invalid_user_id"],
});

/** What a conversation of Chatwoot is called there. Its window sends it unsigned: the server asks Chatwoot, where it can. */
const ChatwootId = z.string().regex(/^\d{1,15}$/, refused("chatwootNumber"));

/** The person whose panel a frame shows. All of it is a hint: a token shows its own person only, and Chatwoot’s API has the last word. */
export const FrameSubject = z.object({
  userId: UserId.optional(),
  phone: Phone.optional(),
  conversationId: ChatwootId.optional(),
});
export type FrameSubject = z.output<typeof FrameSubject>;
export type SentSubject = z.input<typeof FrameSubject>;

/** The panel of a person without the chat that the desk has open. `person.id` and `chat` are null for a contact that never chatted. */
export const FramePanel = z.object({
  ...Panel.shape,
  chat: Panel.shape.chat.nullable(),
  person: Panel.shape.person.extend({ id: Uuid.nullable() }),
  /** The notes of the newest presses, newest first; none for a token. */
  notes: z.array(z.object({ id: Uuid, authorName: z.string(), createdAt: Time, outcome: Outcome })),
});
export type FramePanel = z.input<typeof FramePanel>;

const Viewer = z.union([
  z.object({ kind: z.literal("agent"), name: z.string(), isAdmin: z.boolean() }),
  /** A backend's token: one person, nothing to press. */
  z.object({ kind: z.literal("token"), expiresAt: Time }),
]);

/**
 * What Chatwoot’s API said about the conversation: `confirmed`; `unverified`, where the visitor’s own page named the person without
 * a signature; `unchecked` without an API token; `unreachable`.
 */
export const Confirmation = z.enum(["confirmed", "unverified", "unchecked", "unreachable"]);
export type Confirmation = z.output<typeof Confirmation>;

export const FrameView = z.object({
  /** Null when nobody is known by this userId or phone. */
  panel: FramePanel.nullable(),
  viewer: Viewer,
  /** Null outside Chatwoot. */
  confirmation: Confirmation.nullable(),
});
export type FrameView = z.input<typeof FrameView>;

export const getFramePanel = contract({
  method: "GET",
  path: "/api/embed/{workspace}/panel",
  summary: "The panel in a frame: of a token's person, or of anybody for an agent",
  access: "embed",
  params: InWorkspace,
  query: FrameSubject,
  status: 200,
  output: FrameView,
});

export const listFrameEvents = contract({
  method: "GET",
  path: "/api/embed/{workspace}/events",
  summary: "Events of the person in the frame, newest first: problems, or the rest; with a cursor, those before it",
  access: "embed",
  params: InWorkspace,
  query: FrameSubject.extend({ cursor: z.string().optional(), level: Level.default("info") }),
  status: 200,
  output: Page(ReadEvent),
});

/** The person whom a call of a frame is about. */
const ShownSubject = {
  ...FrameSubject.shape,
  /** The contact, or the person without one, whom the agent sees: whom a conversation is with may change at any moment. */
  shown: Id.optional(),
};

export const pressFrameButton = contract({
  method: "POST",
  path: "/api/embed/{workspace}/actions",
  summary: "Press a button in a frame, as an agent. The outcome is part of the panel",
  access: "embed",
  params: InWorkspace,
  body: pressButton.body.extend(ShownSubject),
  status: 202,
  output: pressButton.output,
  errors: ["conflict", "forbidden"],
});

export const handleFrameProblem = contract({
  method: "POST",
  path: "/api/embed/{workspace}/problems/{problemId}/handled",
  summary: "Close a problem of the person in the frame, or undo that, as an agent; a repeat changes nothing",
  access: "embed",
  params: InWorkspace.extend({ problemId: Id }),
  body: setHandled.body.extend(ShownSubject),
  status: 200,
  output: setHandled.output,
  errors: ["conflict", "forbidden"],
});

export const handleAllFrameProblems = contract({
  ...handleFrameProblem,
  path: "/api/embed/{workspace}/problems/handled",
  summary: "Close the open problems of the person in the frame as an agent, or take back the own press that did, 500 at a time",
  params: InWorkspace,
  body: setAllHandled.body.safeExtend(ShownSubject),
  output: setAllHandled.output,
});

/** Server-sent events by fetch, with the token: `change` when the person in the frame may have changed, and nothing else. */
export const followFrame = contract({
  ...getFramePanel,
  path: "/api/embed/{workspace}/stream",
  summary: "Changes of the person in the frame, as they happen",
  isStream: true,
  output: z.string(),
});

const Code = z.string({ error: mustBe("a string") }).max(100, { error: "must be a code as the window sent it." });

export const createEmbedCode = contract({
  method: "POST",
  path: "/api/w/{workspace}/embed-codes",
  madePerMinute: 60,
  summary: "Make the one-time code that takes this session into a frame on another site; it is valid for a minute",
  access: "session",
  params: InWorkspace,
  body: z.object({ origin: FrameOrigin }),
  status: 201,
  output: z.object({ code: z.string(), expiresAt: Time }),
  errors: ["forbidden"],
});

const Bearer = z.object({ token: z.string(), expiresAt: Time });

export const redeemEmbedCode = contract({
  method: "POST",
  path: "/api/embed/{workspace}/sign-in",
  summary: "Exchange a one-time code for an agent's token of 15 minutes",
  access: "public",
  perMinute: 60,
  params: InWorkspace,
  body: z.object({ code: Code, origin: FrameOrigin }),
  status: 200,
  output: Bearer,
  errors: ["signed_out"],
});

export const renewBearer = contract({
  method: "POST",
  path: "/api/embed/{workspace}/renew",
  summary: "A new agent's token from the frame's own cookie, or from the session, where the browser sends one to frames",
  access: "public",
  perMinute: 300,
  params: InWorkspace,
  body: EmptyObject,
  status: 200,
  /** Null when nobody is signed in, which is no error for a frame. */
  output: z.object({ bearer: Bearer.nullable() }),
});

const ChatwootView = z.object({
  origin: z.string(),
  accountId: z.string().nullable(),
  isOn: z.boolean(),
  apiToken: MaskedSecret,
  ...integrationState,
});

const Helpdesks = z.object({
  chatwoot: ChatwootView.nullable(),
  embed: z.object({ allowedOrigins: z.array(z.string()), isOn: z.boolean() }),
  /** Paths to copy, after the address of this site: the dashboard app of Chatwoot, and the frame for other tools. */
  addresses: z.object({ chatwoot: z.string(), embed: z.string() }),
});
export type Helpdesks = z.input<typeof Helpdesks>;

export const getHelpdesks = contract({
  method: "GET",
  path: "/api/w/{workspace}/helpdesks",
  summary: "Which other tools may show the panel",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: Helpdesks,
});

const IsOn = z.boolean({ error: mustBe("true or false") });

export const ChatwootInput = z.object({
  origin: FrameOrigin,
  accountId: ChatwootId.nullable(),
  isOn: IsOn,
  /** Left out or empty: the one that is stored stays. */
  apiToken: z
    .string({ error: mustBe("a string") })
    .trim()
    .max(200, refused("chatwoot"))
    .regex(/^[\x21-\x7e]*$/, refused("chatwootSpaces"))
    .optional(),
});

export const EmbedInput = z.object({
  allowedOrigins: Origins.pipe(z.array(FrameOrigin)).transform((origins) => [...new Set(origins)]),
  isOn: IsOn,
});

export const saveHelpdesks = contract({
  method: "PUT",
  path: "/api/w/{workspace}/helpdesks",
  summary: "Change which other tools may show the panel; a part that is left out stays, and chatwoot: null disconnects it",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ chatwoot: ChatwootInput.nullable().optional(), embed: EmbedInput.optional() }),
  status: 200,
  output: Helpdesks,
});
