import { named, pastTime } from "@/lib/channels/arriving";
import type { Attempt } from "@/lib/channels/inbound/entry";
import { ingestTogether, type Messages, type PlainMessage } from "@/lib/channels/together";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import { parseMessage, sentAtOf } from "@/lib/channels/whatsapp/parse/message";
import { namesIn } from "@/lib/channels/whatsapp/parse/names";
import { Payload } from "@/lib/channels/whatsapp/parse/payload";
import { senderOf } from "@/lib/channels/whatsapp/parse/sender";
import { codeIn } from "@/lib/people/links/shared/code";
import * as metrics from "@/lib/platform/metrics";
import * as integrations from "@/lib/workspace/integrations";

/** The messages of many senders that are nothing but messages, at once. Returns the entries of those that were added. */
export async function receiveTogether(workspaceId: string, senders: readonly Attempt[][]): Promise<Set<string>> {
  const all = senders.map((attempts) => beginningOf(workspaceId, attempts)).filter((one) => one !== undefined);
  if (all.length === 0) return new Set();
  const added = await ingestTogether(workspaceId, all);
  if (added.size === 0) return new Set();
  metrics.inboundCounted("message", added.size);
  await integrations.markFirstMessage(workspaceId, "whatsapp");
  return new Set(all.flatMap(({ messages }) => messages.flatMap(({ id, entry }) => (added.has(id) ? [entry] : []))));
}

/** What a sender wrote before anything that is more than a message, and before they had other names. */
function beginningOf(workspaceId: string, attempts: readonly Attempt[]): Messages | undefined {
  const plain = attempts.map((attempt) => plainOf(workspaceId, attempt));
  const [first] = plain;
  if (!first) return undefined;
  const names = JSON.stringify(first.sender);
  const end = plain.findIndex((one) => !one || JSON.stringify(one.sender) !== names);
  const messages = plain.slice(0, end === -1 ? undefined : end).flatMap((one) => (one ? [one.message] : []));
  return { sender: first.sender, messages };
}

function plainOf(workspaceId: string, attempt: Attempt): { sender: Messages["sender"]; message: PlainMessage } | undefined {
  const payload = Payload.safeParse(attempt.payload).data;
  if (payload?.kind !== "message") return undefined;
  const parsed = parseMessage(payload.message);
  if (parsed.kind !== "message" || parsed.file || parsed.repliesTo !== undefined || parsed.sharedPhone !== undefined) return undefined;
  const sender = senderOf(namesIn(payload.message, "from"), payload.contact);
  if (!sender || codeIn(parsed.text)) return undefined;
  const { externalId, entry, receivedAt } = attempt;
  const at = pastTime(sentAtOf(payload.message) ?? receivedAt);
  const message = { id: itemIdOf(workspaceId, externalId), text: parsed.text, data: { ...parsed.content, externalId }, at, entry };
  return { sender: named(sender), message };
}
