import type { Contract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import * as limit from "@/lib/platform/rate-limit";
import { clientAddressOf, networkOf } from "./address";
import type { Incoming } from "./request";

/** For each workspace, over all its keys (spec §8). */
export const callsPerMinute = 300;

export const rateHeaders = ({ limit: most, remaining, resetSeconds }: limit.Allowance) => ({
  "ratelimit-limit": String(most),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds),
});

/** For whoever holds a link, or tries to: nobody opens that many. */
const visitsPerMinute = 60;

type Counted = { access: string; workspace?: { id: string }; network?: string };

/**
 * Counts a call with a key, and says on the answer how many are left. Visitors are counted by the network that they come from.
 * @throws rate_limited
 */
export async function limited(caller: Counted, headers: Record<string, string>): Promise<void> {
  if (caller.access === "visitor") return visited(caller.network ?? "unknown");
  if (caller.access !== "key" || !caller.workspace) return;
  const allowance = await limit.take(`key:${caller.workspace.id}`, callsPerMinute);
  Object.assign(headers, rateHeaders(allowance));
  refuseOver(allowance);
}

/** Counts a call without a key by the network that it comes from, where the contract says how many a minute it takes. @throws rate_limited */
export async function limitedByAddress({ path, perMinute }: Pick<Contract, "path" | "perMinute">, { header }: Incoming): Promise<void> {
  if (perMinute !== undefined) refuseOver(await limit.take(`${path}:${networkOf(clientAddressOf(header))}`, perMinute));
}

function refuseOver({ allowed, limit: most, resetSeconds }: limit.Allowance): void {
  if (allowed) return;
  throw new AppError("rate_limited", `More than ${most} requests in a minute. Wait ${resetSeconds} seconds and send it again.`, {
    "retry-after": String(resetSeconds),
  });
}

async function visited(network: string): Promise<void> {
  const { allowed, resetSeconds } = await limit.take(`visit:${network}`, visitsPerMinute);
  if (allowed) return;
  throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`, { "retry-after": String(resetSeconds) });
}
