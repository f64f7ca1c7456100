/**
 * The settings of chats are a workspace's choice of how new chats get an assignee, and when they come back from one. Settings of channels
 * are in `lib/workspace/integrations`.
 */

import { beginComingBack } from "@/lib/chats/come-back";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import type { ChatSettings } from "./contract";

/** As the audit log says it. */
const described = { off: "off", round_robin: "in turn", queue: "to nobody", next: "to the next member" } as const;

const selected = { assignNewChats: true, comeBack: true, comeBackMinutes: true } as const;

const describe = ({ assignNewChats, comeBack, comeBackMinutes }: ChatSettings) => ({
  assignNewChats: described[assignNewChats],
  comeBack: described[comeBack],
  comeBackMinutes,
});

export async function read(workspaceId: string): Promise<ChatSettings> {
  return db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: selected });
}

/** Chats that exist keep their assignee, and waiting counts from now on. What is left out stays. */
export async function change(
  workspaceId: string,
  by: Actor,
  given: { [Name in keyof ChatSettings]?: ChatSettings[Name] | undefined },
): Promise<ChatSettings> {
  return db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that the audit entry has the previous value.
    await lockRow(tx, "workspace", workspaceId);
    const { name, ...before } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, ...selected } });
    const after: ChatSettings = {
      assignNewChats: given.assignNewChats ?? before.assignNewChats,
      comeBack: given.comeBack ?? before.comeBack,
      comeBackMinutes: given.comeBackMinutes ?? before.comeBackMinutes,
    };
    const details = diff(describe(before), describe(after));
    if (!details) return after;
    const isSwitchedOn = before.comeBack === "off" && after.comeBack !== "off";
    await tx.workspace.update({ where: { id: workspaceId }, data: { ...after, ...(isSwitchedOn && { comeBackSince: currentTime() }) } });
    if (isSwitchedOn) await beginComingBack(tx, workspaceId);
    await audit.record(tx, workspaceId, by, { what: "workspace.chats_changed", subject: name, details });
    return after;
  });
}
