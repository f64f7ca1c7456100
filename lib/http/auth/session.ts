import { decode } from "next-auth/jwt";
import { z } from "zod";
import { Plan, Role } from "@/lib/kernel/contract";
import { highestId } from "@/lib/kernel/id-bounds";
import { type Locale, localeOf } from "@/lib/kernel/locale";
import { db, rawClient } from "@/lib/platform/db";
import { isDistributed } from "@/lib/platform/db/citus";
import { currentTime } from "@/lib/platform/db/clock";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/runtime";
import { PasswordBy } from "@/lib/workspace/accounts/contract";
import * as sessions from "@/lib/workspace/sessions";

export const sessionCookie = "beside.session";

export type Account = { id: string; name: string; email: string };
export type Workspace = { id: string; slug: string; name: string; plan: Plan };
export type Membership = { workspace: Workspace; account: Account; role: Role; sessionId: string };
/**
 * `passwordBy` says who chose the password: if it was another person, a session can do nothing but choose a new one. `locale` is the
 * language that the account chose; null for the browser's.
 */
export type SignedIn = { account: Account; sessionId: string; passwordBy: PasswordBy; locale: Locale | null };

type Claims = { sessionId: string; until: number };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** By the text of the cookie. */
    sessionCookies: Map<string, Claims>;
    /** The workspace that each session was a member of last. */
    sessionWorkspaces: Map<string, string>;
  }
}

// Decrypting a cookie costs more than the rest of a small call, and its contents never change, so they are cached.
const maxDecoded = 1_000;
const decodedCookies = () => singleton("sessionCookies", () => new Map());

/** The claims of the session cookie; undefined when it is missing, forged or too old. */
async function claimsOf(cookie: string | undefined): Promise<Claims | undefined> {
  if (!cookie) return undefined;
  const claims = decodedCookies().get(cookie) ?? (await decodeCookie(cookie));
  return claims && claims.until > currentTime().getTime() ? claims : undefined;
}

async function decodeCookie(cookie: string): Promise<Claims | undefined> {
  try {
    const token = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET });
    // A cookie from before sessions had an id is not valid.
    const { sid, exp } = token ?? {};
    if (typeof sid !== "string" || typeof exp !== "number") return undefined;
    const claims = { sessionId: sid, until: exp * 1000 };
    if (decodedCookies().size >= maxDecoded) decodedCookies().clear();
    decodedCookies().set(cookie, claims);
    return claims;
  } catch {
    return undefined;
  }
}

/** The session id of a cookie, whether or not the session has ended. */
export const sessionIdOf = async (cookie: string | undefined): Promise<string | undefined> => (await claimsOf(cookie))?.sessionId;

/** The signed-in account. A session that was ended, or is from before the last change of the password, is not valid. */
export async function signedInOf(cookie: string | undefined): Promise<SignedIn | undefined> {
  return (await membershipOf(cookie, ""))?.signedIn;
}

const account = {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  passwordBy: PasswordBy,
  locale: z.string().nullable(),
  lastSeenAt: z.date(),
};
const workspace = { workspaceId: z.uuid(), slug: z.string(), workspaceName: z.string(), plan: Plan };
const nullable = {
  workspaceId: z.uuid().nullable(),
  slug: z.string().nullable(),
  workspaceName: z.string().nullable(),
  plan: Plan.nullable(),
};
const MembershipRow = z.union([
  z.strictObject({ ...account, ...workspace, role: Role }),
  // No member of the workspace, or there is none.
  z.strictObject({ ...account, ...nullable, role: z.null() }),
]);

/**
 * The signed-in account and its membership in a workspace, queried on every call in one statement: removing a member, or
 * ending a session here or elsewhere, takes effect at once. Undefined when nobody is signed in.
 */
export async function membershipOf(
  cookie: string | undefined,
  slug: string,
): Promise<{ signedIn: SignedIn; membership: Membership | undefined } | undefined> {
  const claims = await claimsOf(cookie);
  return claims && membershipOfSession(claims.sessionId, slug);
}

