import { AppError } from "@/lib/kernel/errors";
import { isSignedIn, postToAuth } from "./auth";
import { browserTranslations } from "./browser-translations";
import { withoutRedirect } from "./sign-in-redirect";

/** Ends the session on the server and clears the tab's storage. @throws AppError when the session is still active */
export async function signOut(): Promise<void> {
  const t = browserTranslations("client");
  await postToAuth("signout");
  // Whatever the answer was: the session decides.
  if (await isSignedIn()) throw new AppError("unavailable", t("stillSignedIn"));
  clearTab();
}

function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A blocked storage has nothing.
  }
}

/** Signs out, and clears the memory, too, by a full page load. */
export async function signOutAndReload(path = "/sign-in"): Promise<void> {
  await withoutRedirect(signOut);
  window.location.assign(path);
}
