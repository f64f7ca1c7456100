/** A saved reply is a text that agents insert by its shortcut. A receiver's reply to a call is in `lib/actions/calls`. */

import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Database, db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { isUniqueViolation } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import { run } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import { maxReplies, type ReplyBody, type ReplySettings, type SavedReply } from "./contract";

type Tx = Prisma.TransactionClient;
type Member = { by: Actor; role: Role };

const columns = { id: true, title: true, shortcut: true, text: true } as const;

function throwConflict(error: unknown, shortcut: string | null | undefined): never {
  if (isUniqueViolation(error)) throw new AppError("conflict", `Another saved reply has the shortcut ${shortcut} already.`);
  throw error;
}

const readSettings = (workspaceId: string, on: Pick<Database, "workspace">) =>
  on.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, agentsManageReplies: true } });

async function canManage(workspaceId: string, role: Role, on: Pick<Database, "workspace"> = db()): Promise<boolean> {
  return role !== "agent" || (await readSettings(workspaceId, on)).agentsManageReplies;
}

/** @throws forbidden */
async function requirePermission(workspaceId: string, role: Role, on: Pick<Database, "workspace">): Promise<void> {
  if (!(await canManage(workspaceId, role, on)))
    throw new AppError("forbidden", "Only admins change saved replies in this workspace. An admin can allow agents to, in the settings.");
}

/** The saved replies by title, and whether a member with this role manages them. */
export async function list(workspaceId: string, role: Role): Promise<{ items: SavedReply[]; canManage: boolean }> {
  const [items, isManager] = await Promise.all([
    db().savedReply.findMany({ where: { workspaceId }, select: columns, orderBy: [{ title: "asc" }, { id: "asc" }] }),
    canManage(workspaceId, role),
  ]);
  return { items, canManage: isManager };
}

/** @throws forbidden, conflict when the shortcut is taken, or the workspace has its 300 replies */
export async function add(workspaceId: string, { by, role }: Member, { title, shortcut, text }: ReplyBody): Promise<SavedReply> {
  const reply = { id: newId(), title, shortcut, text };
  const now = currentTime();
  await db()
    .$transaction(async (tx) => {
      // Locked, so that of two who add the last one at the same time, one succeeds.
      await lockRow(tx, "workspace", workspaceId);
      await requirePermission(workspaceId, role, tx);
      if ((await tx.savedReply.count({ where: { workspaceId } })) >= maxReplies)
        throw new AppError("conflict", `A workspace has at most ${maxReplies} saved replies. Remove one first.`);
      await tx.savedReply.create({ data: { ...reply, workspaceId, createdAt: now, updatedAt: now } });
      await audit.record(tx, workspaceId, by, { what: "reply.added", subject: title });
    })
    .catch((error: unknown) => throwConflict(error, shortcut));
  return reply;
}

type Change = { [Field in keyof ReplyBody]?: ReplyBody[Field] | undefined };

/** Changes only the given fields. The log says that a text changed, and not how: it is read for ever. @throws not_found, forbidden, conflict */
export async function change(workspaceId: string, { by, role }: Member, id: string, sent: Change): Promise<SavedReply> {
  const data = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return db()
    .$transaction(async (tx) => {
      const before = await lock(tx, workspaceId, id);
      await requirePermission(workspaceId, role, tx);
      const where = { workspaceId_id: { workspaceId, id } };
      const after = await tx.savedReply.update({ where, data: { ...data, updatedAt: currentTime() }, select: columns });
      const details = diff(described(before), described(after));
      if (details || before.text !== after.text)
        await audit.record(tx, workspaceId, by, { what: "reply.changed", subject: before.title, details });
      return after;
    })
    .catch((error: unknown) => throwConflict(error, sent.shortcut));
}

const described = ({ title, shortcut }: SavedReply) => ({ title, shortcut });

/** @throws not_found, forbidden */
export async function remove(workspaceId: string, { by, role }: Member, id: string): Promise<{ removed: true }> {
  await db().$transaction(async (tx) => {
    const { title } = await lock(tx, workspaceId, id);
    await requirePermission(workspaceId, role, tx);
    await tx.savedReply.delete({ where: { workspaceId_id: { workspaceId, id } } });
    await audit.record(tx, workspaceId, by, { what: "reply.removed", subject: title });
  });
  return { removed: true };
}

/** Reads the reply and locks it until the end of the transaction, so that the audit entry is exact. @throws not_found */
async function lock(tx: Tx, workspaceId: string, id: string): Promise<SavedReply> {
  await run(tx, { workspace: workspaceId })`
select id from saved_reply where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
  const reply = await tx.savedReply.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: columns });
  if (!reply) throw new AppError("not_found", "There is no such saved reply.");
  return reply;
}

export const settings = async (workspaceId: string): Promise<ReplySettings> => ({
  agentsManage: (await readSettings(workspaceId, db())).agentsManageReplies,
});

export async function changeSettings(workspaceId: string, by: Actor, { agentsManage }: ReplySettings): Promise<ReplySettings> {
  await db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that the audit entry has the previous value.
    await lockRow(tx, "workspace", workspaceId);
    const before = await readSettings(workspaceId, tx);
    if (before.agentsManageReplies === agentsManage) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { agentsManageReplies: agentsManage } });
    const details = { agentsManage: { from: before.agentsManageReplies, to: agentsManage } };
    await audit.record(tx, workspaceId, by, { what: "workspace.replies_changed", subject: before.name, details });
  });
  return { agentsManage };
}
