import * as contacts from "@/lib/contacts";
import { deleteContact, getContact, putContact } from "@/lib/contacts/contract";
import { AppError } from "@/lib/errors";
import * as events from "@/lib/events";
import { recordEvent } from "@/lib/events/contract";
import { authenticate } from "./authenticate";
import { type Endpoint, endpoint, refuse } from "./endpoint";
import { limited } from "./limited";
import { describe, openapi } from "./openapi";
import { matchPath } from "./path";
import { requestIdOf } from "./request-id";

/** The public API. The front door and the route files answer with these. */
export const v1 = {
  putContact: endpoint(putContact, ({ caller, params, body }) => contacts.put(caller.workspace.id, params.userId, body)),
  getContact: endpoint(getContact, ({ caller, params }) => contacts.get(caller.workspace.id, params.userId)),
  deleteContact: endpoint(deleteContact, ({ caller, params }) => contacts.remove(caller.workspace.id, params.userId)),
  recordEvent: endpoint(recordEvent, async ({ caller, body, headers, sent, headersIn }) => {
    const event = await events.record(caller.workspace.id, body, { key: headersIn["idempotency-key"], body: sent });
    if (event.replayed) headers.set("idempotency-replayed", "true");
    return event;
  }),
  openapi: endpoint(openapi, async ({ request }) =>
    describe([putContact, getContact, deleteContact, recordEvent], new URL(request.url).origin),
  ),
} satisfies Record<string, Endpoint>;

const table: Endpoint[] = Object.values(v1);

/** Answers any request under `/api/v1`; `target` is the request's path as it stood on the wire. */
export async function handle(request: Request, target?: string): Promise<Response> {
  const path = target ?? new URL(request.url).pathname;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = table.find(({ contract }) => contract.method === method && matchPath(contract.path, path));
  return found ? found(request, path) : otherwise(request, path);
}

/** No such path, or not this method: said to a caller with a key, after the checks that come first (contract §1). */
async function otherwise(request: Request, path: string): Promise<Response> {
  const headers = new Headers({ "x-request-id": requestIdOf(request), "cache-control": "no-store" });
  try {
    limited(await authenticate({ access: "key", path }, request, path), headers);
    const allowed = table.filter(({ contract }) => matchPath(contract.path, path)).map(({ contract }) => contract.method);
    if (allowed.length === 0)
      throw new AppError("not_found", "There is nothing at this address. The API is described at /api/v1/openapi.json.");
    const allow = [...(allowed.includes("GET") ? ["HEAD"] : []), ...allowed].join(", ");
    throw new AppError("method_not_allowed", `This address does not take ${request.method.slice(0, 20)}; it takes ${allow}.`, { allow });
  } catch (error) {
    return refuse(error, headers);
  }
}
