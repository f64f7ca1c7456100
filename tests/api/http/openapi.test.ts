import { expect, type Reply, send, type Team, test } from "../../support/fixtures";
import { pointerTo, resolved, type Schema, validating } from "../../support/json-schema";
import { getContact, phone, putContact, whatsapp } from "../helpers";

type Example = { value: unknown };
type Content = { content: { "application/json": { schema: Schema; example?: unknown; examples?: Record<string, Example> } } };
type Operation = {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string; headers?: object }>;
};
type Document = {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: Schema }; securitySchemes: Record<string, object> };
};

/** The document with shared parameters and responses resolved in its operations. */
async function described(url: string): Promise<Document> {
  const document = (await send(`${url}/api/v1/openapi.json`)).body as Document;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    operation.parameters = operation.parameters.map((parameter) => resolved(document, parameter));
    for (const [status, response] of Object.entries(operation.responses)) operation.responses[status] = resolved(document, response);
  }
  return document;
}
const schemaIn = (document: Document, content: Content | undefined): Schema =>
  resolved(document, content?.content["application/json"].schema ?? {});
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

function operationOf(document: Document, path: string, method: string): Operation {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described.`);
  return found;
}

test("serves OpenAPI 3.1 without a key, with the server and the authentication", async ({ server }) => {
  const reply = await send(`${server.url}/api/v1/openapi.json`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toContain("application/json");
  expect(reply.body).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\.\d+$/),
    info: { version: "1.0", title: expect.any(String) },
    servers: [{ url: "/api/v1" }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  });
});

test("describes exactly the endpoints of the contract, each with a unique operationId", async ({ server }) => {
  const operations = operationsOf(await described(server.url));
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual([
    "DELETE /contacts/{userId}",
    "DELETE /webhook-endpoints/{endpointId}",
    "GET /action-calls",
    "GET /action-calls/{callId}",
    "GET /contacts",
    "GET /contacts/{userId}",
    "GET /contacts/{userId}/events",
    "GET /imports",
    "GET /imports/{importId}",
    "GET /imports/{importId}/lines",
    "GET /me",
    "GET /problems",
    "GET /webhook-endpoints",
    "GET /webhook-endpoints/{endpointId}",
    "GET /webhook-events",
    "PATCH /webhook-endpoints/{endpointId}",
    "POST /actions/{deliveryId}/result",
    "POST /contacts/batch",
    "POST /contacts/{userId}/link-codes",
    "POST /contacts/{userId}/merge",
    "POST /embed-tokens",
    "POST /events",
    "POST /events/batch",
    "POST /imports",
    "POST /imports/{importId}/cancel",
    "POST /imports/{importId}/run",
    "POST /imports/{importId}/undo",
    "POST /merges/{mergeId}/undo",
    "POST /webhook-endpoints",
    "POST /webhook-endpoints/{endpointId}/replay",
    "POST /webhook-endpoints/{endpointId}/rotate",
    "POST /webhook-endpoints/{endpointId}/test",
    "PUT /contacts/{userId}",
    "PUT /imports/{importId}/columns",
  ]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { summary } of operations) expect(summary).toMatch(/\w/);
});

const success: [path: string, method: string, status: string][] = [
  ["/contacts/{userId}", "put", "200"],
  ["/contacts/{userId}", "get", "200"],
  ["/contacts/{userId}", "delete", "200"],
  ["/contacts/{userId}/link-codes", "post", "201"],
  ["/embed-tokens", "post", "201"],
  ["/events", "post", "201"],
  ["/actions/{deliveryId}/result", "post", "200"],
  ["/contacts", "get", "200"],
  ["/contacts/{userId}/events", "get", "200"],
  ["/problems", "get", "200"],
  ["/action-calls", "get", "200"],
  ["/action-calls/{callId}", "get", "200"],
  ["/imports", "post", "201"],
  ["/imports/{importId}/run", "post", "202"],
  ["/webhook-endpoints", "post", "201"],
  ["/webhook-endpoints/{endpointId}/test", "post", "202"],
  ["/webhook-events", "get", "200"],
];

const everywhere = {
  "401": ["missing_key", "invalid_key"],
  "402": ["plan_required"],
  "429": ["rate_limited"],
  "500": ["internal_error"],
  "503": ["unavailable"],
};
const refusals: Record<string, Record<string, string[]>> = {
  "put /contacts/{userId}": { ...everywhere, "400": ["invalid_request", "invalid_user_id"], "413": ["payload_too_large"] },
  "get /contacts/{userId}": { ...everywhere, "400": ["invalid_user_id"], "404": ["customer_not_found"] },
  "delete /contacts/{userId}": { ...everywhere, "400": ["invalid_user_id"], "404": ["customer_not_found"] },
  "post /contacts/{userId}/link-codes": { ...everywhere, "400": ["invalid_user_id"], "404": ["customer_not_found"] },
  "post /embed-tokens": { ...everywhere, "400": ["invalid_request", "invalid_user_id"], "413": ["payload_too_large"] },
  "post /events": {
    ...everywhere,
    "400": ["invalid_request", "invalid_user_id"],
    "404": ["customer_not_found"],
    "409": ["idempotency_conflict"],
    "413": ["payload_too_large"],
  },
  "get /contacts": { ...everywhere, "400": ["invalid_request", "invalid_cursor"] },
  "get /contacts/{userId}/events": { ...everywhere, "400": ["invalid_user_id", "invalid_cursor"], "404": ["customer_not_found"] },
  "get /problems": { ...everywhere, "400": ["invalid_cursor"] },
  "get /action-calls": { ...everywhere, "400": ["invalid_cursor"] },
  "get /action-calls/{callId}": { ...everywhere, "404": ["not_found"] },
  "post /imports": { ...everywhere, "400": ["invalid_request"], "409": ["conflict"], "413": ["payload_too_large"] },
  "post /imports/{importId}/run": { ...everywhere, "404": ["not_found"], "409": ["conflict"] },
  "post /webhook-endpoints": { ...everywhere, "400": ["invalid_request"], "409": ["conflict"], "413": ["payload_too_large"] },
  "post /webhook-endpoints/{endpointId}/test": { ...everywhere, "404": ["not_found"], "409": ["conflict"] },
  "get /webhook-events": { ...everywhere, "400": ["invalid_cursor"] },
  "post /actions/{deliveryId}/result": {
    ...everywhere,
    "400": ["invalid_request"],
    "404": ["not_found"],
    "409": ["conflict"],
    "413": ["payload_too_large"],
  },
};

for (const [path, method, status] of success) {
  test(`describes the ${status} of ${method.toUpperCase()} ${path} and every error with its codes`, async ({ server }) => {
    const document = await described(server.url);
    const { responses } = operationOf(document, path, method);
    expect(Object.keys(responses).filter((code) => code < "300")).toContain(status);
    expect(JSON.stringify(responses[status]?.headers)).toContain("RateLimit-Remaining");
    for (const [code, names] of Object.entries(refusals[`${method} ${path}`] ?? {})) {
      for (const name of names) expect(responses[code]?.description, code).toContain(name);
      expect(responses[code]?.content["application/json"].schema).toEqual({ $ref: "#/components/schemas/Error" });
    }
    expect(JSON.stringify(responses["429"]?.headers)).toContain("Retry-After");
  });
}

for (const path of ["/contacts/batch", "/events/batch"]) {
  test(`describes every status of POST ${path}, and answers with exactly the described fields`, async ({ ada }) => {
    const document = await described(ada.url);
    const { responses } = operationOf(document, path, "post");
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "207", "400", "413", "422", "429"]));
    const [good, bad] = [{ event: "Order placed", userId: "u", idempotencyKey: "k" }, {}];
    for (const [status, query, items] of [
      ["200", "", [good]],
      ["200", "", [good, good]],
      ["207", "", [good, bad]],
      ["422", "?atomic=true", [good, bad]],
    ] as const) {
      const reply = await ada.api("POST", path + query, { body: { items } });
      const schemaAt = pointerTo("paths", path, "post", "responses", status, "content", "application/json", "schema");
      const follows = validating(document)(schemaAt);
      expect(String(reply.status)).toBe(status);
      expect(follows(reply.body), JSON.stringify(follows.errors)).toBe(true);
      expect(follows({})).toBe(false);
    }
  });
}

const requests: [path: string, method: string, status: string, send: (team: Team) => Promise<Reply>][] = [
  ["/contacts/{userId}", "put", "200", (team) => team.api("PUT", "/contacts/u", { body: { name: "Ada", attributes: { a: 1, b: true } } })],
  ["/contacts/{userId}", "get", "200", (team) => team.api("GET", "/contacts/u")],
  ["/contacts/{userId}/link-codes", "post", "201", (team) => team.api("POST", "/contacts/u/link-codes")],
  ["/contacts/{userId}", "delete", "200", (team) => team.api("DELETE", "/contacts/u")],
  ["/embed-tokens", "post", "201", (team) => team.api("POST", "/embed-tokens", { body: { userId: "u" } })],
  ["/events", "post", "201", (team) => team.api("POST", "/events", { body: { event: "Order placed", userId: "u" } })],
  ["/contacts", "get", "200", (team) => team.api("GET", "/contacts")],
  ["/contacts/{userId}/events", "get", "200", (team) => team.api("GET", "/contacts/u/events")],
  ["/problems", "get", "200", (team) => team.api("GET", "/problems")],
  ["/action-calls", "get", "200", (team) => team.api("GET", "/action-calls")],
  ["/imports", "post", "201", (team) => team.api("POST", "/imports?fileName=a.csv", { body: Buffer.from("id\n1\n") })],
  ["/imports", "get", "200", (team) => team.api("GET", "/imports")],
  ["/webhook-endpoints", "post", "201", (team) => team.api("POST", "/webhook-endpoints", { body: { url: null, types: ["ping"] } })],
  ["/webhook-endpoints", "get", "200", (team) => team.api("GET", "/webhook-endpoints")],
  ["/webhook-events", "get", "200", (team) => team.api("GET", "/webhook-events")],
];

for (const [path, method, status, send] of requests) {
  test(`responds to ${method.toUpperCase()} ${path} with exactly the described fields`, async ({ ada }) => {
    await putContact(ada, "u", { phone });
    await ada.sendMessage(whatsapp);
    await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "u", properties: { amount: "1 EUR" } } });
    const reply = await send(ada);
    const document = await described(ada.url);
    const schema = schemaIn(document, operationOf(document, path, method).responses[status]);
    const follows = validating(document)(pointerTo("paths", path, method, "responses", status, "content", "application/json", "schema"));
    expect(reply.status).toBe(Number(status));
    // Warnings are there only when something is to be warned of.
    const fields = Object.keys(schema.properties ?? {}).filter((name) => name !== "warnings");
    expect(Object.keys(reply.body).sort()).toEqual(fields.sort());
    expect(follows(reply.body), JSON.stringify(follows.errors)).toBe(true);
    expect(follows({})).toBe(false);
  });
}

test("responds to every rejected call as described", async ({ ada }) => {
  const follows = validating(await described(ada.url))("/components/schemas/Error");
  const replies = await Promise.all([
    ada.api("POST", "/events", { body: {} }),
    ada.api("GET", "/contacts/nobody"),
    ada.api("GET", "/nope"),
    ada.api("PATCH", "/events"),
    ada.api("POST", "/events", { raw: " ".repeat(70_000) }),
    ada.api("GET", "/contacts/u", { headers: { authorization: "" } }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([400, 404, 404, 405, 413, 401]);
  for (const { body } of replies) expect(follows(body), JSON.stringify(follows.errors)).toBe(true);
  expect(follows({ error: { code: "nonsense", message: "" } })).toBe(false);
});

test("accepts every example of a body, which also fits its own description", async ({ ada }) => {
  const document = await described(ada.url);
  const putting = operationOf(document, "/contacts/{userId}", "put");
  const recording = operationOf(document, "/events", "post");
  const userId = String(putting.parameters.find(({ name }) => name === "userId")?.example);
  const contact = putting.requestBody?.content["application/json"].example;
  const event = recording.requestBody?.content["application/json"].example;

  const bodyOf = (path: string, method: string) => pointerTo("paths", path, method, "requestBody", "content", "application/json", "schema");
  expect(validating(document)(bodyOf("/contacts/{userId}", "put"))(contact)).toBe(true);
  expect(validating(document)(bodyOf("/events", "post"))(event)).toBe(true);
  const written = await ada.api("PUT", `/contacts/${userId}`, { body: contact });
  expect(written.status, written.text).toBe(200);
  expect(written.headers.has("x-ignored-fields")).toBe(false);
  const recorded = await ada.api("POST", "/events", { body: event });
  expect(recorded.status, recorded.text).toBe(201);
  expect(recorded.headers.has("x-ignored-fields")).toBe(false);
  expect((await getContact(ada, userId)).contact.userId).toBe(userId);
});

test("accepts every example of a field", async ({ ada }) => {
  const document = await described(ada.url);
  const fieldsOf = (path: string, method: string) =>
    Object.entries(schemaIn(document, operationOf(document, path, method).requestBody).properties ?? {})
      .map(([name, schema]): [string, Schema] => [name, resolved(document, schema)])
      .filter(([, schema]) => schema.examples !== undefined)
      .map(([name, schema]) => ({ [name]: schema.examples?.[0] }));
  const contacts = fieldsOf("/contacts/{userId}", "put");
  const events = fieldsOf("/events", "post");
  expect(contacts.length).toBeGreaterThan(0);
  expect(events.length).toBeGreaterThan(1);
  for (const body of contacts) expect(await ada.api("PUT", "/contacts/u", { body })).toMatchObject({ status: 200 });
  for (const body of events) {
    expect(await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", ...body } })).toMatchObject({ status: 201 });
  }
});

test("describes the required fields and the parameters of the contract", async ({ server }) => {
  const document = await described(server.url);
  const recording = operationOf(document, "/events", "post");
  const event = schemaIn(document, recording.requestBody);
  expect(event.required).toEqual(["event"]);
  expect(Object.keys(event.properties ?? {}).sort()).toEqual(["event", "level", "occurredAt", "phone", "properties", "userId"]);
  expect(recording.parameters).toMatchObject([
    { name: "dryRun", in: "query", required: false },
    { name: "Idempotency-Key", in: "header", required: false },
  ]);
  const contact = schemaIn(document, operationOf(document, "/contacts/{userId}", "put").requestBody);
  expect(contact.required).toBeUndefined();
  expect(Object.keys(contact.properties ?? {}).sort()).toEqual(["attributes", "email", "name", "phone"]);
  const id = { name: "userId", in: "path", required: true };
  for (const method of ["get", "delete"]) expect(operationOf(document, "/contacts/{userId}", method).parameters).toMatchObject([id]);
  const dryRun = { name: "dryRun", in: "query", required: false, schema: { type: "boolean" } };
  expect(operationOf(document, "/contacts/{userId}", "put").parameters).toMatchObject([id, dryRun]);
});
