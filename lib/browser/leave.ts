import { signOut as endSession } from "next-auth/react";
import { AppError } from "@/lib/kernel/errors";
import { browserTranslations } from "./browser-translations";
import { kept } from "./draft-storage";

/** Ends the session on the server, and forgets what the tab keeps. @throws AppError when it goes on */
export async function signOut(): Promise<void> {
  const t = browserTranslations("client");
  await endSession({ redirect: false });
  // next-auth does not look at the answer.
  const session: unknown = await fetch("/api/auth/session").then((response) => response.json());
  if (session !== null && typeof session === "object" && "signedIn" in session) throw new AppError("unavailable", t("stillSignedIn"));
  kept.forget();
}

/** Signs out and forgets everything, by a full load also what is in memory. */
export async function leave(path = "/sign-in"): Promise<void> {
  await signOut();
  window.location.assign(path);
}
