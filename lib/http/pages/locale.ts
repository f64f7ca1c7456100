import { cookies, headers } from "next/headers";
import { cache } from "react";
import { pathHeader } from "@/lib/http/path-header";
import { acceptedLocale, type Locale, localeCookie, localeOf } from "@/lib/kernel/locale";
import { log } from "@/lib/platform/log";
import { isReserved } from "@/lib/workspace/workspaces/reserved";
import { membershipOfRequest } from "./page";

/** The workspace that the address names; empty on the pages before the sign-in. Null where nobody signs in. */
async function slugOfPath(): Promise<string | null> {
  const path = (await headers()).get(pathHeader) ?? "/";
  const [first = ""] = new URL(path, "http://here.invalid").pathname.split("/").slice(1);
  if (first === "widget") return null;
  return isReserved(first) ? "" : first;
}

/**
 * The choice of the account that is signed in; null for its browser's languages, undefined when nobody is. Without the database the
 * page that says so still needs a language.
 */
export const chosenLocale = cache(async (): Promise<Locale | null | undefined> => {
  const slug = await slugOfPath();
  if (slug === null) return undefined;
  try {
    return (await membershipOfRequest(slug))?.signedIn.locale;
  } catch (error) {
    log.debug({ error }, "the language of a page was not found");
    return undefined;
  }
});

/** The language of the page that is requested: the account's choice, or else the cookie's before the sign-in, or the browser's. */
export const requestedLocale = cache(async (): Promise<Locale> => {
  const chosen = await chosenLocale();
  const stored = chosen === undefined ? localeOf((await cookies()).get(localeCookie)?.value) : chosen;
  return stored ?? acceptedLocale((await headers()).get("accept-language"));
});
