/** A workspace is one company's tenant: how it is made, its name in addresses, and its plan. It is deleted by `lib/data/erasure`. */

import type { Plan } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { lockRow } from "@/lib/platform/db/lock-row";
import { env } from "@/lib/platform/env";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import * as keys from "@/lib/workspace/keys";

/** An owner's choice, where the operator lets owners choose. @throws forbidden */
export async function chooseOwnPlan(workspaceId: string, by: Actor, plan: Plan): Promise<{ plan: Plan }> {
  if (!hasPlans()) throw new AppError("forbidden", "There are no plans to choose from here. Whoever runs Beside sets the plan.");
  return choosePlan(workspaceId, by, plan);
}

/** Whether owners choose a plan in the settings. */
export const hasPlans = (): boolean => env().PLANS === "1";

export async function choosePlan(workspaceId: string, by: Actor, plan: Plan): Promise<{ plan: Plan }> {
  await db().$transaction(async (tx) => {
    const { name, plan: before } = await findForUpdate(tx, workspaceId);
    if (before === plan) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { plan } });
    await audit.record(tx, workspaceId, by, { what: "plan.changed", subject: name, details: { plan: { from: before, to: plan } } });
  });
  await keys.invalidateKeys(workspaceId);
  return { plan };
}

/** The workspace, locked until the transaction ends, so that the audit entry has the previous value. */
async function findForUpdate(tx: Prisma.TransactionClient, workspaceId: string) {
  await lockRow(tx, "workspace", workspaceId);
  return tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, plan: true } });
}
