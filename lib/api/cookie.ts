import type { Incoming } from "./incoming";

/** The value of one cookie of a request. */
export function cookieOf(incoming: Incoming, name: string): string | undefined {
  for (const part of (incoming.header("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}
