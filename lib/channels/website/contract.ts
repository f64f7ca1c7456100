import { z } from "zod";
import { heardKinds } from "@/lib/channels/shared/page-test";
import { AttachmentIds, AttachmentView, upload } from "@/lib/chats/attachments/contract";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { contract, Email, EmptyObject, Id, InWorkspace, mustBe, Text, Time, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { maxOrigins, Origin, WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import { endOverlap, revealSecret, rotateSecret, SecretView } from "@/lib/workspace/secrets/contract";

// The visitor's side. A browser makes 32 random bytes, base64url without padding (43 characters), and sends them with every call as
// `Authorization: Bearer <token>`. We store only a hash that includes the workspace, so a token is nobody in another workspace.
// The owner of the token is the visitor; whoever calls these endpoints without a browser is a visitor like any other.

/** What the loader and the frame need to know. Public, and may be cached for a minute. */
export const WidgetConfig = z.object({
  workspaceName: z.string(),
  colour: z.string(),
  position: z.enum(["left", "right"]),
  greeting: z.string(),
  language: WebsiteSettings.shape.language,
  /** The origins of pages that may show the chat: the frame ignores messages of every other one, unless `allowAnyOrigin`. */
  allowedOrigins: z.array(z.string()),
  allowAnyOrigin: z.boolean(),
});
export type WidgetConfig = z.output<typeof WidgetConfig>;

export const getWidgetConfig = contract({
  method: "GET",
  path: "/api/widget/{workspace}/config",
  summary: "How the chat on the customer's website looks and where it may be shown; 404 while it is switched off",
  access: "public",
  perMinute: 600,
  params: InWorkspace,
  status: 200,
  output: WidgetConfig,
});

/** A message as the visitor sees it: never a note, a card or an action, and an agent only by their first name. */
export const VisitorMessage = z.object({
  id: Uuid,
  author: z.enum(["customer", "agent"]),
  authorName: z.string().nullable(),
  text: z.string(),
  attachments: z.array(AttachmentView),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Time,
  /** Orders messages with the same `createdAt`: the smaller one is first. */
  seq: z.int(),
});
export type VisitorMessage = z.output<typeof VisitorMessage>;

export const VisitorState = z.object({
  /** The last chat was closed: the next message opens a new one. False before the first message. */
  isClosed: z.boolean(),
  /** Nothing that this visitor writes is accepted. */
  isBlocked: z.boolean(),
  /** Whether there is a first message: an e-mail address can be left only then. */
  hasChat: z.boolean(),
});
export type VisitorState = z.output<typeof VisitorState>;

/**
 * Without `after` and `before`: the latest 50 messages of all chats of this visitor. A reader keeps the messages by id, sorted by
 * `createdAt`, then `seq`. After a `change`, a reconnection, or when the page comes back, it asks with `after=<position>` until
 * `hasMore` is false. A page may repeat messages that are known.
 */
export const readMessages = contract({
  method: "GET",
  path: "/api/widget/{workspace}/messages",
  summary: "The visitor's messages and the state of their chat",
  access: "widget",
  perMinute: 1_200,
  params: InWorkspace,
  query: z.object({
    /** A `position`: what was added since, up to 100 messages. */
    after: z.string().max(2_000, { error: "must be the position of an earlier answer." }).optional(),
    /** An `earlier`: the 50 messages before. */
    before: z.string().max(200, { error: "must be the earlier of an earlier answer." }).optional(),
  }),
  status: 200,
  output: z.object({
    items: z.array(VisitorMessage),
    /** Send it as `after` to get what was added since. With `before` it is null: the known one stays valid. */
    position: z.string().nullable(),
    /** With `after`: there is more to get with the new `position` at once. */
    hasMore: z.boolean(),
    /** Send it as `before` to get earlier messages; null at the first one, and with `after`. */
    earlier: z.string().nullable(),
    state: VisitorState,
  }),
});

/** Messages a minute of one visitor; the contract's own limit is that of one network. */
export const maxVisitorMessages = 20;

export const sendMessage = contract({
  method: "POST",
  path: "/api/widget/{workspace}/messages",
  summary: "A message of the visitor. A repeated id changes nothing and gets the same answer",
  access: "widget",
  perMinute: 60,
  params: InWorkspace,
  body: z
    .object({
      /** Made in the browser: any UUID. */
      id: Id,
      text: z
        .string({ error: mustBe("a string") })
        .transform((text) => text.trim())
        .pipe(Text(0, maxMessageLength)),
      /** Ids of uploads of this visitor, in order. */
      attachments: AttachmentIds.default([]),
    })
    .refine(({ text, attachments }) => text !== "" || attachments.length > 0, { ...refused("empty"), path: ["text"] }),
  status: 201,
  output: z.object({ message: VisitorMessage }),
  errors: ["forbidden", "conflict"],
});

/** The body is the file; its name is in the header, percent-encoded. Unused, it is removed after a day. */
export const uploadFile = contract({
  method: "POST",
  path: "/api/widget/{workspace}/attachments",
  summary: "Upload a file for the visitor's next message: an image or a PDF",
  access: "widget",
  perMinute: 30,
  params: InWorkspace,
  ...upload,
  status: 201,
  output: AttachmentView,
  errors: ["forbidden", "payload_too_large"],
});

/** Fetched with the token and shown from memory: an address alone opens nothing. */
export const openFile = contract({
  method: "GET",
  path: "/api/widget/{workspace}/attachments/{attachmentId}",
  summary: "The bytes of a file in the visitor's own chats",
  access: "widget",
  perMinute: 600,
  params: InWorkspace.extend({ attachmentId: Id }),
  status: 200,
  output: z.string(),
});

export const leaveEmail = contract({
  method: "POST",
  path: "/api/widget/{workspace}/email",
  summary: "The visitor types an e-mail address. It is shown to agents as typed, and links nobody. Needs a first message",
  access: "widget",
  perMinute: 30,
  params: InWorkspace,
  body: z.object({ email: Trimmed(254).pipe(Email) }),
  status: 200,
  output: z.object({ email: z.string() }),
  errors: ["conflict", "forbidden"],
});

/** 409 `conflict`: this visitor is somebody else for good. Make a new token, and identify again with it. */
export const identify = contract({
  method: "POST",
  path: "/api/widget/{workspace}/identify",
  summary: "Link the visitor to a contact, by a token that the customer's server signed (HS256)",
  access: "widget",
  perMinute: 120,
  params: InWorkspace,
  body: z.object({ token: Text(1, 4_096) }),
  status: 200,
  /** `ignored`: sentences on optional claims that cannot be used, for the page's developer. */
  output: z.object({ isLinked: z.literal(true), ignored: z.array(z.string()) }),
  errors: ["conflict", "forbidden"],
});

/**
 * Server-sent events without data, read by fetch because an EventSource cannot send the token: `ready` (connected, or something
 * may have been missed), `change` (something of this visitor changed: fetch `after`), `tick` every 15 seconds, and `bye` (the
 * server ends the stream: connect again after a moment).
 */
export const followVisitor = contract({
  method: "GET",
  path: "/api/widget/{workspace}/stream",
  summary: "Changes of the visitor's messages, as they happen",
  access: "widget",
  perMinute: 240,
  isStream: true,
  params: InWorkspace,
  status: 200,
  output: z.string(),
});

// The admin's side.

const isLocal = (origin: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(origin);

/** Where a page of the customer may be: https, and for development http on the same machine. */
const PageOrigin = Origin.refine((text) => text.startsWith("https://") || isLocal(text), refused("secureLocal"));

const TypedWebsite = WebsiteSettings.extend({
  allowedOrigins: z
    .array(PageOrigin, { error: mustBe("an array of origins") })
    .max(maxOrigins, refused("origins", { max: maxOrigins }))
    .transform((origins) => [...new Set(origins)]),
});

export const WebsiteView = z.object({
  settings: WebsiteSettings,
  /** The line to paste into every page. */
  snippet: z.string(),
  /** Null until it is shown for the first time. */
  secret: SecretView.nullable(),
  firstMessageAt: Time.nullable(),
});
export type WebsiteView = z.input<typeof WebsiteView>;

const admin = { access: "session", role: "admin", params: InWorkspace } as const;

export const getWebsite = contract({
  method: "GET",
  path: "/api/w/{workspace}/widget",
  summary: "The settings of the chat on the website",
  ...admin,
  status: 200,
  output: WebsiteView,
});

export const saveWebsite = contract({
  method: "PUT",
  path: "/api/w/{workspace}/widget",
  summary: "Change the settings of the chat on the website",
  ...admin,
  body: TypedWebsite,
  status: 200,
  output: WebsiteView,
});

/** What became of the chat on a page: also `off`, and `other`: the page has the line of another workspace. */
export const Outcome = z.enum([...heardKinds, "off", "other"]);
export type Outcome = z.output<typeof Outcome>;

/** A test of the chat on a page of the customer's; `outcome` is null until its loader is heard. */
export const PageTestView = z.object({
  id: Uuid,
  until: Time,
  /** Where the loader ran, by what the browser says; null for a page without an origin. */
  origin: z.string().nullable(),
  outcome: Outcome.nullable(),
});
export type PageTestView = z.input<typeof PageTestView>;

/** A browser would send a user name and a password to the page with every call, and show them to nobody. */
const hasCredentials = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
};

const PageAddress = Trimmed(2_000)
  .refine((text) => URL.canParse(text) && PageOrigin.safeParse(new URL(text).origin).success, { ...refused("secureLocal"), abort: true })
  .refine((text) => !hasCredentials(text), refused("noCredentials"))
  .transform((text) => new URL(text).href);

export const startPageTest = contract({
  method: "POST",
  path: "/api/w/{workspace}/widget/test",
  madePerMinute: 30,
  summary: "Begin a test of the chat on a page: its address with a token, by which its loader says for ten minutes what happened",
  ...admin,
  body: z.object({ url: PageAddress }),
  status: 201,
  output: z.object({ address: z.string(), test: PageTestView }),
});

export const readPageTest = contract({
  method: "GET",
  path: "/api/w/{workspace}/widget/test",
  summary: "What was heard of the test that was begun last; null once it has ended",
  ...admin,
  status: 200,
  output: z.object({ test: PageTestView.nullable() }),
});

const secretPath = <const End extends string>(end: End) => `/api/w/{workspace}/widget/secret/${end}` as const;

export const revealIdentifySecret = contract({
  ...revealSecret,
  path: secretPath("reveal"),
  summary: "Show the secret that signs who a visitor is; the first time it is made",
  body: EmptyObject,
});

export const rotateIdentifySecret = contract({
  ...rotateSecret,
  path: secretPath("rotate"),
  summary: "Make a new identify secret; for 24 hours tokens of both are valid. While two overlap, dropOldest ends the older one at once",
});

export const endIdentifyOverlap = contract({
  ...endOverlap,
  path: secretPath("end-overlap"),
  summary: "Refuse tokens of the older identify secret from now on",
});
