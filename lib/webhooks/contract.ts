import { z } from "zod";
import {
  Cursor,
  contract,
  EmptyObject,
  Id,
  InWorkspace,
  Moment,
  mustBe,
  oneOf,
  Page,
  Text,
  Time,
  Trimmed,
  Uuid,
  WireTime,
} from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import { deliveryStates, everyType, shownStates, webhookTypes } from "./shared/types";

const urlExample = "https://api.acme.example/webhooks";

const WebhookType = z.enum(webhookTypes, { error: `must be one of ${webhookTypes.join(", ")}.` }).meta({ example: "event.received" });

const EndpointUrl = Trimmed(2048).nullable().meta({
  description:
    "A public https address that answers 2xx within 15 seconds. null for an endpoint that is not called: read its events instead.",
  example: urlExample,
});
const AskedType = z.enum([...webhookTypes, everyType], { error: `must be one of ${webhookTypes.join(", ")}, or ${everyType} for all.` });
const Types = z
  .array(AskedType, { error: mustBe("a list of types") })
  .min(1, { error: "must have at least one type." })
  .max(100, { error: "must have at most 100 types." })
  .transform((types) => (types.includes(everyType) ? [everyType] : [...new Set(types)]))
  .meta({
    description: 'What it gets: only what it asked for. ["*"] is everything, also types that come later.',
    example: ["event.received", "problem.opened"],
  });
const Content = z
  .boolean({ error: mustBe("true or false") })
  .meta({ description: "Whether it also gets what people wrote, properties and personal data, in data.content.", example: false });
const Description = Text(0, 200).meta({ example: "Order system" });

export const disabledReasons = ["hand", "failing", "gone", "refused"] as const;

