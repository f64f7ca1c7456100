import * as usage from "@/lib/domain/usage";
import type { Contract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import * as limit from "@/lib/platform/rate-limit";
import { clientAddressOf, networkOf } from "./address";
import type { ApiRequest } from "./request";

export const rateHeaders = ({ limit: max, remaining, resetSeconds }: limit.RateLimitState) => ({
  "ratelimit-limit": String(max),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds),
});

/** For visitors with a link, or who guess links: nobody opens that many. */
const visitsPerMinute = 60;

type RateLimited = { access: string; workspace?: { id: string } };

/** Counts a call with a key, and sets the headers that say how many are left. @throws rate_limited */
export async function enforceRateLimit(caller: RateLimited, headers: Record<string, string>): Promise<void> {
  if (caller.access !== "key" || !caller.workspace) return;
  const state = await limit.consume(`key:${caller.workspace.id}`, usage.callsPerMinute);
  Object.assign(headers, rateHeaders(state));
  usage.count(caller.workspace.id, state.allowed ? "allowed" : "refused");
  rejectOver(state, requestsMessage);
}

type Message = (state: limit.RateLimitState) => string;
type Described = Pick<Contract, "access" | "method" | "path" | "perMinute">;
type NetworkLimit = { name: string; perMinute: number; message: Message };

const requestsMessage: Message = ({ limit: max, resetSeconds }) =>
  `More than ${max} requests in a minute. Wait ${resetSeconds} seconds and send it again.`;
const attemptsMessage: Message = ({ resetSeconds }) => `Too many attempts. Try again in ${resetSeconds} seconds.`;

/** The endpoints for visitors share one count, so trying links at several of them gains nothing. */
function networkLimitOf({ access, method, path, perMinute }: Described): NetworkLimit | undefined {
  if (access === "visitor") return { name: "visit", perMinute: visitsPerMinute, message: attemptsMessage };
  return perMinute === undefined ? undefined : { name: `${method} ${path}`, perMinute, message: requestsMessage };
}

/** Counts a call without a key by the network that it comes from, where its contract is limited. @throws rate_limited */
export async function enforceNetworkLimit(contract: Described, { header }: ApiRequest): Promise<void> {
  const found = networkLimitOf(contract);
  if (!found) return;
  rejectOver(await limit.consume(`${found.name}:${networkOf(clientAddressOf(header))}`, found.perMinute), found.message);
}

function rejectOver(state: limit.RateLimitState, message: Message): void {
  if (state.allowed) return;
  throw new AppError("rate_limited", message(state), { "retry-after": String(state.resetSeconds) });
}
