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

type Counted = { access: string; workspace?: { id: string } };

/** Counts a call with a key, and says on the answer how many are left. @throws rate_limited */
export async function limited(caller: Counted, headers: Record<string, string>): Promise<void> {
  if (caller.access !== "key" || !caller.workspace) return;
  const allowance = await limit.take(`key:${caller.workspace.id}`, callsPerMinute);
  Object.assign(headers, rateHeaders(allowance));
  refuseOver(allowance, requestsMessage);
}

type Message = (allowance: limit.Allowance) => string;
type NetworkLimit = { name: string; perMinute: number; message: Message };

const requestsMessage: Message = ({ limit: max, resetSeconds }) =>
  `More than ${max} requests in a minute. Wait ${resetSeconds} seconds and send it again.`;
const attemptsMessage: Message = ({ resetSeconds }) => `Too many attempts. Try again in ${resetSeconds} seconds.`;

/** The endpoints for visitors share one count, so trying links at several of them gains nothing. */
function networkLimitOf({ access, path, perMinute }: Pick<Contract, "access" | "path" | "perMinute">): NetworkLimit | undefined {
  if (access === "visitor") return { name: "visit", perMinute: visitsPerMinute, message: attemptsMessage };
  return perMinute === undefined ? undefined : { name: path, perMinute, message: requestsMessage };
}

/** Counts a call without a key by the network that it comes from, where its contract is limited. @throws rate_limited */
export async function limitedByNetwork(contract: Pick<Contract, "access" | "path" | "perMinute">, { header }: Incoming): Promise<void> {
  const found = networkLimitOf(contract);
  if (!found) return;
  refuseOver(await limit.take(`${found.name}:${networkOf(clientAddressOf(header))}`, found.perMinute), found.message);
}

function refuseOver(allowance: limit.Allowance, message: Message): void {
  if (allowance.allowed) return;
  throw new AppError("rate_limited", message(allowance), { "retry-after": String(allowance.resetSeconds) });
}
