import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { reportResult } from "@/lib/actions/calls/contract";
import { recordResult } from "@/lib/actions/calls/result";
import * as contacts from "@/lib/context/contacts";
import { deleteContact, getContact, putContact, putContacts } from "@/lib/context/contacts/contract";
import { mergeContacts, undoMerge } from "@/lib/context/contacts/merge/contract";
import * as events from "@/lib/context/events";
import { DryRun, recordEvent, recordEvents } from "@/lib/context/events/contract";
import { dryRun, dryRunAll } from "@/lib/context/events/dry-run";
import * as imports from "@/lib/data/imports";
import {
  cancelImport,
  createImport,
  getImport,
  listImportLines,
  listImports,
  runImport,
  setImportColumns,
  undoImport,
} from "@/lib/data/imports/contract";
import { createContactToken } from "@/lib/desk/helpdesks";
import { createEmbedToken } from "@/lib/desk/helpdesks/contract";
import * as lists from "@/lib/desk/lists";
import { getActionCall, listActionCalls, listContacts, listEvents, listProblems } from "@/lib/desk/lists/contract";
import * as codes from "@/lib/people/links/codes";
import { createLinkCode } from "@/lib/people/links/contract";
import { inRequest } from "@/lib/platform/db/on-behalf";
import { env } from "@/lib/platform/env";
import * as webhooks from "@/lib/webhooks";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  listWebhookEvents,
  replayEndpoint,
  rotateEndpoint,
  testEndpoint,
} from "@/lib/webhooks/contract";
import { replay } from "@/lib/webhooks/replay";
import * as keys from "@/lib/workspace/keys";
import { getMe } from "@/lib/workspace/keys/contract";
import * as usage from "@/lib/workspace/usage";
import { afterResponse } from "./after-response";
import { authenticate } from "./auth/authenticate";
import { ownOrigin } from "./auth/own-origin";
import { elsewhere } from "./elsewhere";
import { answer, batchEndpoint, type Endpoint, endpoint, errorResponse, explained, headersFor, rawEndpoint } from "./endpoint";
import { enforceRateLimit } from "./limits/enforce-rate-limit";
import { getDescription } from "./openapi/contract";
import { openapiReply } from "./openapi/document";
import { matchPath } from "./path";
import { type ApiRequest, declaredBytes, fromNode, fromRequest } from "./request";
import { type Reply, toResponse, writeTo } from "./response";

/** What a dry run of an event is answered, alone or in a batch. */
const rehearsed = { status: 200 as const, output: DryRun };