/** `$1` a workspace, where it has to be known first, `$2` its slug, `$3` session, `$4` now. */
const membershipStatement = statement({ row: MembershipRow })`
    select a.id, a.name, a.email, a.password_by::text as "passwordBy", a.locale, s.last_seen_at as "lastSeenAt", m.role::text as role,
      w.id as "workspaceId", w.slug, w.name as "workspaceName", w.plan::text as plan
    from session s
    join account a on a.id = s.account_id and a.session_epoch = s.epoch
    left join workspace w on w.slug = $2::text
    left join member m on m.workspace_id = coalesce($1::uuid, w.id) and m.account_id = a.id
    where s.id = $3::uuid and s.ended_at is null and s.expires_at > $4::timestamptz`;

/** No workspace has it. */
const nowhere = highestId;

/** On a distributed database members are where their workspace is, which has to be known first. */
const workspaceOf = async (slug: string): Promise<string> =>
  (await db().workspace.findUnique({ where: { slug }, select: { id: true } }))?.id ?? nowhere;

export const lastWorkspaceOf = (sessionId: string): string | undefined => lastWorkspaces().get(sessionId);

const maxSessions = 10_000;
const lastWorkspaces = () => singleton("sessionWorkspaces", () => new Map());

/** Until a session is known to be a member's, its checks wait in a line of their own: its cookie may name any workspace. */
function rememberWorkspace(sessionId: string, workspaceId: string): void {
  if (lastWorkspaces().size >= maxSessions) lastWorkspaces().clear();
  lastWorkspaces().set(sessionId, workspaceId);
}

async function findMember(sessionId: string, slug: string): Promise<z.output<typeof MembershipRow> | undefined> {
  const workspaceId = isDistributed() ? await workspaceOf(slug) : null;
  const [row] = await rows(rawClient, membershipStatement)(workspaceId, slug, sessionId, currentTime());
  return row;
}

/** As `membershipOf`, for a session that was proven in another way, such as by a frame's token. */
export async function membershipOfSession(
  sessionId: string,
  slug: string,
): Promise<{ signedIn: SignedIn; membership: Membership | undefined } | undefined> {
  const known = lastWorkspaceOf(sessionId);
  const row = await onBehalfOf(known ?? `session ${sessionId}`, () => findMember(sessionId, slug));
  if (!row) return undefined;
  sessions.updateLastSeen(sessionId, row.lastSeenAt);
  const account = { id: row.id, name: row.name, email: row.email };
  // The next version may know more languages.
  const signedIn = { account, sessionId, passwordBy: row.passwordBy, locale: localeOf(row.locale) };
  if (row.role === null) return { signedIn, membership: undefined };
  const workspace = { id: row.workspaceId, slug: row.slug, name: row.workspaceName, plan: row.plan };
  if (known !== workspace.id) rememberWorkspace(sessionId, workspace.id);
  return { signedIn, membership: { account, role: row.role, workspace, sessionId } };
}

/** Which of these sessions still belong to members: one query for all streams of a workspace. */
export async function sessionsOfMembers(workspaceId: string, sessionIds: string[]): Promise<Set<string>> {
  const found = await onBehalfOf(
    workspaceId,
    () => rows(db(), { row: IdRow, workspace: workspaceId })`
    select s.id from session s
    join account a on a.id = s.account_id and a.session_epoch = s.epoch and a.password_by = 'self'
    join member m on m.account_id = a.id and m.workspace_id = ${workspaceId}::uuid
    where s.id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${currentTime()}`,
  );
  return new Set(found.map(({ id }) => id));
}

const ranks: Record<Role, number> = { agent: 0, admin: 1, owner: 2 };

export const hasRole = (role: Role, min: Role): boolean => ranks[role] >= ranks[min];

/** The slug of the account's first workspace, where it starts after signing in. */
export async function firstWorkspaceOf(account: Account): Promise<string | undefined> {
  const member = await db().member.findFirst({
    where: { accountId: account.id },
    orderBy: { createdAt: "asc" },
    select: { workspace: { select: { slug: true } } },
  });
  return member?.workspace.slug;
}
