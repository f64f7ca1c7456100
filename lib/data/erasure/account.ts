import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withRetry } from "@/lib/platform/db/errors";
import { lockAccount } from "@/lib/workspace/accounts";
import * as audit from "@/lib/workspace/audit";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as members from "@/lib/workspace/members";
import { lockWorkspace } from "@/lib/workspace/members/permissions";

type Tx = Prisma.TransactionClient;
const operator = { ...commandLine, role: "owner" as const };

/**
 * Deletes an account: its profile, sessions, links and memberships, with the browsers that it is notified in. What it wrote and pressed
 * stays with its workspaces, under the name of that time, and so does the audit log. @throws not_found, conflict while it is the only owner of a
 * workspace
 */
export async function deleteAccount(email: string): Promise<{ memberships: number }> {
  // A membership that begins meanwhile refers to the account: its deletion fails then, and is tried again with it.
  const left = await withRetry(() => db().$transaction((tx) => deleteIn(tx, email)));
  for (const { workspaceId, unassigned } of left) await members.announceRemoved(workspaceId, unassigned);
  return { memberships: left.length };
}

async function deleteIn(tx: Tx, email: string) {
  const found = await tx.account.findUnique({ where: { email }, select: { id: true, members: { select: { workspaceId: true } } } });
  if (!found) throw new AppError("not_found", `There is no account with the e-mail ${email}.`);
  // In one order, and before the account, as whoever changes a member does.
  const workspaceIds = found.members.map(({ workspaceId }) => workspaceId).sort();
  for (const workspaceId of workspaceIds) await lockWorkspace(tx, workspaceId);
  await lockAccount(tx, found.id);
  const accountId = found.id;
  await refuseLastOwner(tx, accountId, workspaceIds);
  const left: { workspaceId: string; unassigned: Awaited<ReturnType<typeof members.removeIn>> }[] = [];
  for (const workspaceId of workspaceIds)
    left.push({ workspaceId, unassigned: await removeMembership(tx, workspaceId, { accountId, email }) });
  await tx.session.deleteMany({ where: { accountId } });
  await tx.resetLink.deleteMany({ where: { accountId } });
  await tx.account.delete({ where: { id: accountId } });
  return left;
}

async function removeMembership(tx: Tx, workspaceId: string, { accountId, email }: { accountId: string; email: string }) {
  // Entries are for ever: this one has our id only.
  await audit.record(tx, workspaceId, operator, { what: "member.erased", subject: accountId });
  const unassigned = await members.removeIn(tx, workspaceId, operator, accountId);
  await tx.chatRead.deleteMany({ where: { workspaceId, accountId } });
  await tx.visibleTab.deleteMany({ where: { workspaceId, accountId } });
  await tx.memberOnline.deleteMany({ where: { workspaceId, accountId } });
  await tx.invitation.deleteMany({ where: { workspaceId, email } });
  return unassigned;
}

async function refuseLastOwner(tx: Tx, accountId: string, workspaceIds: string[]): Promise<void> {
  const solelyOwned: string[] = [];
  for (const workspaceId of workspaceIds) {
    const owners = await tx.member.findMany({ where: { workspaceId, role: "owner" }, select: { accountId: true } });
    if (owners.length !== 1 || owners[0]?.accountId !== accountId) continue;
    const { slug } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { slug: true } });
    solelyOwned.push(slug);
  }
  if (solelyOwned.length === 0) return;
  throw new AppError(
    "conflict",
    `This is the only owner of ${solelyOwned.join(", ")}. Invite another owner there (invite --role owner) or make a member one, or delete the workspace first (delete-workspace).`,
  );
}
