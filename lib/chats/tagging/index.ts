/** Tagging puts a tag on a chat or a contact, or takes it off, for every member. The list of tags, which admins manage, is `tags`. */

import { noSuchChat } from "@/lib/chats/read";
import type { Tag } from "@/lib/chats/tags/contract";
import { noContactWithId } from "@/lib/context/contacts/missing";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { maxTagsOfOne } from "./contract";
import { addStatement, lockStatement, setStatement, type Tagged, taggedContactStatement, taggedStatement, takeOffStatement } from "./sql";

type Tx = Prisma.TransactionClient;
type Tagging = { tagId: string; isSet: boolean };
type One = { kind: Tagged; id: string };

const missing: Record<Tagged, () => AppError> = { chat: noSuchChat, contact: noContactWithId };

/** Puts a tag on a chat, or takes it off; what is so already changes nothing. @throws not_found, invalid_request, conflict */
export async function setTag(workspaceId: string, chatId: string, tagging: Tagging): Promise<{ tags: Tag[] }> {
  const { isChanged, row } = await change(workspaceId, { kind: "chat", id: chatId }, tagging, (tx) =>
    rows(tx, taggedStatement)(workspaceId, chatId),
  );
  if (isChanged) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }] });
  return { tags: row.tags };
}

/** Puts a tag on a contact, or takes it off; what is so already changes nothing. @throws not_found, invalid_request, conflict */
export async function setContactTag(workspaceId: string, contactId: string, tagging: Tagging): Promise<{ tags: Tag[] }> {
  const { isChanged, row } = await change(workspaceId, { kind: "contact", id: contactId }, tagging, (tx) =>
    rows(tx, taggedContactStatement)(workspaceId, contactId),
  );
  if (isChanged) notify(workspaceId, { contacts: [contactId] });
  return row;
}

/** Changes the tags of one, and reads them in the same transaction. */
function change<Row>(workspaceId: string, one: One, { tagId, isSet }: Tagging, read: (tx: Tx) => Promise<Row[]>) {
  return withRetry(() =>
    db().$transaction(async (tx) => {
      const isChanged = isSet
        ? await add(tx, workspaceId, one, tagId)
        : (await run(tx, takeOffStatement(one.kind))(workspaceId, one.id, tagId)) > 0;
      const [row] = await read(tx);
      if (row === undefined) throw missing[one.kind]();
      return { isChanged, row };
    }),
  );
}

async function add(tx: Tx, workspaceId: string, { kind, id }: One, tagId: string): Promise<boolean> {
  const [locked] = await rows(tx, lockStatement(kind))(workspaceId, id);
  if (!locked) throw missing[kind]();
  const tag = await tx.tag.findUnique({ where: { workspaceId_id: { workspaceId, id: tagId } }, select: { id: true } });
  if (!tag) throw new AppError("invalid_request", "tagId must be that of a tag of this workspace.");
  const set = await rows(tx, setStatement(kind))(workspaceId, id);
  if (set.some((one) => one.id === tagId)) return false;
  if (set.length >= maxTagsOfOne) throw new AppError("conflict", `A ${kind} has at most ${maxTagsOfOne} tags. Take one off first.`);
  await run(tx, addStatement(kind))(workspaceId, id, tagId, currentTime());
  return true;
}
