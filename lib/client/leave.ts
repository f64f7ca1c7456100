import { signOut } from "next-auth/react";

/** Signs out and forgets everything in memory by a full load. */
export async function leave(path = "/sign-in"): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign(path);
}
