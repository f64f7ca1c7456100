import { z } from "zod";
import type { Contract, InputOf, OutputOf } from "@/lib/contract";
import { isUnavailable } from "@/lib/db/errors";
import { AppError, statusOf } from "@/lib/errors";
import { log } from "@/lib/log";
import { authenticate, type Caller } from "./authenticate";
import { limited } from "./limited";
import { parse } from "./parse";
import { requestIdOf } from "./request-id";

/** What every handler gets: who calls, what they sent (`sent` is the body before validation), and the headers of the answer. */
export type Call<C extends Contract> = Omit<InputOf<C>, "headers"> & {
  headersIn: InputOf<C>["headers"];
  caller: Caller<C["access"]>;
  sent: unknown;
  headers: Headers;
  request: Request;
};
type Handler<C extends Contract> = (call: Call<C>) => Promise<OutputOf<C>>;
/** `target` is the path as it stood on the wire; without it, the request's own. */
export type Endpoint = ((request: Request, target?: unknown) => Promise<Response>) & { contract: Contract };

/** Who is calling, whether they may, how often, what they sent, what happened. Always in that order (contract §1). */
export function endpoint<const C extends Contract>(contract: C, handle: Handler<C>): Endpoint {
  async function answer(request: Request, target?: unknown): Promise<Response> {
    const headers = new Headers({ "x-request-id": requestIdOf(request), "cache-control": "no-store" });
    try {
      const path = typeof target === "string" ? target : new URL(request.url).pathname;
      const caller = await authenticate(contract, request, path);
      limited(caller, headers);
      const input = await parse(contract, request, path, headers);
      const output = await handle({ ...input, caller, headers, request } as unknown as Call<C>);
      return Response.json(z.encode(contract.output, output), { status: contract.status, headers });
    } catch (error) {
      return refuse(error, headers);
    }
  }
  return Object.assign(answer, { contract });
}

/** Any throw becomes one error body; a bug tells the log everything and the caller nothing but the request id. */
export function refuse(error: unknown, headers: Headers): Response {
  const known = asAppError(error);
  if (known.code === "internal_error" || known.code === "unavailable") {
    log.error({ error, requestId: headers.get("x-request-id") }, "a request failed");
  }
  for (const [name, value] of Object.entries(known.headers)) headers.set(name, value);
  return Response.json({ error: { code: known.code, message: known.message } }, { status: statusOf[known.code], headers });
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error))
    return new AppError("unavailable", "The database cannot be reached right now. Try again shortly.", { "retry-after": "2" });
  return new AppError(
    "internal_error",
    "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id of this answer.",
  );
}
