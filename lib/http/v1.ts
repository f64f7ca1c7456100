import type { IncomingMessage, ServerResponse } from "node:http";
import { reportResult } from "@/lib/domain/calls/contract";
import { report } from "@/lib/domain/calls/result";
import * as contacts from "@/lib/domain/contacts";
import { deleteContact, getContact, putContact } from "@/lib/domain/contacts/contract";
import * as events from "@/lib/domain/events";
import { recordEvent } from "@/lib/domain/events/contract";
import { AppError } from "@/lib/kernel/errors";
import { answered } from "./answered";
import { authenticate } from "./authenticate";
import { answering, type Endpoint, endpoint, headersFor, refuse } from "./endpoint";
import { limited } from "./limited";
import { openapi, published } from "./openapi";
import { matchPath } from "./path";
import { fromNode, fromRequest, type Incoming } from "./request";
import { hasBody, type Reply, toResponse } from "./response";

/** The public API. The front door and the route files answer with these. */
export const v1 = {
  putContact: endpoint(putContact, ({ caller, params, body }) => contacts.put(caller.workspace.id, params.userId, body)),
  getContact: endpoint(getContact, ({ caller, params }) => contacts.get(caller.workspace.id, params.userId)),
  deleteContact: endpoint(deleteContact, ({ caller, params }) => contacts.remove(caller.workspace.id, params.userId)),
  recordEvent: endpoint(recordEvent, async ({ caller, body, headers, sent, headersIn }) => {
    const event = await events.record(caller.workspace.id, body, { key: headersIn["Idempotency-Key"], body: sent });
    if (event.replayed) headers["idempotency-replayed"] = "true";
    return event;
  }),
  reportResult: endpoint(reportResult, ({ caller, params, body, sent }) =>
    report(caller.workspace.id, params.deliveryId, { ...body, sent }),
  ),
  openapi: answering(openapi, async ({ incoming, headers }) =>
    published([putContact, getContact, deleteContact, recordEvent, reportResult], incoming, headers),
  ),
} satisfies Record<string, Endpoint>;

const table: Endpoint[] = Object.values(v1);

/** Answers any request under `/api/v1`; `path` is the path as it stood on the wire. */
export function answer(incoming: Incoming, path: string): Promise<Reply> {
  const method = incoming.method === "HEAD" ? "GET" : incoming.method;
  const found = table.find(({ contract }) => contract.method === method && matchPath(contract.path, path));
  return found ? found.answer(incoming, path) : otherwise(incoming, path);
}

type Route = (request: Request) => Promise<Response>;
const handle: Route = async (request) => toResponse(await answer(fromRequest(request), new URL(request.url).pathname));

/** The exports of a route file of Next: the endpoint where the path has one for the method, else the 404 or 405. */
export function routesAt(path: string): Record<"GET" | "PUT" | "POST" | "PATCH" | "DELETE" | "OPTIONS", Route> {
  const at = (method: string): Route => table.find(({ contract }) => contract.method === method && contract.path === path) ?? handle;
  return { GET: at("GET"), PUT: at("PUT"), POST: at("POST"), PATCH: at("PATCH"), DELETE: at("DELETE"), OPTIONS: at("OPTIONS") };
}

// Neither what they call nor how is ours, so both have one name.
const tellOther = answered({ method: "other", path: "none" });

async function otherwise(incoming: Incoming, path: string): Promise<Reply> {
  const began = performance.now();
  const reply = await refuseOther(incoming, path);
  tellOther({ incoming, path, reply, began });
  return reply;
}

/** No such path, or not this method: said to a caller with a key, after the checks that come first (contract §1). */
async function refuseOther(incoming: Incoming, path: string): Promise<Reply> {
  const headers = headersFor(incoming);
  try {
    await limited(await authenticate({ access: "key", path }, incoming, path), headers);
    const allowed = table.filter(({ contract }) => matchPath(contract.path, path)).map(({ contract }) => contract.method);
    if (allowed.length === 0) {
      throw new AppError("not_found", "There is nothing at this address. The API is described at /api/v1/openapi.json.");
    }
    const allow = [...(allowed.includes("GET") ? ["HEAD"] : []), ...allowed].join(", ");
    throw new AppError("method_not_allowed", `This address does not take ${incoming.method.slice(0, 20)}; it takes ${allow}.`, { allow });
  } catch (error) {
    return refuse(error, headers);
  }
}

/** What the front door calls for /api/v1. A body that was refused unread is let go by node:http, within its own deadline. */
export async function listen(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const { status, headers, text } = await answer(fromNode(message), path);
  response.writeHead(status, hasBody(status) ? { ...headers, "content-length": Buffer.byteLength(text) } : headers);
  response.end(message.method === "HEAD" ? undefined : text);
}
