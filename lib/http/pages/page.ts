import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { ownOrigin } from "@/lib/http/auth/own-origin";
import { firstWorkspaceOf, hasRole, type Membership, membershipOf, type SignedIn, sessionCookie } from "@/lib/http/auth/session";
import { pathHeader } from "@/lib/http/path-header";
import type { Role } from "@/lib/kernel/contract";
import { newPasswordPath, signInPath } from "@/lib/kernel/same-site";
import { foundWorkspace } from "@/lib/platform/db/on-behalf";
import { isSetUp } from "@/lib/workspace/workspaces/create";

/** The member who requests the page, queried once for it, its layouts and its language. */
export const membershipOfRequest = cache(async (slug: string) => {
  const found = await membershipOf((await cookies()).get(sessionCookie)?.value, slug);
  if (found?.membership) foundWorkspace(found.membership.workspace.id);
  return found;
});

/**
 * The member who requests a page of the workspace. Every page calls this first: layouts and `proxy.ts` protect nothing.
 * Redirects to the sign-in and back when signed out; responds with 404 to a non-member or a role that is too low.
 */
export async function memberOf(slug: string, min: Role): Promise<Membership> {
  const here = (await headers()).get(pathHeader) ?? "/";
  const found = await membershipOfRequest(slug);
  if (!found) redirect(signInPath(here));
  if (found.signedIn.passwordBy !== "self") redirect(newPasswordPath(here));
  const { membership } = found;
  if (!membership || !hasRole(membership.role, min)) notFound();
  return membership;
}

/** Where the address without a path leads: to the set-up, the sign-in, or the account's first workspace. */
export async function startPath(): Promise<string> {
  if (!(await isSetUp())) return "/setup";
  const found = await signedIn();
  if (found && found.passwordBy !== "self") return newPasswordPath("/");
  const slug = found && (await firstWorkspaceOf(found.account));
  return slug ? `/${slug}/chats` : "/sign-in";
}

/** The account of the browser's session, even when all it can do is choose a password. */
export const signedIn = async (): Promise<SignedIn | undefined> => (await membershipOfRequest(""))?.signedIn;

/** Where the reader's browser reached us, for addresses that a page shows. */
export async function pageOrigin(): Promise<string> {
  const sent = await headers();
  return ownOrigin({ header: (name) => sent.get(name) });
}
