import { z } from "zod";
import { contract, Id, mustBe, Name, Nothing, Text, Time, Uuid } from "@/lib/contract";
import { RecordedEvent, ResultEvent } from "@/lib/events/contract";
import { isId } from "@/lib/ids";
import * as patterns from "@/lib/patterns";
import { ButtonOptions } from "./options";

const workspace = z.object({ workspace: z.string() });
const button = z.object({ workspace: z.string(), buttonId: Id });

const Action = z
  .string({ error: mustBe("a string") })
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
    error: "must be 1 to 64 small letters, digits, _, - or ., beginning with a letter, such as retry_payment.",
  })
  .refine((action) => action !== "ping", { error: "must not be ping, which is reserved for checking your server." });
const Label = Name(60);

/** As it was checked when it came in. */
const Options = z.custom<ButtonOptions>((value) => typeof value === "object" && value !== null);

export const Button = z.object({ id: Uuid, action: z.string(), label: z.string(), enabled: z.boolean(), options: Options });
export type Button = z.output<typeof Button>;

/** What the address check found, in plain words. */
export const AddressCheck = z.union([
  z.object({ ok: z.literal(true), message: z.string() }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    /** The end of the message, for an address on a developer's own machine: a line that starts Beside so that it is called. */
    startLine: z.string().nullable(),
  }),
]);
export type AddressCheck = z.output<typeof AddressCheck>;

export const SecretView = z.object({
  /** `whsec_••••a91f` */
  masked: z.string(),
  createdAt: Time,
  /** While two secrets sign: when the older one ends. */
  overlapEndsAt: Time.nullable(),
});
export type SecretView = z.input<typeof SecretView>;

export const getActionSettings = contract({
  method: "GET",
  path: "/api/w/{workspace}/actions",
  summary: "The address, the buttons and the signing secret (masked)",
  access: "session",
  role: "admin",
  params: workspace,
  status: 200,
  output: z.object({
    url: z.string().nullable(),
    buttons: z.array(Button),
    secret: SecretView,
    /** Origins that are exempt from the address rule, for development; a warning is shown while there are any. */
    allowedOrigins: z.array(z.string()),
  }),
});

const AddressInput = z.object({
  url: z
    .string({ error: mustBe("a string") })
    .transform((text) => text.trim())
    .pipe(Text(0, 2048)),
});

export const checkAddress = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/address/check",
  summary: "Judge an address without saving it",
  access: "session",
  role: "admin",
  params: workspace,
  body: AddressInput,
  status: 200,
  output: AddressCheck,
});

export const saveAddress = contract({
  method: "PUT",
  path: "/api/w/{workspace}/actions/address",
  summary: "Save the one address that all buttons call; an empty one removes it",
  access: "session",
  role: "admin",
  params: workspace,
  body: AddressInput,
  status: 200,
  output: z.object({ url: z.string().nullable(), message: z.string() }),
});

export const addButton = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/buttons",
  summary: "Add a button",
  access: "session",
  role: "admin",
  params: workspace,
  body: z.object({ label: Label, action: Action, options: ButtonOptions.prefault({}) }),
  status: 201,
  output: Button,
  errors: ["conflict"],
});

export const changeButton = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
  summary: "Change a button; only the fields that are sent change, the options as a whole",
  access: "session",
  role: "admin",
  params: button,
  body: z.object({
    label: Label.optional(),
    action: Action.optional(),
    enabled: z.boolean({ error: mustBe("true or false") }).optional(),
    options: ButtonOptions.optional(),
  }),
  status: 200,
  output: Button,
  errors: ["conflict"],
});

export const removeButton = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
  summary: "Remove a button",
  access: "session",
  role: "admin",
  params: button,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
});

export const orderButtons = contract({
  method: "PUT",
  path: "/api/w/{workspace}/actions/order",
  summary: "Put the buttons into this order",
  access: "session",
  role: "admin",
  params: workspace,
  body: z.object({ ids: z.array(Id).max(100) }),
  status: 200,
  output: z.object({ buttons: z.array(Button) }),
});

