import * as helpdesks from "@/lib/desk/helpdesks";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { cookieOf, cookiesOf } from "./auth/cookie";
import { type Membership, membershipOfSession, sessionCookie, sessionIdOf, type Workspace } from "./auth/session";
import type { ApiRequest } from "./request";

/** The caller from a frame. `sessionId` is null for a backend's token. */
export type FrameCaller = { workspace: Workspace; viewer: helpdesks.Viewer; sessionId: string | null };

const callerOf = ({ workspace, account, role, sessionId }: Membership): FrameCaller => ({
  workspace,
  viewer: { kind: "agent", id: account.id, name: account.name, role },
  sessionId,
});

/** The member whose session a frame continues: it ends with the session, the membership and the password. */
async function memberOf({ sessionId, workspaceId }: { sessionId: string; workspaceId: string }, slug: string) {
  const found = await membershipOfSession(sessionId, slug);
  const isMember = found?.signedIn.passwordBy === "self" && found.membership?.workspace.id === workspaceId;
  return isMember ? found.membership : undefined;
}

const workspaceColumns = { id: true, slug: true, name: true, plan: true } as const;

/** @throws signed_out when the token is forged, expired, or of another workspace, and when its session has ended */
export async function callerByToken(token: string, slug: string): Promise<FrameCaller> {
  const claims = helpdesks.agentOf(token);
  if (claims) {
    const member = await memberOf(claims, slug);
    if (!member) throw refusalError("signed_out", "signedOut");
    return callerOf(member);
  }
  const shown = helpdesks.contactOf(token);
  const workspace = shown && (await db().workspace.findFirst({ where: { id: shown.workspaceId, slug }, select: workspaceColumns }));
  if (!workspace) throw new AppError("signed_out", "This view has expired. Open it again.");
  return { workspace, viewer: { kind: "token", subject: shown.subject, expiresAt: shown.expiresAt }, sessionId: null };
}

/** Partitioned: the browser keeps one for each site that shows the frame, and no other endpoint reads it. */
const renewalCookie = "__Host-beside-frame";
const attributes = "Path=/; HttpOnly; Secure; SameSite=None; Partitioned";

const isHttps = (request: ApiRequest) => request.header("x-forwarded-proto")?.split(",")[0]?.trim() === "https";

type Exchange = { slug: string; request: ApiRequest; headers: Record<string, string> };

/** Exchanges the one-time code of the sign-in window for an agent's token, and for a cookie where browsers accept one. @throws signed_out */
export async function redeem(body: { code: string; origin: string }, { slug, request, headers }: Exchange) {
  const workspace = await db().workspace.findUnique({ where: { slug }, select: { id: true } });
  const claims = workspace ? await helpdesks.redeemCode(workspace.id, body) : undefined;
  if (!claims || !(await memberOf(claims, slug))) throw new AppError("signed_out", "This code has expired or was used. Sign in again.");
  if (isHttps(request)) {
    const { token, maxAgeSeconds } = helpdesks.createRenewal(claims);
    headers["set-cookie"] = `${renewalCookie}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`;
  }
  return helpdesks.createBearer(claims);
}

/**
 * A new token from the frame's cookie, while its session is valid and its site allowed; or from the session's own cookie, which
 * browsers send to a frame only if the site around it is ours, too. Null when nobody is signed in.
 */
export async function renew({ slug, request }: Exchange) {
  for (const cookie of cookiesOf(request, renewalCookie)) {
    const claims = helpdesks.renewalOf(cookie);
    if (claims && (await memberOf(claims, slug)) && (await helpdesks.isFrameOrigin(claims.workspaceId, claims.origin)))
      return { bearer: helpdesks.createBearer(claims) };
  }
  const sessionId = await sessionIdOf(cookieOf(request, sessionCookie));
  const found = sessionId ? await membershipOfSession(sessionId, slug) : undefined;
  if (!found?.membership || found.signedIn.passwordBy !== "self") return { bearer: null };
  const { workspace } = found.membership;
  return { bearer: helpdesks.createBearer({ workspaceId: workspace.id, sessionId: found.membership.sessionId, origin: "" }) };
}
