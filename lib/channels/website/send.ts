import { ingestMessage } from "@/lib/channels";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as limit from "@/lib/platform/rate-limit";
import * as integrations from "@/lib/workspace/integrations";
import { maxVisitorMessages, type VisitorMessage } from "./contract";
import { knownVisitor, requireAdmitted, type Visitor } from "./known-visitor";
import { messageOf } from "./messages";
import * as networks from "./networks";
import { messageStatement } from "./sql";
import { topicOf } from "./visitor";

type NewMessage = { id: string; text: string; attachments: string[] };

/**
 * Adds a visitor's message to their open chat, or opens one. A repeated id changes nothing.
 * @throws forbidden for a blocked visitor, rate_limited, invalid_request, conflict
 */
export async function send(
  workspaceId: string,
  { visitorId, network }: Visitor,
  { id, text, attachments }: NewMessage,
): Promise<{ message: VisitorMessage }> {
  const { known, isNamed } = await requireAdmitted(workspaceId, { visitorId, network });
  await countMessage(workspaceId, visitorId);
  const sender = { channel: "website", visitorId, ...(isNamed && { network }) } as const;
  const { added } = await ingestMessage(workspaceId, sender, { id, text, attachments });
  // Not the person that ingesting names: an id that is repeated may be of anybody's message.
  const visitor = known ?? (await knownVisitor(workspaceId, visitorId));
  if (visitor && network !== undefined) await networks.remember(workspaceId, { personId: visitor.personId, network });
  if (added) await integrations.markFirstMessage(workspaceId, "website");
  // Other pages of this visitor learn that there is a person now.
  if (visitor && !known) notify(topicOf(visitorId), { people: [visitor.personId] });
  const [row] = visitor ? await rows(db(), messageStatement)(workspaceId, visitor.personId, id) : [];
  if (!row) throw new AppError("conflict", "This id belongs to another message. Send it with a new one.");
  return { message: messageOf(row) };
}

/** @throws rate_limited */
async function countMessage(workspaceId: string, visitorId: string): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(`visitor:${workspaceId}:${visitorId}`, maxVisitorMessages);
  if (allowed) return;
  throw new AppError("rate_limited", `Too many messages at once. Send the next one in ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}
