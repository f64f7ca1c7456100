import * as website from "@/lib/channels/website/settings";
import { isVisitorToken, visitorIdOf } from "@/lib/channels/website/visitor";
import { clientAddressOf, networkOf } from "@/lib/http/address";
import { callerByToken, type FrameCaller } from "@/lib/http/frame";
import { allowanceOf, rateHeaders } from "@/lib/http/limits/enforce-rate-limit";
import { matchPath } from "@/lib/http/path";
import { type ApiRequest, isWriting } from "@/lib/http/request";
import type { Access, Contract, Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { holder } from "@/lib/platform/db";
import { foundWorkspace } from "@/lib/platform/db/on-behalf";
import * as limit from "@/lib/platform/rate-limit";
import * as keys from "@/lib/workspace/keys";
import { allows } from "@/lib/workspace/workspaces/shared/plans";
import { cookieOf } from "./cookie";
import { missingKeyMessage } from "./missing-key";
import { ownOrigin } from "./own-origin";
import { isSameSecret } from "./same-secret";
import { type Account, hasRole, membershipOf, sessionCookie, signedInOf, type Workspace } from "./session";

export type Caller<A extends Access = Access> = A extends "session"
  ? { access: "session"; workspace: Workspace; account: Account; role: Role; sessionId: string; by: { accountId: string; name: string } }
  : A extends "key"
    ? { access: "key"; workspace: Workspace; keyId: string }
    : A extends "visitor"
      ? { access: "visitor"; email: string | undefined; session: { accountId: string; sessionId: string } | undefined }
      : A extends "widget"
        ? { access: "widget"; workspaceId: string; visitorId: string }
        : A extends "embed"
          ? { access: "embed" } & FrameCaller
          : { access: A };

const failedKeysPerMinute = 300;

/** Identifies the caller and checks its permission. @throws missing_key, invalid_key, plan_required, signed_out, forbidden, not_found */
export async function authenticate(
  contract: Pick<Contract, "access" | "role" | "path" | "item">,
  request: ApiRequest,
  path: string,
): Promise<Caller> {
  switch (contract.access) {
    case "key":
      return byKey(contract, request);
    case "session":
      return bySession(contract, request, path);
    case "embed":
      return byFrame(contract, request, path);
    case "operator":
      return byOperator(request);
    case "widget":
      return byVisitorToken(contract, request, path);
    case "visitor":
      return byVisitor(request);
    case "public":
      if (isWriting(request.method)) requireSameOrigin(request);
      return { access: "public" };
  }
}

/** From now on the call is logged, and its statements wait, as one of this workspace. */
function identify(request: ApiRequest, from: { workspaceId: string; keyId?: string }): void {
  request.from = from;
  foundWorkspace(from.workspaceId);
}

const challenge = { "www-authenticate": "Bearer" };
const bearerOf = ({ header }: ApiRequest): string | undefined => /^bearer +(\S.*)$/i.exec(header("authorization") ?? "")?.[1];

async function byKey(contract: Pick<Contract, "item">, request: ApiRequest): Promise<Caller<"key">> {
  const key = bearerOf(request);
  if (!key) throw new AppError("missing_key", missingKeyMessage(request), challenge);
  // Counted by network, so that a stranger cannot use up a customer's calls. A malformed key needs no query; a well-formed but
  // unknown one was forged or revoked, and too many of them block further queries from that network.
  const counter = () => `${keys.isWellFormed(key) ? "unknown" : "failed"}-key:${networkOf(clientAddressOf(request.header))}`;
  const workspace = await keys.holderOf(key, async () => rejectGuesses(await limit.peek(counter(), failedKeysPerMinute)));
  if (!workspace) {
    rejectGuesses(await limit.consume(counter(), failedKeysPerMinute));
    throw new AppError(
      "invalid_key",
      "This API key is not valid: it was mistyped, rotated or revoked. Copy a live one from Settings, Developers.",
      challenge,
    );
  }
  identify(request, { workspaceId: workspace.id, keyId: workspace.keyId });
  if (!allows(workspace.plan, "contextApi")) {
    const headers = rateHeaders(await limit.peek(...allowanceOf(contract, workspace.id)));
    throw new AppError(
      "plan_required",
      "The context API needs the Pro plan or above. The owner chooses it in Settings → Workspace → Plan, or whoever runs Beside sets it.",
      headers,
    );
  }
  return { access: "key", workspace, keyId: workspace.keyId };
}

function rejectGuesses({ allowed, resetSeconds }: limit.RateLimitState): void {
  if (allowed) return;
  throw new AppError("rate_limited", `Too many calls with wrong keys. Wait ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}

async function bySession(contract: Pick<Contract, "path" | "role">, request: ApiRequest, path: string): Promise<Caller<"session">> {
  if (isWriting(request.method)) requireSameOrigin(request);
  const slug = matchPath(contract.path, path)?.["workspace"] ?? "";
  const found = await membershipOf(cookieOf(request, sessionCookie), slug);
  if (!found) throw refusalError("signed_out", "signedOut");
  const { membership } = found;
  // 404, not 403: a stranger must not learn that this workspace exists, and one who was a member reads why nothing works.
  if (!membership) throw refusalError("not_found", "noWorkspace");
  identify(request, { workspaceId: membership.workspace.id });
  if (found.signedIn.passwordBy !== "self")
    throw new AppError("forbidden", "Somebody else made your password. Sign in again and choose one of your own first.");
  if (!hasRole(membership.role, contract.role ?? "agent")) throw refusalError("forbidden", "forbidden");
  return { access: "session", ...membership, by: { accountId: membership.account.id, name: membership.account.name } };
}

/** A frame on another site, by the token in its memory: cookies count only where such a token is made. */
async function byFrame(contract: Pick<Contract, "path">, request: ApiRequest, path: string): Promise<Caller<"embed">> {
  const token = bearerOf(request);
  if (token === undefined) throw refusalError("signed_out", "signedOut");
  const caller = await callerByToken(token, matchPath(contract.path, path)?.["workspace"] ?? "");
  identify(request, { workspaceId: caller.workspace.id });
  return { access: "embed", ...caller };
}

/** Anybody. A signed-in account is identified even if another person chose its password: here it chooses its own. */
async function byVisitor(request: ApiRequest): Promise<Caller<"visitor">> {
  if (isWriting(request.method)) requireSameOrigin(request);
  const found = await signedInOf(cookieOf(request, sessionCookie));
  return {
    access: "visitor",
    email: found?.account.email,
    session: found && { accountId: found.account.id, sessionId: found.sessionId },
  };
}

/**
 * A visitor of a customer's website, by the token that their browser made. Any token is somebody: one that was never seen before is
 * a new visitor. Our frame is the only page that may call; software without a browser may too, and is a visitor like any other.
 */
async function byVisitorToken(contract: Pick<Contract, "path">, request: ApiRequest, path: string): Promise<Caller<"widget">> {
  if (isWriting(request.method)) requireSameOrigin(request);
  const token = bearerOf(request);
  if (!token) throw new AppError("missing_key", "Send the visitor’s token in the header “Authorization: Bearer <token>”.", challenge);
  if (!isVisitorToken(token)) {
    throw new AppError("invalid_key", "A visitor’s token is 32 random bytes in base64url: 43 characters without padding.", challenge);
  }
  const { workspaceId } = await website.open(matchPath(contract.path, path)?.["workspace"] ?? "");
  identify(request, { workspaceId });
  return { access: "widget", workspaceId, visitorId: visitorIdOf(workspaceId, token) };
}

/** The command line on this machine, which read the token from the data folder that only its owner can open. */
function byOperator(request: ApiRequest): Caller<"operator"> {
  const token = holder()?.token;
  if (!token || !isSameSecret(request.header("authorization") ?? "", `Bearer ${token}`))
    throw new AppError("not_found", "There is nothing at this address.");
  return { access: "operator" };
}

/**
 * Keeps pages of other sites from writing with our cookie: browsers send the origin of a writing request. The same host over another
 * scheme or port is another site, too: whoever can write into plain http would otherwise write over https.
 */
function requireSameOrigin(request: ApiRequest): void {
  const sent = request.header("origin");
  if (sent === null && request.header("sec-fetch-site") === null && request.header("cookie") === null) return;
  const [from, own] = [sent ?? "", ownOrigin(request)].map((text) => (URL.canParse(text) ? new URL(text) : null));
  if (from && own && from.origin === own.origin) return;
  const isOwnHost = from?.hostname === own?.hostname;
  const hint = isOwnHost ? ` It came from ${from?.origin}, and this is ${own?.origin}: PUBLIC_URL or TRUSTED_PROXIES may be missing.` : "";
  throw new AppError("forbidden", `This call came from another site.${hint}`);
}
