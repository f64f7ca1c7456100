/** Tagging puts a tag on a chat or takes it off, for every member. The list of tags, which admins manage, is `tags`. */

import { noSuchChat } from "@/lib/chats/read";
import type { Tag } from "@/lib/chats/tags/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { maxChatTags } from "./contract";
import { taggedStatement } from "./sql";

type Tagging = { tagId: string; isSet: boolean };

/** Puts a tag on a chat, or takes it off; what is so already changes nothing. @throws not_found, invalid_request, conflict */
export async function setTag(workspaceId: string, chatId: string, tagging: Tagging): Promise<{ tags: Tag[] }> {
  const { isChanged, row } = await withRetry(() =>
    db().$transaction(async (tx) => {
      const changed = tagging.isSet
        ? await add(tx, workspaceId, chatId, tagging.tagId)
        : await remove(tx, workspaceId, chatId, tagging.tagId);
      const [found] = await rows(tx, taggedStatement)(workspaceId, chatId);
      if (!found) throw noSuchChat();
      return { isChanged: changed, row: found };
    }),
  );
  if (isChanged) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }] });
  return { tags: row.tags };
}

async function add(tx: Prisma.TransactionClient, workspaceId: string, chatId: string, tagId: string): Promise<boolean> {
  // Two agents may add the last tag of a chat at the same time; the row lock lets one succeed.
  const [chat] = await rows(tx, { row: IdRow, workspace: workspaceId, writes: true })`
    select id from chat where workspace_id = ${workspaceId}::uuid and id = ${chatId}::uuid for no key update`;
  if (!chat) throw noSuchChat();
  const tag = await tx.tag.findUnique({ where: { workspaceId_id: { workspaceId, id: tagId } }, select: { id: true } });
  if (!tag) throw new AppError("invalid_request", "tagId must be that of a tag of this workspace.");
  const set = await tx.chatTag.findMany({ where: { workspaceId, chatId }, select: { tagId: true } });
  if (set.some((one) => one.tagId === tagId)) return false;
  if (set.length >= maxChatTags) throw new AppError("conflict", `A chat has at most ${maxChatTags} tags. Take one off first.`);
  await tx.chatTag.create({ data: { workspaceId, chatId, tagId, createdAt: currentTime() } });
  return true;
}

const remove = async (tx: Prisma.TransactionClient, workspaceId: string, chatId: string, tagId: string): Promise<boolean> =>
  (await tx.chatTag.deleteMany({ where: { workspaceId, chatId, tagId } })).count > 0;
