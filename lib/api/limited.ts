import type { Contract } from "@/lib/contract";
import { AppError } from "@/lib/errors";
import * as limit from "@/lib/limit";
import { clientAddressOf, networkOf } from "./address";
import type { Incoming } from "./incoming";

/** For each workspace, over all its keys (spec §8). */
export const callsPerMinute = 300;

export const rateHeaders = ({ limit: most, remaining, resetSeconds }: limit.Allowance) => ({
  "ratelimit-limit": String(most),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds),
});

/** Counts a call with a key, and says on the answer how many are left. @throws rate_limited */
export async function limited(caller: { access: string; workspace?: { id: string } }, headers: Record<string, string>): Promise<void> {
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
