import { z } from "zod";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import { MessageContent } from "@/lib/chats/contract";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

const ItemRow = z.strictObject({ id: z.uuid(), chatId: z.uuid(), text: z.string(), data: z.unknown() });

type FoundItem = { id: string; chatId: string; text: string; content: MessageContent | undefined };

/** The message with this id of Meta's: the customer's, whose id follows from it, or one of ours that was sent with it. */
export async function findItem(workspaceId: string, wamid: string): Promise<FoundItem | undefined> {
  const [found] = await rows(db(), { row: ItemRow, workspace: workspaceId })`
    select id, chat_id as "chatId", coalesce(text, '') as text, data from chat_item
    where workspace_id = ${workspaceId}::uuid and kind = 'message' and id in (
      select ${itemIdOf(workspaceId, wamid)}::uuid
      union all select o.id from outbound_message o
      where o.workspace_id = ${workspaceId}::uuid and o.channel = 'whatsapp' and o.external_id = ${wamid}
    ) limit 1`;
  if (!found) return undefined;
  const { data, ...item } = found;
  return { ...item, content: MessageContent.safeParse(data ?? {}).data };
}
