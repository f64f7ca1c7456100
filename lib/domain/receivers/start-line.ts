import { env } from "@/lib/platform/env";
import { privateOriginOf } from "@/lib/platform/outbound/address";

/** The line that starts Beside so that it calls this address, where it is one of the developer's own machine or network. */
export function startLineFor(address: string): string | null {
  const origin = privateOriginOf(address);
  if (origin === undefined) return null;
  const { ACTIONS_ALLOW_ORIGINS, DEMO } = env();
  // The demo adds its own receiver each time.
  const others = ACTIONS_ALLOW_ORIGINS.filter((one) => one !== process.env["DEMO_RECEIVER"]);
  return `ACTIONS_ALLOW_ORIGINS=${[...others, origin].join(",")} npm ${DEMO === "1" ? "run demo" : "start"}`;
}

/** Why an address is refused and, for one that only a developer would type, how it can be tried all the same. */
export const refusalOf = (reason: string, line: string | null): string =>
  line === null ? reason : `${reason} To try a receiver on your own machine, start Beside with this line, in development only: ${line}`;
