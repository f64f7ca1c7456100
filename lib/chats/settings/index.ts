/**
 * The settings of chats are a workspace's choice of how new chats get an assignee. Settings of channels are in
 * `lib/workspace/integrations`.
 */

import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { ChatSettings } from "./contract";

/** As the audit log says it. */
const described = { off: "off", round_robin: "in turn" } as const;

const selected = { name: true, assignNewChats: true } as const;

export async function read(workspaceId: string): Promise<ChatSettings> {
  const { assignNewChats } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: selected });
  return { assignNewChats };
}

/** Chats that exist keep their assignee. */
export async function change(workspaceId: string, by: Actor, { assignNewChats }: ChatSettings): Promise<ChatSettings> {
  await db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that the audit entry has the previous value.
    await lockRow(tx, "workspace", workspaceId);
    const before = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: selected });
    if (before.assignNewChats === assignNewChats) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { assignNewChats } });
    const details = { assignNewChats: { from: described[before.assignNewChats], to: described[assignNewChats] } };
    await audit.record(tx, workspaceId, by, { what: "workspace.chats_changed", subject: before.name, details });
  });
  return { assignNewChats };
}
