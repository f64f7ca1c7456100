import { AppError } from "@/lib/errors";
import * as limit from "@/lib/limit";

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
  if (allowance.allowed) return;
  const { resetSeconds } = allowance;
  throw new AppError("rate_limited", `More than ${callsPerMinute} requests in a minute. Wait ${resetSeconds} seconds and send it again.`, {
    "retry-after": String(resetSeconds),
  });
}