export const WebhookEndpoint = z
  .object({
    id: Uuid,
    url: z.string().nullable().meta({ example: urlExample }),
    types: z.array(z.string()).meta({ example: ["event.received", "problem.opened"] }),
    content: Content,
    description: z.string().meta({ example: "Order system" }),
    createdAt: Time,
    disabledAt: Time.nullable().meta({ description: "Since when it is off; what happens meanwhile can be replayed.", example: null }),
    disabledReason: z
      .enum(disabledReasons, { error: `must be ${oneOf(disabledReasons)}.` })
      .nullable()
      .meta({
        description:
          "hand: somebody switched it off; failing: nothing succeeded for five days; gone: it answered 410; refused: it answered webhook-delivery: disable.",
        example: null,
      }),
    failingSince: Time.nullable().meta({ description: "Since when no delivery succeeded; null while it works.", example: null }),
    nextAttemptAt: Time.nullable().meta({
      description:
        "While it fails: when it is called next; null when nothing waits. After five failures in a row it rests for 5 seconds, then 15, 30, 60 and at most 300; one success ends the rest.",
      example: null,
    }),
    lastSuccessAt: Time.nullable().meta({ example: null }),
    overlapEndsAt: Time.nullable().meta({ description: "While two secrets sign: when the older one ends.", example: null }),
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

const secret = z
  .string()
  .meta({ description: "The secret that signs, shown only this once.", example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=" });
const WithSecret = z.object({ endpoint: WebhookEndpoint, secret }).meta({ id: "WebhookEndpointWithSecret" });
const OneEndpoint = z.object({ endpoint: WebhookEndpoint }).meta({ id: "OneWebhookEndpoint" });

export const NewEndpoint = z
  .object({ url: EndpointUrl, types: Types, content: Content.default(false), description: Description.default("") })
  .meta({ id: "NewWebhookEndpoint" });
export type NewEndpoint = z.output<typeof NewEndpoint>;

export const EndpointChange = z
  .object({
    url: EndpointUrl.optional(),
    types: Types.optional(),
    content: Content.optional(),
    description: Description.optional(),
    enabled: z
      .boolean({ error: mustBe("true or false") })
      .optional()
      .meta({ description: "Switches it on or off. Off, what happens is stored and can be replayed.", example: true }),
  })
  .meta({ id: "WebhookEndpointChange" });
export type EndpointChange = z.output<typeof EndpointChange>;

const params = z.object({ endpointId: Id });
const published = { access: "key", isPublished: true } as const;
const unknown = {
  not_found: { when: "No webhook endpoint of the workspace has this id.", message: "There is no such webhook endpoint." },
};

export const createEndpoint = contract({
  ...published,
  method: "POST",
  path: "/api/v1/webhook-endpoints",
  ...idempotent("nobody"),
  madePerMinute: 30,
  summary: "Add a webhook endpoint",
  description: "A workspace has at most 20.",
  body: NewEndpoint,
  status: 201,
  output: WithSecret,
  errors: ["conflict"],
  refusals: {
    conflict: {
      when: "The workspace has 20 endpoints.",
      message: "A workspace has at most 20 webhook endpoints. Delete one first.",
    },
  },
});

export const listEndpoints = contract({
  ...published,
  method: "GET",
  path: "/api/v1/webhook-endpoints",
  summary: "List the webhook endpoints",
  description: "All of them, the oldest first.",
  status: 200,
  output: z
    .object({
      data: z.array(WebhookEndpoint),
      nextCursor: z.null().meta({ description: "Always null: they are on one page.", example: null }),
    })
    .meta({ id: "WebhookEndpointList" }),
});

export const getEndpoint = contract({
  ...published,
  method: "GET",
  path: "/api/v1/webhook-endpoints/{endpointId}",
  summary: "Read a webhook endpoint",
  description: "With its health: since when it fails, and why it is off.",
  params,
  status: 200,
  output: OneEndpoint,
  errors: ["not_found"],
  refusals: unknown,
});

export const changeEndpoint = contract({
  ...published,
  method: "PATCH",
  path: "/api/v1/webhook-endpoints/{endpointId}",
  summary: "Change a webhook endpoint",
  description: "Only the fields that are sent change. Switched on again, its health begins anew.",
  params,
  body: EndpointChange,
  status: 200,
  output: OneEndpoint,
  errors: ["not_found"],
  refusals: unknown,
});

export const deleteEndpoint = contract({
  ...published,
  method: "DELETE",
  path: "/api/v1/webhook-endpoints/{endpointId}",
  summary: "Delete a webhook endpoint",
  description: "What still waits for it is not sent.",
  params,
  status: 200,
  output: z.object({ deleted: z.literal(true).meta({ example: true }), id: Uuid }).meta({ id: "DeletedWebhookEndpoint" }),
  errors: ["not_found"],
  refusals: unknown,
});

export const rotateEndpoint = contract({
  ...published,
  method: "POST",
  path: "/api/v1/webhook-endpoints/{endpointId}/rotate",
  ...idempotent("nobody"),
  madePerMinute: 30,
  summary: "Make a new secret for a webhook endpoint",
  description: "For 24 hours each request carries the signatures of the new secret and of the one before it.",
  params,
  status: 200,
  output: WithSecret,
  errors: ["not_found"],
  refusals: unknown,
});

export const testEndpoint = contract({
  ...published,
  method: "POST",
  path: "/api/v1/webhook-endpoints/{endpointId}/test",
  ...idempotent("nobody"),
  madePerMinute: 60,
  summary: "Send a ping to a webhook endpoint",
  description: "An event of the type ping, also when the endpoint did not ask for that type.",
  params,
  status: 202,
  output: z.object({ eventId: Uuid }).meta({ id: "WebhookTest" }),
  errors: ["not_found", "conflict"],
  refusals: {
    ...unknown,
    conflict: { when: "It is off, or has no address.", message: "This endpoint is off. Switch it on, then send the test." },
  },
});

const example = "2026-03-01T10:43:00.000Z";
export const replayEndpoint = contract({
  ...published,
  method: "POST",
  path: "/api/v1/webhook-endpoints/{endpointId}/replay",
  ...idempotent("nobody"),
  madePerMinute: 30,
  summary: "Send again what a webhook endpoint did not get",
  description:
    "What failed or was skipped in that time, the oldest first, 10,000 a call, each with its id; with delivered also what it got. Or those that eventIds names. A replay says nothing of the endpoint’s health.",
  params,
  body: z
    .object({
      from: Moment.optional().meta({ format: "date-time", description: "When it happened, inclusive.", example }),
      to: Moment.optional().meta({ format: "date-time", description: "When it happened, exclusive.", example }),
      delivered: z
        .boolean({ error: mustBe("true or false") })
        .default(false)
        .meta({ example: false }),
      eventIds: z
        .array(Id, { error: mustBe("a list of ids") })
        .min(1, { error: "must have at least one id." })
        .max(100, { error: "must have at most 100 ids." })
        .optional(),
    })
    .refine(({ from, to, eventIds }) => (eventIds ? !from && !to : from && to), { error: "must have from and to, or eventIds." })
    .meta({ id: "WebhookReplay", example: { from: example, to: "2026-03-02T10:43:00.000Z" } }),
  status: 200,
  output: z
    .object({
      replayed: z.int().meta({ example: 12 }),
      nextFrom: WireTime.nullable().meta({
        description: "Call again with this as from when there were more than 10,000; else null.",
        example: null,
      }),
    })
    .meta({ id: "WebhooksReplayed" }),
  errors: ["not_found"],
  refusals: unknown,
});

const WebhookEvent = z
  .object({
    id: Uuid.meta({ description: "The same in every delivery, as the header webhook-id." }),
    type: z.string().meta({ example: "event.received" }),
    timestamp: WireTime,
    data: z
      .record(z.string(), z.unknown())
      .meta({ example: { userId: "user_8841", event: "Payment failed", level: "problem", sequence: 1_772_361_780_000_000 } }),
  })
  .meta({ id: "WebhookEvent" });

export const listWebhookEvents = contract({
  ...published,
  method: "GET",
  path: "/api/v1/webhook-events",
  summary: "List webhook events",
  description:
    "What an endpoint asked for, in the order of its saving, for 30 days: for servers that cannot be called. Keep the id of the last event and send it as cursor, as long as you like: it stays good for 30 days.",
  query: z.object({
    cursor: Id.optional().meta({ description: "The nextCursor of the page before, or the id of the last event that you have." }),
    after: Id.optional().meta({ deprecated: true, description: "The first name of cursor." }),
    limit: z.coerce
      .number({ error: "must be a whole number from 1 to 200." })
      .refine((count) => Number.isInteger(count) && count >= 1 && count <= 200, { error: "must be a whole number from 1 to 200." })
      .default(50)
      .meta({ type: "integer", minimum: 1, maximum: 200, description: "How many a page has at most.", example: 100 }),
    content: z
      .enum(["true", "false"], { error: 'must be "true" or "false".' })
      .transform((text) => text === "true")
      .default(false)
      .meta({ type: "boolean", enum: [true, false], example: false, description: "With data.content, where an endpoint asked for it." }),
  }),
  status: 200,
  output: z
    .object({
      data: z.array(WebhookEvent),
      nextCursor: z.string().nullable().meta({ description: "The cursor of the next page; null at the end.", example: null }),
    })
    .meta({ id: "WebhookEventList" }),
  errors: ["invalid_cursor"],
  refusals: {
    invalid_cursor: {
      when: "No event of the last 30 days has this id.",
      message: "cursor must be the id of an event of the last 30 days. Leave it out to begin with the first one.",
    },
  },
});

// What the settings call.

const InEndpoint = InWorkspace.extend({ endpointId: Id });
const ofSettings = { access: "session", role: "admin" } as const;

export const listWebhooks = contract({
  ...ofSettings,
  method: "GET",
  path: "/api/w/{workspace}/webhooks",
  summary: "The webhook endpoints, the oldest first",
  params: InWorkspace,
  status: 200,
  output: listEndpoints.output,
});

export const addWebhook = contract({
  ...ofSettings,
  method: "POST",
  path: "/api/w/{workspace}/webhooks",
  madePerMinute: 30,
  summary: "Add a webhook endpoint; its secret is shown this once",
  params: InWorkspace,
  body: NewEndpoint,
  status: 201,
  output: createEndpoint.output,
  errors: ["conflict"],
});

export const changeWebhook = contract({
  ...ofSettings,
  method: "PATCH",
  path: "/api/w/{workspace}/webhooks/{endpointId}",
  summary: "Change a webhook endpoint, or switch it on or off",
  params: InEndpoint,
  body: EndpointChange,
  status: 200,
  output: changeEndpoint.output,
});

export const removeWebhook = contract({
  ...ofSettings,
  method: "DELETE",
  path: "/api/w/{workspace}/webhooks/{endpointId}",
  summary: "Remove a webhook endpoint",
  params: InEndpoint,
  status: 200,
  output: deleteEndpoint.output,
});

export const rotateWebhook = contract({
  ...ofSettings,
  method: "POST",
  path: "/api/w/{workspace}/webhooks/{endpointId}/rotate",
  madePerMinute: 30,
  summary: "Make a new secret for a webhook endpoint; both sign for 24 hours",
  params: InEndpoint,
  body: EmptyObject,
  status: 200,
  output: rotateEndpoint.output,
});

export const testWebhook = contract({
  ...ofSettings,
  method: "POST",
  path: "/api/w/{workspace}/webhooks/{endpointId}/test",
  madePerMinute: 60,
  summary: "Send a ping to a webhook endpoint",
  params: InEndpoint,
  body: EmptyObject,
  status: 202,
  output: testEndpoint.output,
  errors: ["conflict"],
});

export const replayWebhook = contract({
  ...ofSettings,
  method: "POST",
  path: "/api/w/{workspace}/webhooks/{endpointId}/replay",
  madePerMinute: 30,
  summary: "Send again what a webhook endpoint did not get",
  params: InEndpoint,
  body: replayEndpoint.body,
  status: 200,
  output: replayEndpoint.output,
});

const Delivery = z.object({
  eventId: Uuid,
  type: z.string(),
  at: Time,
  state: z.enum(deliveryStates),
  attempts: z.int(),
});
export type Delivery = z.input<typeof Delivery>;

export const DeliveryFilter = z.object({
  state: z.enum(shownStates, { error: `must be ${oneOf(shownStates)}.` }).optional(),
  type: WebhookType.optional(),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

export const listDeliveries = contract({
  ...ofSettings,
  method: "GET",
  path: "/api/w/{workspace}/webhooks/{endpointId}/deliveries",
  summary: "What was sent to a webhook endpoint, or will be, newest first",
  params: InEndpoint,
  query: DeliveryFilter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(Delivery),
});

const Attempt = z.object({
  id: Uuid,
  at: Time,
  url: z.string(),
  tookMs: z.int(),
  status: z.int().nullable(),
  reason: z.string().nullable(),
  replyBody: z.string().nullable(),
});

export const getDelivery = contract({
  ...ofSettings,
  method: "GET",
  path: "/api/w/{workspace}/webhooks/{endpointId}/deliveries/{webhookEventId}",
  summary: "What was sent of an event, and each answer",
  params: InEndpoint.extend({ webhookEventId: Id }),
  status: 200,
  output: z.object({ body: z.string(), attempts: z.array(Attempt) }),
});
