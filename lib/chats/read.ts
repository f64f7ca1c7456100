import { z } from "zod";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

// 404, not 403: a stranger must not learn that this chat exists.
export const noSuchChat = () => refusalError("not_found", "noChat");

const ReadRow = z.strictObject({ seq: z.int() });

/** Stores how far an agent has read; it never decreases. The lock waits for an erasure, which takes the chat. @throws not_found */
export async function read(workspaceId: string, chatId: string, { accountId, seq }: { accountId: string; seq: number }) {
  const [row] = await rows(db(), { row: ReadRow, workspace: workspaceId, writes: true })`
    insert into chat_read as r (workspace_id, account_id, chat_id, seq)
    select workspace_id, ${accountId}::uuid, id, least(last_seq, ${seq}::int) from chat
    where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid for key share
    on conflict (workspace_id, account_id, chat_id) do update set seq = greatest(r.seq, excluded.seq)
    returning seq`;
  if (!row) throw noSuchChat();
  return row;
}
