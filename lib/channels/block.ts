import { noSuchChat } from "@/lib/chats";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";

/** Refuses, or accepts again, what the person in a chat writes, in every channel; recorded in the audit log. @throws not_found */
export async function blockPerson(
  workspaceId: string,
  chatId: string,
  by: Actor,
  { isBlocked }: { isBlocked: boolean },
): Promise<{ isBlocked: boolean }> {
  const personId = await db().$transaction(async (tx) => {
    const chat = await tx.chat.findUnique({
      where: { workspaceId_id: { workspaceId, id: chatId } },
      select: { personId: true, person: { select: { contactId: true, linkedBy: true } } },
    });
    if (!chat) throw noSuchChat();
    const { contactId, linkedBy } = chat.person;
    // A visitor whom the website signs is the same person in every browser.
    const others = linkedBy === "signed" ? [{ contactId, linkedBy }] : [];
    const { count } = await tx.person.updateMany({
      where: { workspaceId, OR: [{ id: chat.personId }, ...others], blockedAt: isBlocked ? null : { not: null } },
      data: { blockedAt: isBlocked ? currentTime() : null },
    });
    // Entries stay for ever, so they name the chat and not the person.
    if (count > 0) await audit.record(tx, workspaceId, by, { what: isBlocked ? "person.blocked" : "person.unblocked", subject: chatId });
    return chat.personId;
  });
  notify(workspaceId, { people: [personId], ...itemsChanged([], [chatId]) });
  return { isBlocked };
}
