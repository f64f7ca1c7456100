import type { z } from "zod";
import { cardsWithEvent } from "@/lib/context/events/cards-sql";
import { levelOf, reasonOfName } from "@/lib/context/events/shared/level";
import { AppError } from "@/lib/kernel/errors";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { EventReach, PastReason } from "./contract";
import { maxPast, type PastRow, pastEventStatement, pastStatement } from "./past-sql";

function reasonOf(chat: PastRow, posted: number): PastReason {
  if (chat.isSummarized) return "summarized";
  if (chat.isLater) return "later";
  if (chat.isLinkedLater) return "linked_later";
  if (!chat.wasOpen) return "closed";
  if (chat.lastMessageAt && !chat.wasActive) return "inactive";
  // More cards than with the event itself: then the others were written down, too. As many: they may have been too many.
  return posted === cardsWithEvent && chat.lastMessageAt ? "too_many" : "unknown";
}

/** Why a recorded event is where it is, from what is stored of when it arrived. @throws not_found */
export async function reached(workspaceId: string, eventId: string): Promise<z.output<typeof EventReach>> {
  const [found] = await rows(db(), pastEventStatement)(workspaceId, eventId);
  if (!found) throw new AppError("not_found", "There is no such event. It may have been deleted.");
  const { event, level, receivedAt, posted, contactId, personId, hasConflict } = found;
  const chats = await rows(db(), pastStatement)(workspaceId, eventId, contactId, personId, receivedAt);
  const named = (chat: PastRow) => ({
    id: chat.id,
    channel: chat.channel,
    lastMessageAt: chat.lastMessageAt,
    displayName: displayNameOf(chat),
  });
  return {
    ...{ event, level, receivedAt, postedToConversations: posted },
    // Whether the call had the level is not stored: one that is not that of the name certainly was sent.
    levelReason: level === levelOf(event) ? reasonOfName(event) : { by: "level", word: null },
    posted: chats.flatMap((chat) => (chat.hasCard ? [named(chat)] : [])).slice(0, maxPast),
    others: chats.flatMap((chat) => (chat.hasCard ? [] : [{ ...named(chat), reason: reasonOf(chat, posted) }])).slice(0, maxPast),
    isCut: chats.length > maxPast,
    hasConflict,
  };
}
