import { decode } from "next-auth/jwt";
import type { Role } from "@/lib/contract";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { once } from "@/lib/once";
import type { Plan } from "@/lib/workspaces/contract";

export const sessionCookie = "beside.session";

export type Account = { id: string; name: string; email: string };
export type Workspace = { id: string; slug: string; name: string; plan: Plan };
export type Membership = { workspace: Workspace; account: Account; role: Role };

type Claims = { accountId: string; epoch: number; until: number };

// Opening a cookie costs more than everything else that a small call does; one that was opened stays what it is.
const mostOpened = 1_000;
const opened = () => once("session-cookies", () => new Map<string, Claims>());

/** What the session cookie claims; nothing when it is missing, forged or too old. */
async function claimsOf(cookie: string | undefined): Promise<Claims | undefined> {
  if (!cookie) return undefined;
  const claims = opened().get(cookie) ?? (await openCookie(cookie));
  return claims && claims.until > Date.now() ? claims : undefined;
}

async function openCookie(cookie: string): Promise<Claims | undefined> {
  try {
    const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET });
    const { sub, epoch, exp } = token ?? {};
    if (typeof sub !== "string" || typeof epoch !== "number" || typeof exp !== "number") return undefined;
    const claims = { accountId: sub, epoch, until: exp * 1000 };
    if (opened().size >= mostOpened) opened().clear();
    opened().set(cookie, claims);
    return claims;
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

type Row = Account & { sessionEpoch: number; role: Role | null; workspaceId: string; slug: string; workspaceName: string; plan: Plan };

/**
 * Who is signed in, and their place in a workspace, looked up on every call in one statement: a removed member is out at once,
 * and so is a session from before the last change of the password. Nothing when nobody is signed in.
 */
export async function membershipOf(
  cookie: string | undefined,
  slug: string,
): Promise<{ account: Account; membership: Membership | undefined } | undefined> {
  const claims = await claimsOf(cookie);
  if (!claims) return undefined;
  const [row] = await db().$queryRaw<Row[]>`
    select a.id, a.name, a.email, a.session_epoch as "sessionEpoch", m.role::text as role,
      w.id as "workspaceId", w.slug, w.name as "workspaceName", w.plan::text as plan
    from account a
    left join workspace w on w.slug = ${slug}
    left join member m on m.workspace_id = w.id and m.account_id = a.id
    where a.id = ${claims.accountId}::uuid`;
  if (!row || row.sessionEpoch !== claims.epoch) return undefined;
  const account = { id: row.id, name: row.name, email: row.email };
  if (!row.role) return { account, membership: undefined };
  const workspace = { id: row.workspaceId, slug: row.slug, name: row.workspaceName, plan: row.plan };
  return { account, membership: { account, role: row.role, workspace } };
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
