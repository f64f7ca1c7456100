import { z } from "zod";
import { mustBe, oneOf } from "@/lib/kernel/contract";
import { locales } from "@/lib/kernel/locale";
import { refused } from "@/lib/kernel/refused";

/** Narrower than what URL accepts as a host, because origins are written into headers. */
const plainOrigin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** An origin as a browser sends it: scheme, host and perhaps a port. */
export const Origin = z
  .string({ error: mustBe("a string") })
  .refine((text) => plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text, refused("origin"));

/** At the most, so that the list fits into a header. */
export const maxOrigins = 50;
export const Origins = z.array(Origin).max(maxOrigins, refused("origins", { max: maxOrigins }));

const IsOn = z.boolean({ error: mustBe("true or false") });

/** `auto` is the visitor's own language, where there are texts in it. */
const languages = ["auto", ...locales] as const;

export const WebsiteSettings = z.object({
  /** Pages that may show the chat. */
  allowedOrigins: Origins,
  /** For the web views of mobile apps, which have no origin. */
  allowAnyOrigin: z.boolean({ error: mustBe("true or false") }),
  colour: z.string({ error: mustBe("a string") }).regex(/^#[0-9a-f]{6}$/i, refused("colour")),
  position: z.enum(["left", "right"], { error: mustBe('"left" or "right"') }),
  greeting: z.string({ error: mustBe("a string") }).max(300, refused("maxLength", { max: 300 })),
  language: z.enum(languages, { error: mustBe(oneOf(languages)) }),
  isOn: IsOn,
});
export type WebsiteSettings = z.output<typeof WebsiteSettings>;

/** An id of Meta's: digits only. */
export const MetaId = (where: string) =>
  z
    .string({ error: mustBe("a string") })
    .transform((text) => text.trim())
    .pipe(z.string().regex(/^\d{5,32}$/, refused("meta", { where })));

const WhatsAppSettings = z.object({
  phoneNumberId: MetaId("Meta"),
  /** As Meta wrote it when it was last checked. */
  displayPhone: z.string().nullable(),
  businessAccountId: MetaId("Meta").nullable(),
  /** Whether customers see that their messages were read, and that somebody is typing. */
  sendsReceipts: z.boolean({ error: mustBe("true or false") }),
  isOn: IsOn,
});

const WhatsAppSecrets = z.object({ accessToken: z.string(), appSecret: z.string(), verifyToken: z.string() });

export const ChatwootSettings = z.object({
  origin: Origin,
  accountId: z.string().nullable(),
  isOn: IsOn,
});

const ChatwootSecrets = z.object({ apiToken: z.string().optional() });

export const EmbedSettings = z.object({ allowedOrigins: Origins, isOn: IsOn });
export type EmbedSettings = z.output<typeof EmbedSettings>;

const NoSecrets = z.object({});

/** What each kind of integration is called in sentences, and what is stored for it. A channel has the kind of its name. */
export const shapes = {
  website: { name: "Website", settings: WebsiteSettings, secrets: NoSecrets },
  whatsapp: { name: "WhatsApp", settings: WhatsAppSettings, secrets: WhatsAppSecrets },
  chatwoot: { name: "Chatwoot", settings: ChatwootSettings, secrets: ChatwootSecrets },
  embed: { name: "Other helpdesks", settings: EmbedSettings, secrets: NoSecrets },
} as const;

export type Kind = keyof typeof shapes;
export type SettingsOf<K extends Kind> = z.output<(typeof shapes)[K]["settings"]>;
export type SecretsOf<K extends Kind> = z.output<(typeof shapes)[K]["secrets"]>;
