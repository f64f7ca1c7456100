import { type Names, senderOf } from "@/lib/channels/whatsapp/parse/sender";
import * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { notify } from "@/lib/platform/notify";

/**
 * A status shows the phone and the id of a customer together. Whoever was known by one of them gets the other, so that they are
 * the same person when they hide their phone later. Somebody with both keeps them: Meta may write one number in two ways.
 */
export async function learnRecipient(workspaceId: string, names: Names, at: Date): Promise<void> {
  const sender = senderOf(names, undefined);
  if (sender?.phone === undefined || sender.channelUserId === undefined) return;
  const known = await people.findPerson(db(), workspaceId, sender, at);
  if (!known || known.isLate || (known.phone !== null && known.channelUserId !== null)) return;
  const saved = await withLinkingLock(workspaceId, "change", async (tx) => {
    // Erased meanwhile: a status makes nobody known.
    if (!(await people.findPerson(tx, workspaceId, sender, at))) return undefined;
    return people.findOrCreatePerson(tx, workspaceId, sender, at);
  });
  if (saved) notify(workspaceId, { people: [...new Set([known.id, saved.id])], ...people.chatsMerged(saved.ended) });
}
