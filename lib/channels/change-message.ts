import { z } from "zod";
import type { MessageContent } from "@/lib/chats/contract";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";

type Message = { text: string; content: MessageContent };

const StoredRow = z.strictObject({ chatId: z.uuid(), text: z.string().nullable(), data: z.unknown() });

/**
 * Changes a message that is in its chat already: an edit, a deletion, a reaction, a file that arrived. The locked row keeps two
 * changes from losing one. Returns whether there is such a message. `change` may run more than once.
 */
export async function changeMessage(
  workspaceId: string,
  itemId: string,
  change: (text: string, content: MessageContent) => Message,
): Promise<boolean> {
  const work = () =>
    db().$transaction(async (tx) => {
      const [stored] = await rows(tx, { row: StoredRow, workspace: workspaceId, writes: true })`
        select chat_id as "chatId", text, data from chat_item
        where workspace_id = ${workspaceId}::uuid and id = ${itemId}::uuid and kind = 'message' for update`;
      if (!stored) return undefined;
      const { text, content } = change(stored.text ?? "", (stored.data ?? {}) as MessageContent);
      await run(tx, { workspace: workspaceId })`
        update chat_item set text = ${text}, data = ${JSON.stringify(content)}::jsonb
        where workspace_id = ${workspaceId}::uuid and id = ${itemId}::uuid`;
      return stored.chatId;
    });
  const chatId = await withRetry(work);
  if (chatId !== undefined) notify(workspaceId, itemsChanged([{ chatId, id: itemId }]));
  return chatId !== undefined;
}
