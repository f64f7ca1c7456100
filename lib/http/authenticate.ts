import * as keys from "@/lib/domain/keys";
import { allows } from "@/lib/domain/workspaces/shared/plans";
import type { Access, Contract, Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { holder } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import * as limit from "@/lib/platform/rate-limit";
import { clientAddressOf, networkOf } from "./address";
import { cookieOf } from "./cookie";
import { callsPerMinute, rateHeaders } from "./limited";
import { matchPath } from "./path";
import type { Incoming } from "./request";
import { isSameSecret } from "./same-secret";
import { type Account, hasRole, membershipOf, sessionCookie, signedInOf, type Workspace } from "./session";

export type Caller<A extends Access = Access> = A extends "session"
  ? { access: "session"; workspace: Workspace; account: Account; role: Role; sessionId: string; by: { accountId: string; name: string } }
  : A extends "key"
    ? { access: "key"; workspace: Workspace }
    : A extends "visitor"
      ? { access: "visitor"; email: string | undefined; session: { accountId: string; sessionId: string } | undefined }
      : { access: A };

const failedKeysPerMinute = 300;
const writes = new Set(["PUT", "POST", "PATCH", "DELETE"]);

/** Who is calling and whether they may. @throws missing_key, invalid_key, plan_required, signed_out, forbidden, not_found */
export async function authenticate(
  contract: Pick<Contract, "access" | "role" | "path">,
  incoming: Incoming,
  path: string,
): Promise<Caller> {
  switch (contract.access) {
    case "key":
      return byKey(incoming);
    case "session":
      return bySession(contract, incoming, path);
    case "operator":
      return byOperator(incoming);
    case "visitor":
      return byVisitor(incoming);
    case "public":
      if (writes.has(incoming.method)) sameOrigin(incoming);
      return { access: "public" };
  }
}

const challenge = { "www-authenticate": "Bearer" };

async function byKey(incoming: Incoming): Promise<Caller<"key">> {
  const [, key] = /^bearer +(\S.*)$/i.exec(incoming.header("authorization") ?? "") ?? [];
  if (!key) {
    throw new AppError(
      "missing_key",
      "Send your API key in the header “Authorization: Bearer <key>”. Keys are made in Settings, Developers.",
      challenge,
    );
  }
  // Counted by address, so that a stranger cannot use up a customer's calls. A mistyped key costs nothing; one that is well
  // formed and unknown was forged or has ended, and enough of them keep their address from asking the database for more.
  const counted = `${keys.isWellFormed(key) ? "unknown" : "failed"}-key:${networkOf(clientAddressOf(incoming.header))}`;
  const workspace = await keys.holderOf(key, async () => refuseGuesses(await limit.look(counted, failedKeysPerMinute)));
  if (!workspace) {
    refuseGuesses(await limit.take(counted, failedKeysPerMinute));
    throw new AppError(
      "invalid_key",
      "This API key is not valid: it was mistyped, rotated or revoked. Copy a live one from Settings, Developers.",
      challenge,
    );
  }
  incoming.from = { workspaceId: workspace.id, keyId: workspace.keyId };
  if (!allows(workspace.plan, "contextApi")) {
    const headers = rateHeaders(await limit.look(`key:${workspace.id}`, callsPerMinute));
    throw new AppError("plan_required", "The context API needs the Pro plan or above. The owner chooses it in Settings, Plan.", headers);
  }
  return { access: "key", workspace };
}

function refuseGuesses({ allowed, resetSeconds }: limit.Allowance): void {
  if (allowed) return;
  throw new AppError("rate_limited", `Too many calls with wrong keys. Wait ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}

async function bySession(contract: Pick<Contract, "path" | "role">, incoming: Incoming, path: string): Promise<Caller<"session">> {
  if (writes.has(incoming.method)) sameOrigin(incoming);
  const slug = matchPath(contract.path, path)?.["workspace"] ?? "";
  const found = await membershipOf(cookieOf(incoming, sessionCookie), slug);
  if (!found) throw new AppError("signed_out", "You are signed out. Sign in again.");
  const { membership } = found;
  // 404, not 403: a stranger must not learn that this workspace exists.
  if (!membership) throw new AppError("not_found", "There is no such workspace.");
  incoming.from = { workspaceId: membership.workspace.id };
  if (found.signedIn.passwordBy !== "self")
    throw new AppError("forbidden", "Somebody else made your password. Sign in again and choose one of your own first.");
  if (!hasRole(membership.role, contract.role ?? "agent")) throw new AppError("forbidden", "Your role does not allow this. Ask an admin.");
  return { access: "session", ...membership, by: { accountId: membership.account.id, name: membership.account.name } };
}

/** Anybody. Whoever is signed in is known, also with a password that somebody else made: this is where they choose another. */
async function byVisitor(incoming: Incoming): Promise<Caller<"visitor">> {
  if (writes.has(incoming.method)) sameOrigin(incoming);
  const found = await signedInOf(cookieOf(incoming, sessionCookie));
  return {
    access: "visitor",
    email: found?.account.email,
    session: found && { accountId: found.account.id, sessionId: found.sessionId },
  };
}

/** The command line on this machine, which read the token from the data folder that only its owner can open. */
function byOperator(incoming: Incoming): Caller<"operator"> {
  const token = holder()?.token;
  if (!token || !isSameSecret(incoming.header("authorization") ?? "", `Bearer ${token}`))
    throw new AppError("not_found", "There is nothing at this address.");
  return { access: "operator" };
}

/** A page of another site cannot write with our cookie: browsers say where a writing request comes from. */
function sameOrigin(incoming: Incoming): void {
  const origin = incoming.header("origin");
  const proxied = env().TRUSTED_PROXIES > 0 ? incoming.header("x-forwarded-host") : null;
  const host = proxied ?? incoming.header("host");
  if (origin === null && incoming.header("sec-fetch-site") === null && incoming.header("cookie") === null) return;
  if (!origin || !URL.canParse(origin) || new URL(origin).host !== host) {
    throw new AppError("forbidden", "This call came from another site.");
  }
}
