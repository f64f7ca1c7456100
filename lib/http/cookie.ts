import type { Incoming } from "./request";

/** Every value that a request brings for one name of a cookie. */
export function cookiesOf(incoming: Incoming, name: string): string[] {
  return (incoming.header("cookie") ?? "").split(";").flatMap((part) => {
    const [key, ...value] = part.trim().split("=");
    return key === name ? [value.join("=")] : [];
  });
}

/** The value of one cookie of a request. */
export const cookieOf = (incoming: Incoming, name: string): string | undefined => cookiesOf(incoming, name)[0];
