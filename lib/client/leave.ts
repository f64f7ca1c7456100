import { signOut } from "next-auth/react";
import { kept } from "./kept";

/** Signs out and forgets everything: what the tab keeps, and by a full load what is in memory. */
export async function leave(path = "/sign-in"): Promise<void> {
  await signOut({ redirect: false });
  kept.forget();
  window.location.assign(path);
}
