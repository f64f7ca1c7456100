const here = "http://here.invalid";

/** A path of this site, as the browser will read it; nothing for an address that leads elsewhere, such as `//elsewhere.example`. */
export function sameSitePath(text: string | undefined): string | undefined {
  if (!text?.startsWith("/") || !URL.canParse(text, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, here);
  // `/./` and `/../` fall away only now: what is left must not begin with two slashes either.
  return origin === here && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : undefined;
}

/** The sign-in that leads back to `path`. */
export const signInPath = (path: string): string => `/sign-in?${new URLSearchParams({ next: path })}`;

/** Where whoever has a password that somebody else made chooses another, and then goes on to `path`. */
export const newPasswordPath = (path: string): string => `/new-password?${new URLSearchParams({ next: path })}`;
