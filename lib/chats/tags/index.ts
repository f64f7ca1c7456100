/** A tag is a word of the workspace for a chat or a contact; admins manage the list. It is put on either by `tagging`. */

import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { isUniqueViolation } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import { run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import { maxTags, Tag, type TagColor } from "./contract";

type Tx = Prisma.TransactionClient;
type Fields = { name: string; color: TagColor };

const columns = { id: true, name: true, color: true } as const;
const noSuchTag = () => new AppError("not_found", "There is no such tag.");
const keyOf = (name: string): string => name.toLowerCase();

function throwConflict(error: unknown, name: string | undefined): never {
  if (isUniqueViolation(error)) throw new AppError("conflict", `There is a tag “${name}” already.`);
  throw error;
}

/** The workspace's tags, by name. */
export async function list(workspaceId: string): Promise<{ items: Tag[] }> {
  const items = await db().tag.findMany({ where: { workspaceId }, select: columns, orderBy: [{ nameKey: "asc" }, { id: "asc" }] });
  return { items: items.map((tag) => Tag.parse(tag)) };
}

/** @throws conflict when the name is taken, or the workspace has its 100 tags */
export async function add(workspaceId: string, by: Actor, { name, color }: Fields): Promise<Tag> {
  const data = { workspaceId, id: newId(), name, nameKey: keyOf(name), color, createdAt: currentTime() };
  await db()
    .$transaction(async (tx) => {
      // Two admins may add the last tag at the same time; the row lock lets one succeed.
      await lockRow(tx, "workspace", workspaceId);
      if ((await tx.tag.count({ where: { workspaceId } })) >= maxTags)
        throw new AppError("conflict", `A workspace has at most ${maxTags} tags. Remove one first.`);
      await tx.tag.create({ data });
      await audit.record(tx, workspaceId, by, { what: "tag.added", subject: name });
    })
    .catch((error: unknown) => throwConflict(error, name));
  return { id: data.id, name, color };
}

type Change = { name?: string | undefined; color?: TagColor | undefined };

/** Changes only the given fields. @throws not_found, conflict */
export async function change(workspaceId: string, by: Actor, id: string, { name, color }: Change): Promise<Tag> {
  const data = { ...(name !== undefined && { name, nameKey: keyOf(name) }), ...(color !== undefined && { color }) };
  const changed = await db()
    .$transaction(async (tx) => {
      const before = await lock(tx, workspaceId, id);
      const after = Tag.parse(await tx.tag.update({ where: { workspaceId_id: { workspaceId, id } }, data, select: columns }));
      const details = diff(before, after);
      if (details) await audit.record(tx, workspaceId, by, { what: "tag.changed", subject: before.name, details });
      return { tag: after, isChanged: details !== undefined };
    })
    .catch((error: unknown) => throwConflict(error, name));
  if (changed.isChanged) notify(workspaceId, { tags: [id] });
  return changed.tag;
}

/** Takes it off all chats and contacts. @throws not_found */
export async function remove(workspaceId: string, by: Actor, id: string): Promise<{ removed: true }> {
  await db().$transaction(async (tx) => {
    const { name } = await lock(tx, workspaceId, id);
    await tx.tag.delete({ where: { workspaceId_id: { workspaceId, id } } });
    await audit.record(tx, workspaceId, by, { what: "tag.removed", subject: name });
  });
  notify(workspaceId, { tags: [id] });
  return { removed: true };
}

/** Reads the tag and locks it until the end of the transaction, so that the audit entry is exact. @throws not_found */
async function lock(tx: Tx, workspaceId: string, id: string): Promise<Tag> {
  await run(tx, { workspace: workspaceId })`select id from tag where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
  const tag = await tx.tag.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: columns });
  if (!tag) throw noSuchTag();
  return Tag.parse(tag);
}
