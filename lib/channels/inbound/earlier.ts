import type { Channel } from "@/lib/chats/shared/channels";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { TryLaterError } from "./entry";
import { storedSender } from "./lanes";
import { earlierStatement } from "./sql";

type Own = { channel: Channel; externalId: string };

/** Lets an entry wait that concerns more than its own sender, until what others of them sent before is processed. @throws TryLaterError */
export async function requireProcessed(workspaceId: string, { channel, externalId }: Own, senders: readonly string[]): Promise<void> {
  const stored = senders.map((sender) => storedSender(channel, sender));
  const [earlier] = await rows(db(), earlierStatement)(workspaceId, channel, externalId, stored);
  if (earlier) throw new TryLaterError("What was sent before this is not processed yet.");
}
