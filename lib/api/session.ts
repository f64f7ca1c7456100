import { decode } from "next-auth/jwt";
import type { Role } from "@/lib/contract";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import type { Plan } from "@/lib/workspaces/contract";

export const sessionCookie = "beside.session";

export type Account = { id: string; name: string; email: string };
export type Workspace = { id: string; slug: string; name: string; plan: Plan };
export type Membership = { workspace: Workspace; account: Account; role: Role };

/** What the session cookie claims; nothing when it is missing, forged or too old. */
async function claimsOf(cookie: string | undefined): Promise<{ accountId: string; epoch: number } | undefined> {
  if (!cookie) return undefined;
  try {
    const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET });
    const { sub, epoch } = token ?? {};
    return typeof sub === "string" && typeof epoch === "number" ? { accountId: sub, epoch } : undefined;
  } catch {
    return undefined;
  }
}

/** Who is signed in. A session made before the last change of the password has ended. */
export async function accountOf(cookie: string | undefined): Promise<Account | undefined> {
  const claims = await claimsOf(cookie);
  if (!claims) return undefined;
  const account = await db().account.findUnique({
    where: { id: claims.accountId },
    select: { id: true, name: true, email: true, sessionEpoch: true },
  });
  if (!account || account.sessionEpoch !== claims.epoch) return undefined;
  const { id, name, email } = account;
  return { id, name, email };
}

/** The account's place in a workspace, looked up on every call: a removed member is out at once. */
export async function membershipOf(account: Account, slug: string): Promise<Membership | undefined> {
  const member = await db().member.findFirst({
    where: { accountId: account.id, workspace: { slug } },
    select: { role: true, workspace: { select: { id: true, slug: true, name: true, plan: true } } },
  });
  return member ? { account, role: member.role, workspace: member.workspace } : undefined;
}

/** Whether the cookie's session is still one of a member: one look, for a stream that asks again and again. */
export async function isStillMember(cookie: string | undefined, workspaceId: string): Promise<boolean> {
  const claims = await claimsOf(cookie);
  if (!claims) return false;
  const { accountId, epoch } = claims;
  return (await db().member.count({ where: { workspaceId, accountId, account: { sessionEpoch: epoch } } })) > 0;
}

const ranks: Record<Role, number> = { agent: 0, admin: 1, owner: 2 };

export const hasRole = (role: Role, least: Role): boolean => ranks[role] >= ranks[least];

/** Where a signed-in account begins: its first workspace. */
export async function firstWorkspaceOf(account: Account): Promise<string | undefined> {
  const member = await db().member.findFirst({
    where: { accountId: account.id },
    orderBy: { createdAt: "asc" },
    select: { workspace: { select: { slug: true } } },
  });
  return member?.workspace.slug;
}
