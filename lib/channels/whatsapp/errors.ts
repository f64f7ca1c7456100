import type { DeliveryResult } from "@/lib/channels/outbound/result";
import type { GraphResult } from "./graph";

const tokenIsDead =
  "Meta does not accept the access token any more. Make a new one in Meta's app and enter it here; messages wait until then.";
const noPermission =
  "The access token may not send messages for this number. Give it the permission whatsapp_business_messaging in Meta's app.";
const slower = "WhatsApp takes no more messages at the moment.";
const away = "WhatsApp is not available at the moment.";
const withheld =
  "WhatsApp held this message back to protect the customer from too many messages of businesses. Sending it again does not help; wait until they write.";
const badTemplate = "The template does not have the values or the form that Meta approved. Look at it in Meta's WhatsApp manager.";

/** What Meta's error codes mean, in words for the agent, by what follows for a message that is being sent. */
const meanings = {
  pause: {
    0: tokenIsDead,
    3: noPermission,
    10: noPermission,
    190: tokenIsDead,
    131005: noPermission,
  },
  retry: {
    2: away,
    131016: away,
    131056: "Too many messages went to this customer within a short time.",
    133004: away,
  },
  retry_workspace: {
    4: slower,
    80007: slower,
    130429: slower,
    131057: "Meta is working on this WhatsApp account at the moment.",
  },
  failed: {
    33: "Meta does not know this phone number id any more. An admin can correct it in the settings.",
    368: "Meta has blocked this WhatsApp account for a violation of its policies. An admin finds why in Meta's WhatsApp manager.",
    130472: "Meta does not deliver this message, because the customer is part of an experiment of Meta's.",
    130497: "Meta does not let this business send messages to customers in this country.",
    131021: "This is the business's own number: a message cannot be sent to its sender.",
    131026:
      "WhatsApp could not deliver this. The customer may have no WhatsApp any more, an old version of it, or have blocked the business.",
    131031: "Meta has locked this WhatsApp account. An admin finds why in Meta's WhatsApp manager.",
    131037: "Meta has not approved the display name of this number yet. An admin finds it in Meta's WhatsApp manager.",
    131042: "There is a problem with how this WhatsApp account is paid for. An admin can solve it in Meta's WhatsApp manager.",
    131045: "This phone number is not registered correctly with WhatsApp. An admin can register it in Meta's WhatsApp manager.",
    131047:
      "The customer last wrote more than 24 hours ago, so WhatsApp only accepts a template. Send a template; when they answer, you can write again.",
    131048: "WhatsApp held this message back, because many customers blocked this number or reported it as spam.",
    131049: withheld,
    131050: "The customer does not want marketing messages of this business. Write without a marketing template.",
    131051: "WhatsApp does not carry this kind of message.",
    131052: "WhatsApp could not fetch the file. Attach it again.",
    131053: "WhatsApp did not accept the file. Images are JPEG or PNG up to 5 MB, documents PDF up to 10 MB.",
    132000: badTemplate,
    132001: "Meta has no approved template of this name in this language.",
    132005: "The template is too long with these values. Shorten them.",
    132007: "The template breaks one of Meta's rules. Look at it in Meta's WhatsApp manager.",
    132012: badTemplate,
    132015: "Meta has paused this template, because customers did not want it. Choose another one.",
    132016: "Meta has switched this template off, because customers did not want it. Choose another one.",
    132068: "The form in this template is blocked. Choose another template.",
    132069: "The form in this template is used too often at the moment. Choose another template, or wait for an hour.",
    133010: "This phone number is not registered with WhatsApp. An admin can register it in Meta's WhatsApp manager.",
  },
} satisfies Record<string, Readonly<Record<number, string>>>;

type Meaning = { next: keyof typeof meanings; text: string };
const known = new Map<number, Meaning>(
  Object.entries(meanings).flatMap(([next, texts]) =>
    Object.entries(texts).map(([code, text]) => [Number(code), { next: next as keyof typeof meanings, text }] as const),
  ),
);

const isPermission = (code: number) => code >= 200 && code <= 299;
const meaningOf = (code: number): Meaning | undefined =>
  known.get(code) ?? (isPermission(code) ? { next: "pause", text: noPermission } : undefined);

const maxDetails = 300;

/** Why Meta refused something, for a person. What Meta says about an unknown code is added, because nobody else knows it. */
export function reasonOf(code: number, details = ""): string {
  const meaning = meaningOf(code);
  if (meaning) return meaning.text;
  const said = details.replace(/\s+/gu, " ").trim().slice(0, maxDetails);
  return said ? `WhatsApp refused this (code ${code}): ${said}` : `WhatsApp refused this with code ${code}.`;
}

type Problem = Exclude<GraphResult, { kind: "ok" }>;

/**
 * What follows when Meta did not take a message. Without a documented reason, an error of Meta's own server leaves open whether
 * the message was sent.
 */
export function resultOf(problem: Problem): DeliveryResult {
  if (problem.kind === "failed") {
    const { isSent, reason } = problem;
    return isSent ? unknown(reason) : { kind: "retry", scope: "message", code: null, reason };
  }
  const { code, status, details } = problem;
  const reason = reasonOf(code, details);
  const next = meaningOf(code)?.next;
  if (next === "pause") return { kind: "paused", reason };
  if (next === "retry") return { kind: "retry", scope: "message", code, reason };
  if (next === "retry_workspace" || status === 429) return { kind: "retry", scope: "workspace", code, reason };
  if (next === undefined && status >= 500) return unknown(reason);
  return { kind: "failed", code, reason };
}

const unknown = (reason: string): DeliveryResult => ({ kind: "unknown", reason });

/** The same for a step before the message, such as the upload of its file: nothing was sent, whatever happened. */
export function resultBefore(problem: Problem): DeliveryResult {
  const result = resultOf(problem);
  return result.kind === "unknown" ? { kind: "retry", scope: "message", code: null, reason: result.reason } : result;
}
