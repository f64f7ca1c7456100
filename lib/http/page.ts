import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isSetUp } from "@/lib/domain/workspaces/create";
import type { Role } from "@/lib/kernel/contract";
import { newPasswordPath, signInPath } from "@/lib/kernel/same-site";
import { pathHeader } from "./path-header";
import { firstWorkspaceOf, hasRole, type Membership, membershipOf, type SignedIn, sessionCookie, signedInOf } from "./session";

const cookie = async () => (await cookies()).get(sessionCookie)?.value;

/**
 * Who is looking at a page of the workspace. A page begins with this: layouts and `proxy.ts` protect nothing.
 * Signed out goes to the sign-in and back; no member, or too low a role, finds no such page.
 */
export async function memberOf(slug: string, least: Role): Promise<Membership> {
  const here = (await headers()).get(pathHeader) ?? "/";
  const found = await membershipOf(await cookie(), slug);
  if (!found) redirect(signInPath(here));
  if (found.signedIn.passwordBy !== "self") redirect(newPasswordPath(here));
  const { membership } = found;
  if (!membership || !hasRole(membership.role, least)) notFound();
  return membership;
}

/** Where the address without a path leads: to the set-up, the sign-in, or one's first workspace. */
export async function firstStop(): Promise<string> {
  if (!(await isSetUp())) return "/setup";
  const found = await signedIn();
  if (found && found.passwordBy !== "self") return newPasswordPath("/");
  const slug = found && (await firstWorkspaceOf(found.account));
  return slug ? `/${slug}/chats` : "/sign-in";
}

/** Whose session the browser has, also when it can do nothing but choose a password. */
export const signedIn = async (): Promise<SignedIn | undefined> => signedInOf(await cookie());
