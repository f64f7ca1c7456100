import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { Role } from "@/lib/contract";
import { signInPath } from "@/lib/same-site";
import * as workspaces from "@/lib/workspaces";
import { pathHeader } from "./path-header";
import { accountOf, firstWorkspaceOf, hasRole, type Membership, membershipOf, sessionCookie } from "./session";

const cookie = async () => (await cookies()).get(sessionCookie)?.value;

/**
 * Who is looking at a page of the workspace. A page begins with this: layouts and `proxy.ts` protect nothing.
 * Signed out goes to the sign-in and back; no member, or too low a role, finds no such page.
 */
export async function memberOf(slug: string, least: Role): Promise<Membership> {
  const signedIn = await membershipOf(await cookie(), slug);
  if (!signedIn) redirect(signInPath((await headers()).get(pathHeader) ?? "/"));
  const { membership } = signedIn;
  if (!membership || !hasRole(membership.role, least)) notFound();
  return membership;
}

export const isSetUp = (): Promise<boolean> => workspaces.isSetUp();

/** Where the address without a path leads: to the set-up, the sign-in, or one's first workspace. */
export async function firstStop(): Promise<string> {
  if (!(await isSetUp())) return "/setup";
  const account = await accountOf(await cookie());
  const slug = account && (await firstWorkspaceOf(account));
  return slug ? `/${slug}/chats` : "/sign-in";
}
