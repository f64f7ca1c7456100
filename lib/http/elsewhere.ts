import type { Contract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { likelyField } from "@/lib/workspace/request-log/likely";
import { matchPath } from "./path";

const root = "/api/v1";
const described = "The API is described at /api/v1/openapi.json.";

/** What callers of other APIs try first, with what does it here. */
const instead: Readonly<Record<string, string>> = {
  "POST /contacts": "Create or update one with PUT /contacts/{userId}, or many with POST /contacts/batch.",
  "PUT /contacts": "Create or update one with PUT /contacts/{userId}, or many with POST /contacts/batch.",
  "PATCH /contacts": "Change one with PUT /contacts/{userId}: only the fields that are sent change.",
  "DELETE /contacts": "Remove one with DELETE /contacts/{userId}.",
  "POST /contacts/{userId}": "Create or update it with PUT /contacts/{userId}.",
  "PATCH /contacts/{userId}": "Change it with PUT /contacts/{userId}: only the fields that are sent change.",
  "POST /contacts/{userId}/events": "Record an event with POST /events and the userId in its body.",
  "PUT /contacts/{userId}/events": "Record an event with POST /events and the userId in its body.",
  "GET /events": "Read the events of a contact with GET /contacts/{userId}/events, and problems with GET /problems.",
  "PUT /events": "Record one with POST /events. An Idempotency-Key records it once.",
  "PATCH /events": "An event does not change. Record another one with POST /events.",
  "DELETE /events": "Events are removed with their contact: DELETE /contacts/{userId}.",
  "POST /problems": "A problem is made by an event: POST /events with level “problem”.",
  "PATCH /problems": "A problem is closed by an info event with the same reference: POST /events.",
  "POST /action-calls": "Agents press buttons; your server is called then.",
  "PUT /webhook-endpoints": "Add one with POST /webhook-endpoints, and change it with PATCH /webhook-endpoints/{endpointId}.",
  "PUT /webhook-endpoints/{endpointId}": "Change it with PATCH /webhook-endpoints/{endpointId}.",
  "POST /webhook-endpoints/{endpointId}": "Change it with PATCH /webhook-endpoints/{endpointId}.",
  "GET /events/batch": "Read the events of a contact with GET /contacts/{userId}/events, and problems with GET /problems.",
  "PUT /imports": "Send a file with POST /imports.",
  "DELETE /imports/{importId}": "Cancel it with POST /imports/{importId}/cancel, or undo it with POST /imports/{importId}/undo.",
};

/** What other APIs call our nouns. */
const calledElsewhere = new Map(
  Object.entries({
    contacts: ["customers", "customer", "users", "user", "people", "persons", "profiles", "identify", "leads"],
    events: ["track"],
    "webhook-endpoints": ["webhooks", "webhook", "hooks", "endpoints", "subscriptions"],
    "action-calls": ["calls", "deliveries"],
    "openapi.json": ["openapi", "openapi.yaml", "openapi.yml", "swagger", "swagger.json", "spec", "schema", "docs"],
    me: ["whoami", "ping", "self", "account", "workspace"],
  }).flatMap(([noun, others]) => others.map((other) => [other, noun] as const)),
);

/** The reply to a path or method that has no endpoint: 404, or 405 with the methods that are taken, and what was probably meant. */
export function elsewhere(method: string, path: string, contracts: readonly Contract[]): AppError {
  const here = contracts.filter((contract) => matchPath(contract.path, path));
  if (here.length === 0)
    return new AppError("not_found", `There is nothing at this address. ${meant(method, path, contracts)}${described}`);
  const allowed = here.map((contract) => contract.method);
  const allow = [...(allowed.includes("GET") ? ["HEAD"] : []), ...allowed].join(", ");
  // A path may fit two patterns: a name comes before a value.
  const hints = here.map((contract) => instead[`${method} ${contract.path.slice(root.length)}`]);
  const plain = instead[`${method} ${path.slice(root.length)}`];
  const what = here.map((one) => `${one.method} ${one.path.slice(root.length)}: ${one.summary.toLowerCase()}`);
  const hint = plain ?? hints.find((one) => one !== undefined) ?? `Here ${what.length === 1 ? "is" : "are"} ${what.join("; ")}.`;
  return new AppError("method_not_allowed", `This address does not take ${method.slice(0, 20)}; it takes ${allow}. ${hint}`, { allow });
}

/** "Did you mean /contacts?": by the first part of the path, or without a slash at the end. */
function meant(method: string, path: string, contracts: readonly Contract[]): string {
  const plain = instead[`${method} ${path.slice(root.length)}`];
  if (plain !== undefined) return `${plain} `;
  const bare = path.replace(/\/{1,8}$/, "");
  if (bare !== path && contracts.some((contract) => matchPath(contract.path, bare))) return "Leave out the slash at its end. ";
  const [first = ""] = path.slice(root.length + 1).split("/");
  // The begin of the address may be there twice: once in the base of a client, and once in its path.
  if (path.startsWith(`${root}/api/v1/`) || path.startsWith(`${root}/v1/`)) return `${root} is in the address twice. `;
  const nouns = [...new Set(contracts.map((contract) => contract.path.split("/")[3] ?? ""))].filter((noun) => noun !== "");
  const likely = nouns.includes(first) ? undefined : (likelyField(first, nouns) ?? calledElsewhere.get(first.toLowerCase()));
  return likely === undefined ? "" : `Did you mean ${root}/${likely}? `;
}
