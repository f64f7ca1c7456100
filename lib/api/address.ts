import { env } from "@/lib/env";

/** Set by the front door from the socket; a caller's own is dropped there. */
export const peerHeader = "x-beside-peer";

/**
 * The address a call comes from. Behind proxies it is the one that the outermost of them saw: what stands further left in
 * X-Forwarded-For was written by the caller.
 */
export function clientAddressOf(headers: Headers): string {
  const peer = headers.get(peerHeader) ?? "unknown";
  const proxies = env().TRUSTED_PROXIES;
  if (proxies === 0) return peer;
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-proxies) || peer;
}