export const revealSecret = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/reveal",
  summary: "Show the signing secret",
  access: "session",
  role: "admin",
  params: workspace,
  body: Nothing,
  status: 200,
  output: z.object({ secret: z.string() }),
});

/** When the secret was made that the screen showed: a secret that another admin made since is left alone. */
const Shown = z.iso
  .datetime({ error: "must be when the secret was made, as it was given to you." })
  .transform((text) => new Date(text))
  .optional();

export const rotateSecret = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/rotate",
  summary: "Make a new signing secret; for 24 hours calls carry both signatures. While two overlap, dropOldest ends the older one at once",
  access: "session",
  role: "admin",
  params: workspace,
  body: z.object({ dropOldest: z.boolean({ error: mustBe("true or false") }).optional(), shown: Shown }),
  status: 200,
  output: z.object({ secret: z.string(), view: SecretView }),
  errors: ["conflict"],
});

export const endOverlap = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/end-overlap",
  summary: "Stop signing with the older secret now",
  access: "session",
  role: "admin",
  params: workspace,
  body: z.object({ shown: Shown }),
  status: 200,
  output: SecretView,
  errors: ["conflict"],
});

export const ResultInput = z
  .object({
    status: z
      .enum(["succeeded", "failed"], { error: mustBe('"succeeded" or "failed"') })
      .optional()
      .meta({ description: "succeeded when left out. The message of a failed one is the reason that the agent reads." }),
    message: Text(1, 4000)
      .optional()
      .meta({ ...patterns.seen, description: "A private note in the chat, for the team only." }),
    event: ResultEvent.optional().meta({
      description: "As in the reply to an action call, named by event or name. It belongs to the person of the chat.",
    }),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    error: "Send a message, an event or a status: without one there is no result.",
  })
  .meta({
    id: "ActionResultInput",
    anyOf: ["status", "message", "event"].map((name) => ({ required: [name] })),
    example: { message: "Refunded 59.90 EUR.", event: { name: "Refund issued", properties: { amount: "59.90 EUR" } } },
  });
export type ResultInput = z.output<typeof ResultInput>;

export const reportResult = contract({
  method: "POST",
  path: "/api/v1/actions/{deliveryId}/result",
  summary: "Report the result of an action call that your server answered with 202",
  description:
    "Within 30 minutes of the 202, once. A body that is refused with 400 loses nothing: send it again corrected. " +
    "The delivery is named by the header X-Service-Delivery of the call.",
  access: "key",
  params: z.object({ deliveryId: Id }),
  body: ResultInput,
  status: 200,
  output: z
    .object({ deliveryId: Uuid, status: z.enum(["succeeded", "failed"]), event: RecordedEvent.nullable() })
    .meta({ id: "ActionResult", description: "What was kept of the result, with the event that it recorded." }),
  errors: ["not_found", "conflict"],
  refusals: {
    not_found: {
      when: "No delivery of this workspace has this id.",
      message: "There is no such delivery. Send the X-Service-Delivery of the call as it came.",
    },
    conflict: {
      when: "The result was reported already, came too late, or is not waited for.",
      message: "The result of this delivery was reported already, at 2026-03-01T10:43:00.000Z. Only the first one counts.",
    },
  },
});

/** Made in the browser, and the delivery's id afterwards. */
const PressId = Id.refine(isId, { error: "must be a UUID of version 7, made for this press." });

export const pressButton = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/actions",
  summary: "Press a button; the id is made by the pressing browser, so that one press sends once. The outcome comes as a chat item",
  access: "session",
  params: z.object({ workspace: z.string(), chatId: Id }),
  body: z.object({
    id: PressId,
    buttonId: Id,
    /** What the agent filled in; checked with what the button asks for. */
    inputs: z.record(z.string(), z.unknown(), { error: mustBe("an object") }).optional(),
    /** The problem on whose card the button was pressed. */
    eventId: Id.optional(),
  }),
  status: 202,
  output: z.object({ callId: Uuid, buttonId: Uuid, agentName: z.string(), startedAt: Time }),
  errors: ["conflict", "forbidden"],
});
