/**
 * Where an event is seen: the chats that get its card, and those that do not, with the reason. It is asked before the event is sent, or
 * afterwards of what was true when it arrived. What is posted is decided in `lib/context/events`.
 */

import type { EventInput } from "@/lib/context/events/contract";
import { dryRun } from "@/lib/context/events/dry-run";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { chatsStatement } from "./sql";

/** Where the card of an event would be posted, and where not and why, by a dry run of it. @throws what recording the event would throw */
export async function wouldReach(workspaceId: string, input: EventInput) {
  const { wouldPostTo, wouldNotPostTo, ...rest } = await dryRun(workspaceId, input, { key: undefined, body: undefined });
  const ids = [...wouldPostTo, ...wouldNotPostTo].map(({ conversationId }) => conversationId);
  const found = ids.length === 0 ? [] : await rows(db(), chatsStatement)(workspaceId, ids);
  const named = new Map(found.map(({ id, channel, ...person }) => [id, { id, channel, displayName: displayNameOf(person) }]));
  // A chat may be gone since: its person was erased.
  const withName = <T extends { conversationId: string }>({ conversationId, ...chat }: T) => {
    const known = named.get(conversationId);
    return known ? [{ ...known, ...chat }] : [];
  };
  return { ...rest, posted: wouldPostTo.flatMap(withName), others: wouldNotPostTo.flatMap(withName) };
}
