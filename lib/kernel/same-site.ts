const base = "http://here.invalid";

/** A path of this site, as the browser will resolve it; undefined for an address of another site, such as `//elsewhere.example`. */
export function sameSitePath(text: string | undefined): string | undefined {
  if (!text?.startsWith("/") || !URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  // URL has now removed `/./` and `/../`: the result must not begin with two slashes either.
  return origin === base && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : undefined;
}

/** The sign-in that leads back to `path`. */
export const signInPath = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;

/** The page that replaces a password chosen by somebody else, and then leads to `path`. */
export const newPasswordPath = (path: string): string => `/new-password?next=${encodeURIComponent(path)}`;
