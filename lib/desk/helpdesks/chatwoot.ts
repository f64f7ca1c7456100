import { z } from "zod";
import { storableText } from "@/lib/kernel/storable";
import { parsePhone } from "@/lib/people/shared/phone";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import * as outbound from "@/lib/platform/outbound";
import { singleton } from "@/lib/platform/runtime";
import * as integrations from "@/lib/workspace/integrations";
import type { Confirmation } from "./contract";
import type { Hints } from "./subject";

const timeoutMs = 5_000;
const maxReplyBytes = 512 * 1024;
/** A live panel is read often; who a conversation is with changes rarely. */
const cachedMs = 15_000;
/** A Chatwoot that does not answer is not waited for at each read. */
const failedMs = 5_000;
const maxCached = 1_000;

/** What Chatwoot's API says of a conversation, as far as it is used. */
const Conversation = z.object({
  meta: z.object({
    sender: z.object({ identifier: z.string().nullish(), phone_number: z.string().nullish() }),
    channel: z.string().nullish(),
    hmac_verified: z.boolean().nullish(),
  }),
});

/** Where anybody may claim an identifier, unless Chatwoot verified its signature, and may type any phone. */
const openChannels = new Set(["Channel::WebWidget", "Channel::Api"]);

type Answer = Hints & { confirmation: Confirmation };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Answers of Chatwoot's API by workspace and conversation, for some seconds; undefined where none came. */
    chatwootAnswers: Map<string, { until: number; answer: Answer | undefined }>;
  }
}

const cached = () => singleton("chatwootAnswers", () => new Map());

/** The connection with Chatwoot's API; undefined without a token, or while it is paused. @throws UnreadableIntegrationError */
async function connectionOf(workspaceId: string) {
  const found = await integrations.read(workspaceId, "chatwoot");
  const { apiToken } = found?.secrets ?? {};
  const { origin, accountId, isOn } = found?.settings ?? {};
  if (!found || !isOn || !apiToken || !accountId) return undefined;
  return { url: `${origin}/api/v1/accounts/${accountId}`, apiToken, isPaused: found.pausedReason !== null, asOf: found.updatedAt };
}

/**
 * Asks Chatwoot who the conversation is with. The frame heard it from a window without a signature, so Chatwoot's API has the last word; without
 * a token the hints count, which show an agent only what they may see anyway.
 */
export async function confirm(workspaceId: string, { conversationId, ...hints }: Hints & { conversationId: string }): Promise<Answer> {
  const connection = await connectionOf(workspaceId);
  if (!connection) return { ...hints, confirmation: "unchecked" };
  const key = `${workspaceId} ${connection.url} ${conversationId}`;
  const known = cached().get(key);
  const isKnown = known !== undefined && known.until > Date.now();
  const answer = connection.isPaused ? undefined : isKnown ? known.answer : await ask(workspaceId, connection, conversationId);
  if (!isKnown && !connection.isPaused) cache(key, answer);
  return answer ?? { ...hints, confirmation: "unreachable" };
}

function cache(key: string, answer: Answer | undefined): void {
  if (cached().size >= maxCached) cached().clear();
  cached().set(key, { until: Date.now() + (answer ? cachedMs : failedMs), answer });
}

type Connection = { url: string; apiToken: string; asOf: Date };

async function ask(workspaceId: string, { url, apiToken, asOf }: Connection, conversationId: string): Promise<Answer | undefined> {
  const outcome = await send(`${url}/conversations/${conversationId}`, { method: "GET", apiToken, body: Buffer.alloc(0) });
  if (outcome.kind === "reply" && outcome.status === 404) return { confirmation: "confirmed" };
  if (outcome.kind === "reply" && outcome.status === 200) return answerFrom(outcome.body);
  await noteRefusal(workspaceId, outcome, asOf);
  return undefined;
}

function answerFrom(body: Buffer): Answer | undefined {
  try {
    const { sender, channel, hmac_verified: isVerified } = Conversation.parse(JSON.parse(body.toString())).meta;
    const parsed = parsePhone(sender.phone_number ?? "");
    const phone = parsed.ok ? parsed.digits : undefined;
    const { identifier } = sender;
    // What no contact can have is not made into what one has.
    const userId = identifier && storableText(identifier) === identifier ? identifier : undefined;
    const isOpen = openChannels.has(channel ?? "");
    // The signature covers the identifier alone.
    if (isOpen && isVerified === true && userId !== undefined) return { userId, confirmation: "confirmed" };
    const isClaimed = isOpen && (userId !== undefined || phone !== undefined);
    return { userId, phone, confirmation: isClaimed ? "unverified" : "confirmed" };
  } catch {
    return undefined;
  }
}

/** A token that Chatwoot refuses is not sent again until an admin enters another. */
async function noteRefusal(workspaceId: string, outcome: outbound.Outcome, asOf: Date): Promise<void> {
  const what = outcome.kind === "reply" ? `it answered with status ${outcome.status}` : outcome.problem;
  log.info({ workspaceId, what }, "Chatwoot did not answer");
  if (outcome.kind !== "reply" || outcome.status !== 401) return;
  await integrations.pause(workspaceId, "chatwoot", "Chatwoot refuses the API token. Enter a valid one.", { asOf });
}

/** Writes a private note, once. Nothing is sent again: a note that may have arrived must not appear twice. */
export async function writeNote(workspaceId: string, conversationId: string, text: string): Promise<void> {
  const connection = await connectionOf(workspaceId);
  if (!connection || connection.isPaused) return;
  const body = Buffer.from(JSON.stringify({ content: text, message_type: "outgoing", private: true }));
  const { url, apiToken } = connection;
  const outcome = await send(`${url}/conversations/${conversationId}/messages`, { method: "POST", apiToken, body });
  if (outcome.kind === "failed" || outcome.status >= 300) await noteRefusal(workspaceId, outcome, connection.asOf);
}

type Request = { method: "GET" | "POST"; apiToken: string; body: Buffer };

const send = (url: string, { method, apiToken, body }: Request): Promise<outbound.Outcome> =>
  outbound.call(url, {
    method,
    headers: { api_access_token: apiToken, accept: "application/json", ...(body.length > 0 && { "content-type": "application/json" }) },
    body,
    allowOrigins: env().ACTIONS_ALLOW_ORIGINS,
    timeoutMs,
    maxReplyBytes,
  });
