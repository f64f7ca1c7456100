import { env } from "@/lib/env";

/** Set by the front door from the socket; a caller's own is dropped there. */
export const peerHeader = "x-beside-peer";

/**
 * The address a call comes from. Behind proxies it is the one that the outermost of them saw: what stands further left in
 * X-Forwarded-For was written by the caller.
 */
export function clientAddressOf(header: (name: string) => string | null): string {
  const peer = header(peerHeader) ?? "unknown";
  const proxies = env().TRUSTED_PROXIES;
  if (proxies === 0) return peer;
  const hops = (header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-proxies) || peer;
}
