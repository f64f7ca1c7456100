import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Contract, InputOf, OutputOf } from "@/lib/kernel/contract";
import { AppError, statusOf } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/shape";
import { isTooSlow, isUnavailable, unavailable } from "@/lib/platform/db/errors";
import { inRequest, onBehalfOf } from "@/lib/platform/db/on-behalf";
import { log } from "@/lib/platform/log";
import { afterResponse } from "./after-response";
import { authenticate, type Caller } from "./auth/authenticate";
import { countItems, enforceMadeLimit, enforceNetworkLimit, enforceRateLimit } from "./limits/enforce-rate-limit";
import { lastCallerOf, rememberCaller } from "./limits/last-callers";
import { readInTurn } from "./limits/read-turns";
import { once } from "./once";
import { parse } from "./parse";
import { type ApiRequest, fromRequest, requestIdOf, type Unused } from "./request";
import { encoded, json, jsonText, type Reply, toResponse } from "./response";

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
  await enforceRateLimit(contract, caller, headers);
  await enforceNetworkLimit(contract, request);
  await enforceMadeLimit(contract, caller);
  const call = callOf(contract, { request, path, headers }, caller);
  // The call itself is counted already, so that one whose body cannot be read is not free.
  if (contract.callsIn) await enforceRateLimit({}, caller, headers, contract.callsIn((await call).body as never) - 1);
  if (contract.item && "workspace" in caller) await countBatch(contract, { workspaceId: caller.workspace.id, call }, headers);
  return call;
}

/** Counts the items of a batch once they are known. A batch that cannot be read counts as one, like one that is refused: none is free. */
async function countBatch(
  contract: Contract,
  { workspaceId, call }: { workspaceId: string; call: Promise<object> },
  headers: Record<string, string>,
) {
  const { body } = (await call.catch(async (error: unknown) => {
    await countItems(contract, { workspaceId, count: 1 }, headers).catch(() => undefined);
    throw error;
  })) as { body: { items: unknown[] } };
  await countItems(contract, { workspaceId, count: body.items.length }, headers);
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
  rawEndpoint(
    contract,
    async (call) => {
      const { warnings } = call.request.unused;
      const text = await encoded(contract.output, await handle(call), warnings.length > 0 ? { warnings } : {});
      return jsonText(contract.status, call.headers, text);
    },
    options,
  );

/** What a call is answered, with what was sent and is not used (contract §1). */
export function answer({ headers, request }: Pick<Call<Contract>, "headers" | "request">, status: number, body: unknown): Reply {
  return json(status, headers, warned(body, request.unused.warnings));
}

const warned = (body: unknown, warnings: readonly string[]): unknown =>
  warnings.length > 0 && isObject(body) ? { ...body, warnings } : body;

const hinted = (message: string, hints: readonly string[]): string => [message, ...hints].join(" ");

type Batch = Contract & { item: z.ZodObject; query: z.ZodType<{ atomic: boolean }> };
type ItemReply = object | Error | undefined;

/**
 * Admits the caller of a batch, and answers each item as `single` is answered, in the order in which they were sent; undefined for what was
 * not written because another one of an atomic batch must not be (contract §9).
 */
export const batchEndpoint = <const C extends Batch>(
  contract: C,
  singleOf: (call: Call<C>) => Pick<Contract, "status" | "output">,
  handle: (call: Call<C>) => Promise<ItemReply[]>,
): Endpoint =>
  rawEndpoint(contract, async (call) => {
    const answers = await handle(call);
    // One error may be that of many items: it is logged once.
    const failed = new Set(answers.filter((answer) => answer instanceof Error));
    const errors = new Map([...failed].map((error) => [error, loggedAppError(error, call.headers)]));
    const results = answers.map((answer, index) => ({
      index,
      ...resultOf(singleOf(call), answer instanceof Error ? errors.get(answer) : answer, call.request.unusedOfItems[index]),
    }));
    const refused = results.filter(({ status }) => status >= 400);
    // Sent again later, all of it may be saved, and what was saved already is the same.
    const first = answers.find((answer) => answer instanceof Error);
    if (results.every(({ status }) => status === statusOf.unavailable)) throw first;
    if (refused.length === 0) return answer(call, contract.status, { results });
    if (!(call.query as { atomic: boolean }).atomic) return answer(call, 207, { results });
    const count = refused.length === 1 ? `1 of ${answers.length} items was` : `${refused.length} of ${answers.length} items were`;
    const message = `Nothing was written, because ${count} refused. Correct those in results and send all of them again.`;
    const error = { code: "batch_refused" as const, message };
    return { ...json(statusOf.batch_refused, call.headers, { error, results: refused }), refused: error };
  });

function resultOf(
  single: Pick<Contract, "status" | "output">,
  answer: object | AppError | undefined,
  unused: Unused = { warnings: [], hints: [] },
) {
  if (!(answer instanceof AppError)) {
    const isReplayed = answer && "replayed" in answer && answer.replayed === true;
    const body = { ...(answer && (z.encode(single.output, answer) as object)), ...(isReplayed && { replayed: true }) };
    return { status: single.status, ...(warned(body, unused.warnings) as object) };
  }
  const { code, message } = answer;
  return { status: statusOf[code], error: { code, message: hinted(message, unused.hints) } };
}

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
        isReadAhead ? handleAhead(contract, at, handle) : once(contract, await admit(contract, at), handle),
      );
    } catch (error) {
      return contract.path.startsWith("/api/v1/")
        ? explained(errorResponse(error, headers), request.unused.hints)
        : errorResponse(error, headers, true);
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
  const appError = loggedAppError(error, headers);
  const { code, message, refusal } = appError;
  const body = { error: { code, message, ...(isOfScreens && refusal && { refusal }) } };
  return { ...json(statusOf[code], { ...headers, ...appError.headers }, body), refused: { code, message } };
}

/** An error of the public API, with the page that explains its code, and with what may be its cause behind its reason. */
export function explained(reply: ReturnType<typeof errorResponse>, hints: readonly string[] = []): Reply {
  const { code, message } = reply.refused;
  const text = hints.length > 0 ? JSON.stringify({ error: { code, message: hinted(message, hints) } }) : reply.text;
  return { ...reply, text, headers: { ...reply.headers, link: `</docs/errors#${code}>; rel="help"` } };
}

function loggedAppError(error: unknown, headers: Record<string, string>): AppError {
  const appError = asAppError(error);
  // An intended error is not a failure of ours.
  if (appError !== error) log.error({ error, requestId: headers["x-request-id"] }, "a request failed");
  return appError;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error) || isTooSlow(error)) return unavailable(error);
  return new AppError(
    "internal_error",
    "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id of this answer.",
  );
}
