import { reasons } from "@/lib/http/openapi/errors";
import { type ErrorCode, statusOf } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { folderWith, killable, killedInEvent, slow } from "../../support/broken-events";
import { newDesk } from "../../support/desk";
import { expect, newTeam, type Reply, randomClientAddress, send, type Team, test } from "../../support/fixtures";
import { sentFile, trySendFile } from "../../support/imports";
import { resolved } from "../../support/json-schema";
import { addMember } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { type Running, startServer } from "../../support/server";
import { sendBytes } from "../../support/wire";
import { putContact, sendCalls } from "../helpers";

// Every example of an error, of the description and of the reference, is made to happen, and answered as it stands there.

type Example = { status: number; code: string; message: string };
type Media = { example?: unknown; examples?: Record<string, { value: { error: { code: string; message: string } } }> };
type Operation = {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: { "application/json": Media } }>;
};
type Described = { at: string; method: string; path: string; body: unknown; examples: Example[] };

async function described(url: string): Promise<Described[]> {
  const document = (await send(`${url}/api/v1/openapi.json`)).body as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { requestBody, responses }]) => {
      const examples = Object.entries(responses).flatMap(([status, response]) =>
        Object.values(resolved(document, response).content["application/json"].examples ?? {}).map(({ value }) => ({
          status: Number(status),
          ...value.error,
        })),
      );
      const method = name.toUpperCase();
      return { at: `${method} ${path}`, method, path, body: requestBody?.content["application/json"]?.example, examples };
    }),
  );
}

