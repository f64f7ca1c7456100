import { clientAddressOf, networkOf } from "@/lib/http/address";
import type { ApiRequest } from "@/lib/http/request";
import type { Contract } from "@/lib/kernel/contract";
import { AppError, type Refusal, refusal } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import * as limit from "@/lib/platform/rate-limit";
import { reportRefusal } from "@/lib/platform/refusals";
import * as usage from "@/lib/workspace/usage";

export const rateHeaders = ({ limit: max, remaining, resetSeconds }: limit.RateLimitState) => ({
  "ratelimit-limit": String(max),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds),
});

/** For visitors with a link, or who guess links: nobody opens that many. */
const visitsPerMinute = 60;

/** With a session or in a frame, of one person and of a workspace: far more than people who work cause. */
const [perMemberMinute, perWorkspaceMinute] = [1_200, 6_000];

type RateLimited = {
  access: string;
  workspace?: { id: string };
  account?: { id: string };
  viewer?: { kind: "agent"; id: string } | { kind: "token"; subject: object };
};

/** The allowance that calls with a key count against: batches have one of their own, by their items. */
export const allowanceOf = ({ item }: Pick<Contract, "item">, workspaceId: string): [name: string, perMinute: number] =>
  item ? [`items:${workspaceId}`, usage.itemsPerMinute] : [`key:${workspaceId}`, usage.callsPerMinute];

/**
 * Counts a call, or what else one of a person counts as, and for one with a key sets the headers that say how many are left; a batch is only refused here when nothing is left,
 * and `countItems` follows. @throws rate_limited
 */
export async function enforceRateLimit(
  contract: Pick<Contract, "item">,
  caller: RateLimited,
  headers: Record<string, string>,
  count = 1,
): Promise<void> {
  const { workspace, account, viewer } = caller;
  if (!workspace || count < 1) return;
  if (account) return countPerson(workspace.id, account.id, count);
  if (viewer) return countPerson(workspace.id, viewer.kind === "agent" ? viewer.id : JSON.stringify(viewer.subject), count);
  if (caller.access !== "key") return;
  if (!contract.item) return countKey({ ...caller, workspace }, headers);
  const state = await limit.peek(...allowanceOf(contract, workspace.id));
  Object.assign(headers, rateHeaders(state));
  if (!state.allowed) throw tooManyItems(state);
}

/**
 * Counts the items of a batch, all or none of them, and sets the headers that say how many are left. One that is refused counts as one item
 * while any are left, because it was read to be counted. @throws rate_limited
 */
export async function countItems(
  contract: Pick<Contract, "item">,
  of: { workspaceId: string; count: number },
  headers: Record<string, string>,
) {
  const counted = allowanceOf(contract, of.workspaceId);
  let state = await limit.consume(...counted, of.count);
  if (!state.allowed && state.remaining > 0) {
    await limit.consume(...counted);
    // Asked again, so that the wait is that of the whole batch with one fewer left.
    state = await limit.consume(...counted, of.count);
  }
  Object.assign(headers, rateHeaders(state));
  if (!state.allowed) throw tooManyItems(state);
}

const tooManyItems = ({ limit: max, remaining, resetSeconds }: limit.RateLimitState) =>
  new AppError(
    "rate_limited",
    `A workspace may send ${max} items of batches in a minute, and ${remaining} are left. Wait ${resetSeconds} seconds, or send fewer.`,
    { "retry-after": String(resetSeconds) },
  );

async function countPerson(workspaceId: string, person: string, count: number): Promise<void> {
  const own = await limit.consume(`member:${workspaceId} ${person}`, perMemberMinute, count);
  const state = own.allowed ? await countOfWorkspace(workspaceId, count) : own;
  if (!state.allowed) reportRefusal("calls", workspaceId);
  rejectOver(state, tooManyCalls);
}

/** Calls and pages of all members together. */
export const countOfWorkspace = (workspaceId: string, count = 1): Promise<limit.RateLimitState> =>
  limit.consume(`members:${workspaceId}`, perWorkspaceMinute, count);

async function countKey(caller: { workspace: { id: string } }, headers: Record<string, string>): Promise<void> {
  const state = await limit.consume(...allowanceOf({}, caller.workspace.id));
  Object.assign(headers, rateHeaders(state));
  usage.count(caller.workspace.id, state.allowed ? "allowed" : "refused");
  rejectOver(state, tooManyCalls);
}

type Reason = (state: limit.RateLimitState) => Refusal;
type Described = Pick<Contract, "access" | "method" | "path" | "perMinute">;
type NetworkLimit = { name: string; perMinute: number; reasonOf: Reason };

const tooManyCalls: Reason = ({ limit: max, resetSeconds: seconds }) => refusal("tooManyCalls", { max, seconds });
const tooManyAttempts: Reason = ({ resetSeconds: seconds }) => refusal("tooManyAttempts", { seconds });

/** The endpoints for visitors share one count, so trying links at several of them gains nothing. */
function networkLimitOf({ access, method, path, perMinute }: Described): NetworkLimit | undefined {
  if (access === "visitor") return { name: "visit", perMinute: visitsPerMinute, reasonOf: tooManyAttempts };
  return perMinute === undefined ? undefined : { name: `${method} ${path}`, perMinute, reasonOf: tooManyCalls };
}

/** Counts a call without a key by the network that it comes from, where its contract is limited. @throws rate_limited */
export async function enforceNetworkLimit(contract: Described, { header }: ApiRequest): Promise<void> {
  const found = networkLimitOf(contract);
  if (!found) return;
  rejectOver(await limit.consume(`${found.name}:${networkOf(clientAddressOf(header))}`, found.perMinute), found.reasonOf);
}

/** Counts what a workspace makes, over all its members and keys, where the contract has a bound. @throws rate_limited */
export async function enforceMadeLimit(
  { method, path, madePerMinute }: Pick<Contract, "method" | "path" | "madePerMinute">,
  caller: RateLimited,
) {
  if (madePerMinute === undefined || !caller.workspace) return;
  const state = await limit.consume(`made:${method} ${path}:${caller.workspace.id}`, madePerMinute);
  if (!state.allowed) reportRefusal("calls", caller.workspace.id);
  rejectOver(state, tooManyCalls, saidAtOnce);
}

/** Screens wait by themselves after too many calls; of what somebody made with their own hands they say at once how long to wait. */
const saidAtOnce = { "x-limit": "made" };

function rejectOver(state: limit.RateLimitState, reasonOf: Reason, headers: Record<string, string> = {}): void {
  if (state.allowed) return;
  throw refusalError("rate_limited", reasonOf(state), { "retry-after": String(state.resetSeconds), ...headers });
}
