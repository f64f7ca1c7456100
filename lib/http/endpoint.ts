import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Contract, InputOf, OutputOf } from "@/lib/kernel/contract";
import { AppError, statusOf } from "@/lib/kernel/errors";
import { isTooSlow, isUnavailable, unavailable } from "@/lib/platform/db/errors";
import { inRequest, onBehalfOf } from "@/lib/platform/db/on-behalf";
import { log } from "@/lib/platform/log";
import { afterResponse } from "./after-response";
import { authenticate, type Caller } from "./auth/authenticate";
import { enforceNetworkLimit, enforceRateLimit } from "./limits/enforce-rate-limit";
import { lastCallerOf, rememberCaller } from "./limits/last-callers";
import { readInTurn } from "./limits/read-turns";
import { parse } from "./parse";
import { type ApiRequest, fromRequest, requestIdOf } from "./request";
import { json, type Reply, toResponse } from "./response";

/** What every handler gets: the caller, the input (`sent` is the body before validation), and the headers of the response. */
export type Call<C extends Contract> = Omit<InputOf<C>, "headers"> & {
  headersIn: InputOf<C>["headers"];
  caller: Caller<C["access"]>;
  sent: unknown;
  headers: Record<string, string>;
  request: ApiRequest;
};
type Handler<C extends Contract> = (call: Call<C>) => Promise<OutputOf<C>>;

/** Called with a Request, as a route of Next is; `handle` is the same without Next, with the path as it was on the wire. */
export type Endpoint = ((request: Request) => Promise<Response>) & {
  contract: Contract;
  handle: (request: ApiRequest, path: string) => Promise<Reply>;
};

type RequestAt = { request: ApiRequest; path: string; headers: Record<string, string> };

/** Authentication and permission, rate limits, validation. Always in that order (contract §1). */
export async function admit<const C extends Contract>(contract: C, { request, path, headers }: RequestAt): Promise<Call<C>> {
  const caller = await authenticate(contract, request, path);
  await enforceRateLimit(caller, headers);
  await enforceNetworkLimit(contract, request);
  return callOf(contract, { request, path, headers }, caller);
}

async function callOf<const C extends Contract>(contract: C, { request, path, headers }: RequestAt, caller: Caller): Promise<Call<C>> {
  const input = await parse(contract, request, path, headers);
  return { ...input, caller, headers, request: request } as unknown as Call<C>;
}

/**
 * Begins a read together with the check of who calls, so that both take one round trip to the database. It reads for whoever the
 * session was found to be last; only when the check finds exactly the same member, the result is used.
 */
async function handleAhead<const C extends Contract, T>(contract: C, at: RequestAt, handle: (call: Call<C>) => Promise<T>): Promise<T> {
  const guess = lastCallerOf(contract, at.request, at.path);
  const read = guess && onBehalfOf(guess.workspace.id, () => callOf(contract, at, guess).then(handle));
  read?.catch(() => undefined);
  const call = await admit(contract, at).catch((error: unknown) => {
    rememberCaller(contract, at, undefined);
    throw error;
  });
  const { caller } = call as { caller: Caller };
  if (read && isDeepStrictEqual(caller, guess)) return read;
  if (caller.access === "session") rememberCaller(contract, at, caller);
  return handle(call);
}

type Options = {
  /** The handler only reads, and may begin before the caller is admitted. */
  isReadAhead?: boolean;
};

/** Admits the caller and responds with the handler's output. */
export const endpoint = <const C extends Contract>(contract: C, handle: Handler<C>, options?: Options): Endpoint =>
  rawEndpoint(contract, async (call) => json(contract.status, call.headers, z.encode(contract.output, await handle(call))), options);

/** Admits the caller; the handler writes the response itself, such as one that never changes. */
export function rawEndpoint<const C extends Contract>(
  contract: C,
  handle: (call: Call<C>) => Promise<Reply>,
  { isReadAhead = false }: Options = {},
): Endpoint {
  async function replyTo(request: ApiRequest, path: string): Promise<Reply> {
    const headers = headersFor(request);
    const at = { request, path, headers };
    try {
      return await readInTurn(contract, at, async () =>
        isReadAhead ? handleAhead(contract, at, handle) : handle(await admit(contract, at)),
      );
    } catch (error) {
      return contract.path.startsWith("/api/v1/") ? explained(errorResponse(error, headers)) : errorResponse(error, headers, true);
    }
  }
  const recordResponse = afterResponse(contract);
  async function handleCall(request: ApiRequest, path: string): Promise<Reply> {
    const began = performance.now();
    const reply = await inRequest(() => replyTo(request, path));
    recordResponse({ request, path, reply, began });
    return reply;
  }
  const route = async (request: Request) => toResponse(await handleCall(fromRequest(request), new URL(request.url).pathname));
  return Object.assign(route, { contract, handle: handleCall });
}

/** The headers of every response. */
export const headersFor = (request: ApiRequest): Record<string, string> => ({
  "x-request-id": requestIdOf(request),
  "cache-control": "no-store",
});

/**
 * Turns any error into an error response. A bug is logged in full; the caller only gets the request id. Screens get the sentence as
 * data, too; the error of the public API is its contract.
 */
export function errorResponse(
  error: unknown,
  headers: Record<string, string>,
  isOfScreens = false,
): Reply & Required<Pick<Reply, "refused">> {
  const appError = asAppError(error);
  // An intended error is not a failure of ours.
  if (appError !== error) log.error({ error, requestId: headers["x-request-id"] }, "a request failed");
  const { code, message, refusal } = appError;
  const body = { error: { code, message, ...(isOfScreens && refusal && { refusal }) } };
  return { ...json(statusOf[code], { ...headers, ...appError.headers }, body), refused: { code, message } };
}

/** An error of the public API, with the page that explains its code; bodies stay as they are promised. */
export const explained = (reply: ReturnType<typeof errorResponse>): Reply => ({
  ...reply,
  headers: { ...reply.headers, link: `</docs/errors#${reply.refused.code}>; rel="help"` },
});

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error) || isTooSlow(error)) return unavailable(error);
  return new AppError(
    "internal_error",
    "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id of this answer.",
  );
}
