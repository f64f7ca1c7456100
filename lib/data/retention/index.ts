/** Retention removes rows by their age, for events after the time that a workspace chose. What goes on request is `erasure`. */

import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { type EventsKeptDays, periods } from "./contract";

type Retention = { eventsKeptDays: EventsKeptDays };

export async function view(workspaceId: string): Promise<Retention> {
  const { eventsKeptDays } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { eventsKeptDays: true } });
  return { eventsKeptDays: periods.find((days) => days === eventsKeptDays) ?? null };
}

/** Older events are removed by the next run, within an hour. */
export async function choose(workspaceId: string, by: Actor, { eventsKeptDays }: Retention): Promise<Retention> {
  await db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that the audit entry has the previous value.
    await lockRow(tx, "workspace", workspaceId);
    const before = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, eventsKeptDays: true } });
    if (before.eventsKeptDays === eventsKeptDays) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { eventsKeptDays } });
    const details = { eventsKeptDays: { from: before.eventsKeptDays ?? "for good", to: eventsKeptDays ?? "for good" } };
    await audit.record(tx, workspaceId, by, { what: "workspace.retention_changed", subject: before.name, details });
  });
  return { eventsKeptDays };
}
