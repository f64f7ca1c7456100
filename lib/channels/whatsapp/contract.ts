/**
 * The WhatsApp channel reads Meta's webhooks and calls its Graph API: messages, files, templates and settings. The queues before and
 * after it are `inbound` and `outbound`.
 */

import { z } from "zod";
import { InChat } from "@/lib/chats/contract";
import { contract, EmptyObject, Id, InWorkspace, mustBe, Text, Time, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { integrationState, MaskedSecret } from "@/lib/workspace/integrations/contract";
import { MetaId } from "@/lib/workspace/integrations/shared/settings";

export const WhatsAppView = z.object({
  /** False until the values of Meta's app were saved. */
  isConnected: z.boolean(),
  isOn: z.boolean(),
  phoneNumberId: z.string().nullable(),
  /** As Meta wrote it at the last check. */
  displayPhone: z.string().nullable(),
  businessAccountId: z.string().nullable(),
  sendsReceipts: z.boolean(),
  accessToken: MaskedSecret,
  appSecret: MaskedSecret,
  /** The two values to paste into Meta's webhook form. The token is made with the first save. */
  webhookUrl: z.string(),
  verifyToken: z.string().nullable(),
  ...integrationState,
  /** Messages of this calendar month (UTC), because Meta charges for them. */
  month: z.object({ from: Time, sent: z.int(), received: z.int() }),
  /** How much that Meta sent is not processed yet, counted up to the limit, where Meta is asked to send again later. Instances of the previous version leave it out. */
  waiting: z.object({ count: z.int(), limit: z.int() }).optional(),
});
export type WhatsAppView = z.input<typeof WhatsAppView>;

export const getWhatsApp = contract({
  method: "GET",
  path: "/api/w/{workspace}/whatsapp",
  summary: "The WhatsApp channel: its settings, the values to paste into Meta's app, and this month's messages",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: WhatsAppView,
});

/** A secret of Meta's, as it is pasted: white space around it is removed. */
const Secret = (min: number, max: number) =>
  z
    .string({ error: mustBe("a string") })
    .transform((text) => text.trim())
    .pipe(z.string().regex(/^[\x21-\x7e]*$/, refused("noSpaces")))
    .refine((text) => text === "" || (text.length >= min && text.length <= max), refused("between", { min, max }))
    .optional();

export const saveWhatsApp = contract({
  method: "PUT",
  path: "/api/w/{workspace}/whatsapp",
  summary: "Connect WhatsApp, or change its settings; a secret that is empty or left out stays as it is",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({
    phoneNumberId: MetaId("WhatsApp → API setup"),
    businessAccountId: z.preprocess((value) => (value === "" ? null : value), MetaId("WhatsApp → API setup").nullable().optional()),
    accessToken: Secret(20, 2_000),
    appSecret: Secret(16, 200),
    sendsReceipts: z.boolean({ error: mustBe("true or false") }).optional(),
    isOn: z.boolean({ error: mustBe("true or false") }).optional(),
  }),
  status: 200,
  output: WhatsAppView,
  errors: ["conflict"],
});

export const removeWhatsApp = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/whatsapp",
  summary: "Disconnect WhatsApp and remove its secrets; chats stay",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ removed: z.boolean() }),
});

export const checkWhatsApp = contract({
  method: "POST",
  path: "/api/w/{workspace}/whatsapp/check",
  madePerMinute: 30,
  summary: "Ask Meta whether the saved values work, and store the phone number as Meta writes it",
  access: "session",
  waitsForOthers: true,
  role: "admin",
  params: InWorkspace,
  body: EmptyObject,
  status: 200,
  output: z.object({
    ok: z.boolean(),
    displayPhone: z.string().nullable(),
    findings: z.array(z.object({ ok: z.boolean(), message: z.string() })),
  }),
  errors: ["conflict", "rate_limited"],
});

/** What is filled into a template: `key` is how `values` names it. */
export const TemplateVariable = z.object({
  key: z.string(),
  component: z.enum(["header", "body", "button"]),
  /** "Name", "1" or the like, as the template names it. */
  label: z.string(),
  /** As it was given to Meta for the review. */
  example: z.string().nullable(),
});

export const Template = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  variables: z.array(TemplateVariable),
  /** What the customer reads, with `{{key}}` where a variable is filled in. */
  preview: z.string(),
  /** Why it cannot be sent from here, such as a header with a video; null when it can. */
  problem: z.string().nullable(),
});
export type Template = z.output<typeof Template>;

export const listTemplates = contract({
  method: "GET",
  path: "/api/w/{workspace}/whatsapp/templates",
  summary: "The templates that Meta has approved, by name",
  access: "session",
  waitsForOthers: true,
  params: InWorkspace,
  status: 200,
  output: z.object({
    templates: z.array(Template),
    /** Why there are none to choose from, such as that WhatsApp is not connected. */
    problem: z.string().nullable(),
  }),
  errors: ["conflict", "unavailable"],
});

const Written = z.object({ id: Uuid, seq: z.int() });

export const sendTemplate = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/template",
  summary: "Send a template, also when the customer last wrote more than 24 hours ago; a repeat of the id is harmless",
  access: "session",
  waitsForOthers: true,
  params: InChat,
  body: z.object({
    id: Id,
    name: Text(1, 512),
    language: Text(2, 20),
    values: z.record(Text(1, 64), Text(1, 1_024), { error: mustBe("an object of texts") }).default({}),
  }),
  status: 201,
  output: Written,
  errors: ["conflict", "unavailable"],
});

export const requestPhone = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/request-phone",
  summary: "Ask a customer who hides their phone number to share it; a repeat of the id is harmless",
  access: "session",
  params: InChat,
  body: z.object({ id: Id, text: Text(1, 1_024).default("Please share your phone number so that we can help you.") }),
  status: 201,
  output: Written,
  errors: ["conflict"],
});
