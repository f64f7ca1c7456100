import dns from "node:dns";
import { lookup, Resolver } from "node:dns/promises";

export type Addresses = readonly { address: string; family: number }[];

/** As this machine resolves names, its hosts file included: for the receivers of a developer. */
export const bySystem = (hostname: string): Promise<Addresses> => lookup(hostname, { all: true });

/**
 * As the internet resolves names. The system's own look-up occupies one of the process's four threads until the name servers
 * reply: a few slow names would delay everybody's password checks and file access. This one waits without a thread.
 */
export async function byNameServers(hostname: string, signal: AbortSignal): Promise<Addresses> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(dns.getServers());
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (result: PromiseSettledResult<string[]>, family: number) =>
    result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
