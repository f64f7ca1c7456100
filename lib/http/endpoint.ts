import { z } from "zod";
import type { Contract, InputOf, OutputOf } from "@/lib/kernel/contract";
import { AppError, statusOf } from "@/lib/kernel/errors";
import { isUnavailable, unavailable } from "@/lib/platform/db/errors";
import { log } from "@/lib/platform/log";
import { answered } from "./answered";
import { authenticate, type Caller } from "./authenticate";
import { limited, limitedByNetwork } from "./limited";
import { parse } from "./parse";
import { fromRequest, type Incoming, requestIdOf } from "./request";
import { json, type Reply, toResponse } from "./response";

/** What every handler gets: who calls, what they sent (`sent` is the body before validation), and the headers of the answer. */
export type Call<C extends Contract> = Omit<InputOf<C>, "headers"> & {
  headersIn: InputOf<C>["headers"];
  caller: Caller<C["access"]>;
  sent: unknown;
  headers: Record<string, string>;
  incoming: Incoming;
};
type Handler<C extends Contract> = (call: Call<C>) => Promise<OutputOf<C>>;

/** Called with a Request, as a route of Next is; `answer` is the same for any door, with the path as it stood on the wire. */
export type Endpoint = ((request: Request) => Promise<Response>) & {
  contract: Contract;
  answer: (incoming: Incoming, path: string) => Promise<Reply>;
};

type Asked = { incoming: Incoming; path: string; headers: Record<string, string> };

/** Who is calling, whether they may, how often, what they sent. Always in that order (contract §1). */
export async function admit<const C extends Contract>(contract: C, { incoming, path, headers }: Asked): Promise<Call<C>> {
  const caller = await authenticate(contract, incoming, path);
  await limited(caller, headers);
  await limitedByNetwork(contract, incoming);
  const input = await parse(contract, incoming, path, headers);
  return { ...input, caller, headers, incoming } as unknown as Call<C>;
}

/** Admits the caller and answers with what happened. */
export const endpoint = <const C extends Contract>(contract: C, handle: Handler<C>): Endpoint =>
  answering(contract, async (call) => json(contract.status, call.headers, z.encode(contract.output, await handle(call))));

/** Admits the caller; the answer is written by the handler itself, as one that never changes. */
export function answering<const C extends Contract>(contract: C, handle: (call: Call<C>) => Promise<Reply>): Endpoint {
  async function walk(incoming: Incoming, path: string): Promise<Reply> {
    const headers = headersFor(incoming);
    try {
      return await handle(await admit(contract, { incoming, path, headers }));
    } catch (error) {
      return refuse(error, headers);
    }
  }
  const tell = answered(contract);
  async function answer(incoming: Incoming, path: string): Promise<Reply> {
    const began = performance.now();
    const reply = await walk(incoming, path);
    tell({ incoming, path, reply, began });
    return reply;
  }
  const route = async (request: Request) => toResponse(await answer(fromRequest(request), new URL(request.url).pathname));
  return Object.assign(route, { contract, answer });
}

/** The headers that every answer has. */
export const headersFor = (incoming: Incoming): Record<string, string> => ({
  "x-request-id": requestIdOf(incoming),
  "cache-control": "no-store",
});

/** Any throw becomes one error body; a bug tells the log everything and the caller nothing but the request id. */
export function refuse(error: unknown, headers: Record<string, string>): Required<Reply> {
  const known = asAppError(error);
  // What was refused on purpose is no failure of ours.
  if (known !== error) log.error({ error, requestId: headers["x-request-id"] }, "a request failed");
  const refused = { code: known.code, message: known.message };
  return { ...json(statusOf[known.code], { ...headers, ...known.headers }, { error: refused }), refused };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return unavailable(error);
  return new AppError(
    "internal_error",
    "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id of this answer.",
  );
}
