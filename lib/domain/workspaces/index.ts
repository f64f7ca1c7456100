import * as audit from "@/lib/domain/audit";
import type { Actor } from "@/lib/domain/audit/contract";
import * as keys from "@/lib/domain/keys";
import type { Plan } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";

export async function choosePlan(workspaceId: string, by: Actor, plan: Plan): Promise<{ plan: Plan }> {
  await db().$transaction(async (tx) => {
    const { name, plan: before } = await held(tx, workspaceId);
    if (before === plan) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { plan } });
    await audit.record(tx, workspaceId, by, { what: "plan.changed", subject: name, details: { plan: { from: before, to: plan } } });
  });
  await keys.forget(workspaceId);
  return { plan };
}

/** The workspace, held to the end of the transaction: what is written of it is what it was. */
async function held(tx: Prisma.TransactionClient, workspaceId: string) {
  await tx.$executeRaw`select id from workspace where id = ${workspaceId}::uuid for update`;
  return tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, plan: true } });
}
