import { env } from "@/lib/platform/env";
import { privateOriginOf } from "@/lib/platform/outbound/address";

/** The command that starts Beside with this address allowed; null unless it is on the developer's own machine or network. */
export function startLineFor(address: string): string | null {
  const origin = privateOriginOf(address);
  if (origin === undefined) return null;
  const { ACTIONS_ALLOW_ORIGINS, DEMO } = env();
  // The demo adds its own receiver each time.
  const others = ACTIONS_ALLOW_ORIGINS.filter((one) => one !== process.env["DEMO_RECEIVER"]);
  return `ACTIONS_ALLOW_ORIGINS=${[...others, origin].join(",")} npm ${DEMO === "1" ? "run demo" : "start"}`;
}

/** Why an address is rejected and, for a developer's own machine, the command that allows it in development. */
export const refusalOf = (reason: string, startLine: string | null): string =>
  startLine === null
    ? reason
    : `${reason} To try a receiver on your own machine, start Beside with this line, in development only: ${startLine}`;