/** The examples of the page of errors, each under its code. */
async function listed(url: string): Promise<Example[]> {
  const { text } = await send(`${url}/docs/errors.md`);
  const parts = text.matchAll(/\n## \w+\n\n\*\*Status (\d+)\.\*\*[\s\S]*?```json\n([\s\S]*?)\n```/g);
  return [...parts].map(([, status, json = ""]) => ({
    status: Number(status),
    ...(JSON.parse(json) as { error: Omit<Example, "status"> }).error,
  }));
}

/** An example without what is different each time: times and numbers of what is left. */
const bare = ({ status, code, message }: Example): string =>
  `${status} ${code}: ${message
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
    .replace(/Wait \d+ seconds/, "Wait")
    .replace(/\d+ are left/, "some are left")}`;
const shownBy = ({ status, body }: Pick<Reply, "status" | "body">): string => {
  const { code, message } = (body["error"] ?? {}) as Omit<Example, "status">;
  return bare({ status, code, message });
};
const usualOf = (code: ErrorCode): Example => ({ status: statusOf[code], code, message: reasons[code].message });

type At = { team: Team; server: Running; receiver: Receiver };
type Answer = Pick<Reply, "status" | "body"> & { headers: Reply["headers"] | Record<string, unknown> };
type Provoke = (at: At) => Promise<Answer>;

const body = { event: "Order placed", userId: "u" };
const keyed = (team: Team, sent: object) => team.api("POST", "/events", { body: sent, headers: { "idempotency-key": "k" } });
const large = (bytes: number) => " ".repeat(bytes);
const upload = (team: Team, head: string) =>
  sendBytes(team.url, `${head} HTTP/1.1\r\nHost: beside\r\nAuthorization: Bearer ${team.key}\r\nContent-Length: 209715201\r\n\r\n`);

/** A server of its own, whose database breaks at some events. */
async function startBroken() {
  const dataDir = await folderWith(`if new.event = 'Broken' then raise exception 'broken'; end if; ${slow}`);
  const server = await startServer({ dataDir, nodeArgs: killable });
  const team = await newTeam(server);
  return { server, post: (event: string) => team.api("POST", "/events", { body: { ...body, event } }) };
}
let broken: ReturnType<typeof startBroken> | undefined;
function atBroken() {
  broken ??= startBroken();
  return broken;
}
test.afterAll(async () => {
  const started = await broken;
  await started?.server.stop();
});

const [ownLine, ownDatabase] = [{ tag: "@server" }, { tag: "@embedded" }];

/** How each code happens that there is, with the message that the reference shows for it. */
const usual: Record<ErrorCode, [provoke: Provoke, options?: { tag: string }]> = {
  invalid_request: [({ team }) => team.api("POST", "/events", { raw: "[]" })],
  invalid_user_id: [({ team }) => team.api("GET", "/contacts/%20ada")],
  invalid_cursor: [({ team }) => team.api("GET", "/contacts?cursor=nope")],
  missing_key: [({ team }) => send(`${team.url}/api/v1/events`, { method: "POST", body })],
  invalid_key: [({ team }) => team.api("POST", "/events", { body, headers: { authorization: "Bearer bsk_wrong" } })],
  signed_out: [({ team }) => send(`${team.url}/api/w/${team.workspace}/requests`)],
  plan_required: [async ({ server }) => (await newTeam(server, "free")).api("GET", "/contacts/nobody")],
  forbidden: [async ({ team }) => (await team.signIn(await addMember(team))).call("GET", "/requests")],
  customer_not_found: [({ team }) => team.api("GET", "/contacts/nobody")],
  not_found: [({ team }) => team.api("GET", "/nothing")],
  method_not_allowed: [({ team }) => team.api("PATCH", "/events", { body })],
  request_timeout: [
    ({ team }) =>
      sendBytes(
        team.url,
        `PUT /api/v1/contacts/u HTTP/1.1\r\nHost: b\r\nAuthorization: Bearer ${team.key}\r\nContent-Length: 9\r\n\r\n{"name":`,
      ),
    ownLine,
  ],
  conflict: [
    async ({ team }) => {
      await putContact(team, "u");
      return team.api("POST", "/contacts/u/merge", { body: { from: "u" } });
    },
  ],
  idempotency_conflict: [({ team }) => keyed(team, body).then(() => keyed(team, { ...body, level: "problem" }))],
  payload_too_large: [({ team }) => team.api("POST", "/events", { raw: large(70_000) })],
  batch_refused: [({ team }) => team.api("POST", "/events/batch?atomic=true", { body: { items: [body, { ...body, event: 7 }] } })],
  rate_limited: [({ team }) => sendCalls(team, 300).then(() => team.api("GET", "/contacts/nobody"))],
  internal_error: [async () => (await atBroken()).post("Broken"), ownDatabase],
  unavailable: [
    async () => {
      const { server, post } = await atBroken();
      return killedInEvent(server, post);
    },
    ownDatabase,
  ],
};

const unlinked = new Set<string>(["signed_out", "forbidden", "batch_refused"]);

for (const [code, [provoke, options = {}]] of Object.entries(usual) as [ErrorCode, (typeof usual)[ErrorCode]][]) {
  test(`answers ${code} with the example of the reference`, options, async ({ ada, server, receiver }) => {
    const answer = await provoke({ team: ada, server, receiver });
    expect(shownBy(answer)).toBe(bare(usualOf(code)));
    const { headers } = answer;
    const link = headers instanceof Headers ? headers.get("link") : headers["link"];
    if (!unlinked.has(code)) expect(link).toBe(`</docs/errors#${code}>; rel="help"`);
  });
}

const file = "id,name\nuser_1,Ada\n";
/** An import that waits for its columns. */
const atImport =
  (path: string): Provoke =>
  async ({ team }) =>
    team.api("POST", `/imports/${(await sentFile(team, file)).id}${path}`);
const atCancelled =
  (method: string, path: string, sent?: object): Provoke =>
  async ({ team }) => {
    const { id } = await sentFile(team, file);
    await team.api("POST", `/imports/${id}/cancel`);
    return team.api(method, `/imports/${id}${path}`, sent ? { body: sent } : {});
  };
const newEndpoint = (team: Team) => team.api("POST", "/webhook-endpoints", { body: { url: null, types: ["ping"] } });

/** How a code happens at an endpoint that has an example of its own. */
const special: [code: ErrorCode, at: string, provoke: Provoke, options?: { tag: string }][] = [
  [
    "customer_not_found",
    "POST /events",
    ({ team }) => team.api("POST", "/events", { body: { event: "Order placed", phone: "447911999999" } }),
  ],
  [
    "conflict",
    "POST /actions/{deliveryId}/result",
    async ({ team, receiver }) => {
      const desk = await newDesk(team, receiver);
      desk.replyWith({ status: 202 });
      const id = newId();
      await desk.press(id);
      const report = () => team.api("POST", `/actions/${id}/result`, { body: { message: "Refunded." } });
      return report().then(report);
    },
  ],
  [
    "conflict",
    "POST /merges/{mergeId}/undo",
    async ({ team }) => {
      const mergeOf = async (into: string, from: string) =>
        (await team.api("POST", `/contacts/${into}/merge`, { body: { from } })).body["mergeId"];
      for (const userId of ["a", "b", "c"]) await putContact(team, userId);
      const mergeId = await mergeOf("b", "a");
      await mergeOf("c", "b");
      return team.api("POST", `/merges/${mergeId}/undo`);
    },
  ],
  [
    "conflict",
    "POST /webhook-endpoints",
    async ({ team }) => {
      for (let count = 0; count < 20; count += 1) await newEndpoint(team);
      return newEndpoint(team);
    },
  ],
  [
    "conflict",
    "POST /webhook-endpoints/{endpointId}/test",
    async ({ team }) => {
      const sent = { url: "https://shop.example.com/hooks", types: ["ping"] };
      const { endpoint } = (await team.api("POST", "/webhook-endpoints", { body: sent })).body as { endpoint: { id: string } };
      await team.api("PATCH", `/webhook-endpoints/${endpoint.id}`, { body: { enabled: false } });
      return team.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
    },
  ],
  [
    "conflict",
    "POST /imports",
    async ({ team }) => {
      for (let count = 0; count < 10; count += 1) await sentFile(team, file);
      return trySendFile(team, file);
    },
  ],
  ["conflict", "POST /imports/{importId}/run", atImport("/run")],
  ["conflict", "POST /imports/{importId}/undo", atImport("/undo")],
  ["conflict", "POST /imports/{importId}/cancel", atCancelled("POST", "/cancel")],
  ["conflict", "PUT /imports/{importId}/columns", atCancelled("PUT", "/columns", {})],
  ["invalid_request", "POST /imports", ({ team }) => trySendFile(team, "id,email,name,phone,email\n1,a,b,c,d\n")],
  ["payload_too_large", "POST /imports", ({ team }) => upload(team, "POST /api/v1/imports?fileName=a.csv"), ownLine],
  ["payload_too_large", "POST /events/batch", ({ team }) => team.api("POST", "/events/batch", { raw: large(600_000) })],
  [
    "rate_limited",
    "POST /events/batch",
    async ({ team }) => {
      const sendItems = () => team.api("POST", "/events/batch", { body: { items: Array.from({ length: 100 }, () => ({})) } });
      await Promise.all(Array.from({ length: 30 }, sendItems));
      return sendItems();
    },
  ],
];

async function exampleAt(url: string, at: string, code: ErrorCode): Promise<Example> {
  const found = (await described(url)).find((one) => one.at === at)?.examples.find((example) => example.code === code);
  if (!found) throw new Error(`${at} says nothing of ${code}.`);
  return found;
}

for (const [code, at, provoke, options = {}] of special) {
  test(`answers ${code} at ${at} with its described example`, options, async ({ ada, server, receiver }) => {
    expect(shownBy(await provoke({ team: ada, server, receiver }))).toBe(bare(await exampleAt(ada.url, at, code)));
  });
}

type Call = { path?: string; raw?: string; body?: unknown; authorization?: string; isWithoutKey?: true };

/** What is refused in one way at every endpoint that can refuse it. */
const everywhere: Partial<Record<ErrorCode, (operation: Described) => Call | undefined>> = {
  missing_key: () => ({ isWithoutKey: true }),
  invalid_key: () => ({ authorization: "Bearer bsk_wrong" }),
  invalid_user_id: ({ path, body }) =>
    path.includes("{userId}") ? { path: path.replace("{userId}", "%20ada") } : { body: { ...(body as object), userId: " ada" } },
  customer_not_found: ({ path }) => (path.includes("{userId}") ? {} : undefined),
  not_found: () => ({}),
  payload_too_large: ({ method, path, body }) =>
    body === undefined || method === "GET" || path.endsWith("/batch") ? undefined : { raw: large(70_000) },
  invalid_request: ({ body }) => (body === undefined ? undefined : { raw: "[]" }),
  invalid_cursor: ({ path }) =>
    path.includes("{importId}") ? undefined : { path: `${path}?${path === "/webhook-events" ? `after=${newId()}` : "cursor=nope"}` },
};

test("every endpoint answers with its described examples of keys, ids, bodies and cursors", async ({ ada, server }) => {
  const free = await newTeam(server, "free");
  for (const operation of await described(ada.url)) {
    const call = ({ path = operation.path, authorization, isWithoutKey, ...sent }: Call, team = ada) => {
      const filled = path.replace("{userId}", "nobody").replace(/\{\w+\}/, newId());
      const headers = authorization === undefined ? {} : { authorization, ...randomClientAddress() };
      if (isWithoutKey) return send(`${team.url}/api/v1${filled}`, { method: operation.method });
      return team.api(operation.method, filled, { headers, ...(operation.body === undefined ? {} : { body: operation.body }), ...sent });
    };
    const exampleOf = (code: string) => operation.examples.find((example) => example.code === code);
    for (const [code, callOf] of Object.entries(everywhere)) {
      const [example, sent] = [exampleOf(code), callOf(operation)];
      if (example && sent) expect(shownBy(await call(sent)), operation.at).toBe(bare(example));
    }
    const example = exampleOf("plan_required");
    if (example) expect(shownBy(await call({}, free)), operation.at).toBe(bare(example));
  }
});

test("no example of an error is there that none of these tests makes happen", async ({ server }) => {
  const operations = await described(server.url);
  const made = new Set(Object.keys(usual).map((code) => bare(usualOf(code as ErrorCode))));
  for (const [code, at] of special) made.add(bare(await exampleAt(server.url, at, code)));
  for (const operation of operations)
    for (const example of operation.examples) if (everywhere[example.code as ErrorCode]?.(operation)) made.add(bare(example));
  const page = await listed(server.url);
  expect(page.length).toBeGreaterThan(15);
  const all = [...page, ...operations.flatMap(({ examples }) => examples)].map(bare);
  expect([...new Set(all)].filter((example) => !made.has(example))).toEqual([]);
});