/** The public API, in the order of its description. The HTTP server (server.mjs) and the route files call these. */
const table: Endpoint[] = [
  endpoint(getMe, ({ caller: { workspace, keyId } }) => keys.me(workspace, keyId)),
  endpoint(putContact, ({ caller, params, query, body }) =>
    query.dryRun ? contacts.dryRun(caller.workspace.id, params.userId, body) : contacts.put(caller.workspace.id, params.userId, body),
  ),
  endpoint(getContact, ({ caller, params }) => contacts.get(caller.workspace.id, params.userId)),
  endpoint(deleteContact, ({ caller, params }) => contacts.remove(caller.workspace.id, params.userId)),
  endpoint(mergeContacts, async ({ caller: { workspace, keyId }, params, body }) =>
    contacts.merge(workspace.id, params.userId, body, await keys.actorOf(workspace.id, keyId)),
  ),
  endpoint(undoMerge, async ({ caller: { workspace, keyId }, params }) =>
    contacts.undoMerge(workspace.id, params.mergeId, await keys.actorOf(workspace.id, keyId)),
  ),
  batchEndpoint(
    putContacts,
    () => putContact,
    ({ caller, body, query }) => contacts.putAll(caller.workspace.id, body.items, query),
  ),
  endpoint(createImport, async ({ caller: { workspace, keyId }, query, request, pieces }) =>
    imports.create(workspace.id, await keys.actorOf(workspace.id, keyId), { ...query, declared: declaredBytes(request), pieces }),
  ),
  endpoint(listImports, ({ caller, query }) => imports.list(caller.workspace.id, query)),
  endpoint(getImport, ({ caller, params }) => imports.get(caller.workspace.id, params.importId)),
  endpoint(setImportColumns, ({ caller, params, body }) => imports.setColumns(caller.workspace.id, params.importId, body)),
  endpoint(runImport, async ({ caller: { workspace, keyId }, params }) =>
    imports.run(workspace.id, await keys.actorOf(workspace.id, keyId), params.importId),
  ),
  endpoint(cancelImport, async ({ caller: { workspace, keyId }, params }) =>
    imports.cancel(workspace.id, await keys.actorOf(workspace.id, keyId), params.importId),
  ),
  endpoint(undoImport, async ({ caller: { workspace, keyId }, params }) =>
    imports.undo(workspace.id, await keys.actorOf(workspace.id, keyId), params.importId),
  ),
  endpoint(listImportLines, ({ caller, params, query }) => imports.lines(caller.workspace.id, params.importId, query)),
  endpoint(listContacts, ({ caller, query }) => lists.contacts(caller.workspace.id, query)),
  endpoint(listEvents, ({ caller, params, query }) => lists.events(caller.workspace.id, params.userId, query)),
  endpoint(createLinkCode, ({ caller, params }) => codes.create(caller.workspace.id, params.userId)),
  rawEndpoint(recordEvent, async ({ caller, query, body, headers, sent, headersIn, request }) => {
    const idempotency = { key: headersIn["Idempotency-Key"], body: sent };
    if (query.dryRun) return answer({ headers, request }, 200, z.encode(DryRun, await dryRun(caller.workspace.id, body, idempotency)));
    const event = await events.record(caller.workspace.id, body, idempotency);
    if (event.replayed) headers["idempotency-replayed"] = "true";
    else usage.count(caller.workspace.id, "events");
    return answer({ headers, request }, recordEvent.status, z.encode(recordEvent.output, event));
  }),
  batchEndpoint(
    recordEvents,
    ({ query }) => (query.dryRun ? rehearsed : recordEvent),
    async ({ caller, body, query }) => {
      if (query.dryRun) return dryRunAll(caller.workspace.id, body.items);
      const answers = await events.recordAll(caller.workspace.id, body.items, query.atomic);
      const recorded = answers.filter((answer) => answer && !(answer instanceof Error) && !answer.replayed);
      if (recorded.length > 0) usage.count(caller.workspace.id, "events", recorded.length);
      return answers;
    },
  ),
  endpoint(listProblems, ({ caller, query }) => lists.problems(caller.workspace.id, query)),
  endpoint(listActionCalls, ({ caller, query }) => lists.actionCalls(caller.workspace.id, query)),
  endpoint(getActionCall, ({ caller, params }) => lists.actionCall(caller.workspace.id, params.callId)),
  endpoint(reportResult, ({ caller, params, body, sent }) => recordResult(caller.workspace.id, params.deliveryId, { ...body, sent })),
  endpoint(createEmbedToken, async ({ caller, body, request }) =>
    createContactToken(caller.workspace, { ...body, origin: env().PUBLIC_URL ?? ownOrigin(request) }),
  ),
  endpoint(createEndpoint, async ({ caller: { workspace, keyId }, body }) =>
    webhooks.create(workspace.id, await keys.actorOf(workspace.id, keyId), body),
  ),
  endpoint(listEndpoints, ({ caller }) => webhooks.list(caller.workspace.id)),
  endpoint(getEndpoint, ({ caller, params }) => webhooks.get(caller.workspace.id, params.endpointId)),
  endpoint(changeEndpoint, async ({ caller: { workspace, keyId }, params, body }) =>
    webhooks.change(workspace.id, await keys.actorOf(workspace.id, keyId), params.endpointId, body),
  ),
  endpoint(deleteEndpoint, async ({ caller: { workspace, keyId }, params }) =>
    webhooks.remove(workspace.id, await keys.actorOf(workspace.id, keyId), params.endpointId),
  ),
  endpoint(rotateEndpoint, async ({ caller: { workspace, keyId }, params }) =>
    webhooks.rotate(workspace.id, await keys.actorOf(workspace.id, keyId), params.endpointId),
  ),
  endpoint(testEndpoint, ({ caller, params }) => webhooks.test(caller.workspace.id, params.endpointId)),
  endpoint(replayEndpoint, ({ caller, params, body }) => replay(caller.workspace.id, params.endpointId, body)),
  endpoint(listWebhookEvents, ({ caller, query }) => webhooks.events(caller.workspace.id, query)),
  rawEndpoint(getDescription, async ({ request, headers }) => openapiReply(published(), request, headers)),
];

/** The endpoints that are described, in their order. */
export const published = () => table.map(({ contract }) => contract).filter(({ isPublished }) => isPublished);

/** Handles any request under `/api/v1`; `path` is the path as it was on the wire. */
function handle(request: ApiRequest, path: string): Promise<Reply> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = table.find(({ contract }) => contract.method === method && matchPath(contract.path, path));
  return found ? found.handle(request, path) : handleOther(request, path);
}

type Route = (request: Request) => Promise<Response>;
const route: Route = async (request) => toResponse(await handle(fromRequest(request), new URL(request.url).pathname));

/** The exports of a route file of Next: the endpoint where the path has one for the method, else the 404 or 405. */
export function routesAt(path: string): Record<"GET" | "PUT" | "POST" | "PATCH" | "DELETE" | "OPTIONS", Route> {
  const at = (method: string): Route => table.find(({ contract }) => contract.method === method && contract.path === path) ?? route;
  return { GET: at("GET"), PUT: at("PUT"), POST: at("POST"), PATCH: at("PATCH"), DELETE: at("DELETE"), OPTIONS: at("OPTIONS") };
}

// Unknown paths and methods share one name, so that callers cannot create metrics.
const afterOther = afterResponse({ method: "other", path: "none" });

async function handleOther(request: ApiRequest, path: string): Promise<Reply> {
  const began = performance.now();
  const reply = await inRequest(() => rejectOther(request, path));
  afterOther({ request, path, reply, began });
  return reply;
}

/** No such path, or not this method: reported to a caller with a key, after the checks that come first (contract §1). */
async function rejectOther(request: ApiRequest, path: string): Promise<Reply> {
  const headers = headersFor(request);
  try {
    await enforceRateLimit({}, await authenticate({ access: "key", path }, request, path), headers);
    throw elsewhere(
      request.method,
      path,
      table.map(({ contract }) => contract),
    );
  } catch (error) {
    return explained(errorResponse(error, headers));
  }
}

/** server.mjs calls this for /api/v1. node:http discards a body that was rejected unread, within its own deadline. */
export async function handleNodeRequest(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  await writeTo(response, await handle(fromNode(message), path), message.method === "HEAD");
}
