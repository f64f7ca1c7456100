import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";
import * as limit from "@/lib/platform/rate-limit";
import { check } from ".";
import { privateOriginOf, validateUrl } from "./address";

const checksPerMinute = 60;

/** Each check connects to a server that may belong to somebody else, so the checks of a workspace are limited. @throws rate_limited */
export async function enforceCheckLimit(workspaceId: string, kind: "check" | "save"): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(`address-${kind}:${workspaceId}`, checksPerMinute);
  if (allowed) return;
  throw new AppError("rate_limited", `Addresses were checked ${checksPerMinute} times in the last minute. Wait ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}

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

/**
 * What is found at an address that is about to be saved: one that is not public is refused, one that cannot be reached is not. `url` is what
 * will be called, and so what is to be stored: "https:acme.example:0443" is an address, too. @throws invalid_request, rate_limited
 */
export async function checkBeforeSaving(workspaceId: string, typed: string): Promise<Awaited<ReturnType<typeof check>> & { url: string }> {
  await enforceCheckLimit(workspaceId, "save");
  const allowOrigins = env().ACTIONS_ALLOW_ORIGINS;
  const found = await check(typed, { allowOrigins });
  if (!found.ok && found.forbidden) throw new AppError("invalid_request", refusalOf(found.reason, startLineFor(typed)));
  const valid = validateUrl(typed, allowOrigins);
  return { ...found, url: valid.ok ? valid.url.href : typed };
}
