import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";

/** Set by the HTTP server (server.mjs) from the socket; a caller's own is dropped there. */
export const peerHeader = "x-beside-peer";

/** What is counted together: whatever a proxy wrote that is no address. */
export const unknownAddress = "unknown";

/** The address of an entry of X-Forwarded-For: some gateways write a port behind it, another for each connection. */
function addressIn(entry: string): string {
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]*):\d+$/, "$1");
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host) ? host : unknownAddress;
}

/**
 * The address a call comes from. Behind proxies it is the one that the outermost of them saw: entries further left in
 * X-Forwarded-For were written by the caller.
 */
export function clientAddressOf(header: (name: string) => string | null): string {
  const peer = header(peerHeader) ?? unknownAddress;
  const proxies = env().TRUSTED_PROXIES;
  if (proxies === 0) return peer;
  const hop = (header("x-forwarded-for") ?? "").split(",").at(-proxies)?.trim();
  return hop ? addressIn(hop) : peer;
}

const hostBytes = 8;

/** The network of an address, for counting attempts: an IPv6 customer has at least a /64, and so all addresses in it. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, -hostBytes), ...Array<number>(hostBytes).fill(0)]).toString()}/64`;
}
