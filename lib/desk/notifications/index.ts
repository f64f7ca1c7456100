/**
 * A notification is the browser's message to a member about a chat that changed, in an open tab or by push. Change notifications between
 * instances and tabs are `lib/platform/notify`.
 */

import { previewOf } from "@/lib/chats/item";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { DesktopNotification, NotificationKind } from "./contract";
import { notificationsStatement } from "./sql";

type Asked = { accountId: string; chats: [id: string, knownSeq: number][]; kinds: NotificationKind[] };

/** What the account is notified of in chats that changed, at most one item a chat. */
export async function list(workspaceId: string, { accountId, chats, kinds }: Asked): Promise<{ items: DesktopNotification[] }> {
  if (chats.length === 0 || kinds.length === 0) return { items: [] };
  const asked = [...new Map(chats)];
  const values = [accountId, asked.map(([id]) => id), asked.map(([, known]) => known), kinds];
  const found = await rows(db(), notificationsStatement)(workspaceId, ...values);
  return {
    items: found.map(({ chatId, seq, kind, item, ...person }) => {
      const { text, line } = previewOf(item);
      const authorName = kind === "mention" ? item.authorName : null;
      return { chatId, seq, kind, displayName: displayNameOf(person), authorName, text, line };
    }),
  };
}
