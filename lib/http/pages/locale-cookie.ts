import { ownOrigin } from "@/lib/http/auth/own-origin";
import type { ApiRequest } from "@/lib/http/request";
import { type Locale, localeCookie } from "@/lib/kernel/locale";

const maxAgeSeconds = 60 * 60 * 24 * 365;

/** Keeps the choice for the pages before the sign-in; none removes it. */
export function localeCookieFor(request: ApiRequest, locale: Locale | null): string {
  const secure = ownOrigin(request).startsWith("https:") ? "; Secure" : "";
  return `${localeCookie}=${locale ?? ""}; Path=/; Max-Age=${locale ? maxAgeSeconds : 0}; HttpOnly; SameSite=Lax${secure}`;
}
