import { signInPath } from "@/lib/kernel/same-site";

let isSigningOut = false;

/** Loads the sign-in, which leads back here. While the user signs out, requests fail as well, and the sign-out itself leads there. */
export function redirectToSignIn(): void {
  if (isSigningOut) return;
  const { pathname, search } = window.location;
  window.location.assign(signInPath(`${pathname}${search}`));
}

/** Runs a sign-out without redirects by requests that the ended session lets fail. When it throws, redirects work again. */
export async function withoutRedirect(signOut: () => Promise<void>): Promise<void> {
  isSigningOut = true;
  try {
    await signOut();
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}
