import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { expect, newTeam, type Reply, send, type Team, test } from "../../support/fixtures";
import { resolved } from "../../support/json-schema";
import { sendCalls } from "../helpers";

type Example = { value: { error: { code: string; message: string } } };
type Response = { content: { "application/json": { examples: Record<string, Example> } } };
type Document = { paths: Record<string, Record<string, { responses: Record<string, Response> }>> };

async function exampleIn(url: string, [method, path]: [string, string], code: string): Promise<Example["value"]> {
  const document = (await send(`${url}/api/v1/openapi.json`)).body as Document;
  const responses = Object.values(document.paths[path]?.[method]?.responses ?? {});
  const found = responses.map((response) => resolved(document, response).content["application/json"].examples?.[code]).find(Boolean);
  if (!found) throw new Error(`${method} ${path} says nothing of ${code}.`);
  return found.value;
}

const events: [string, string] = ["post", "/events"];
const contact: [string, string] = ["get", "/contacts/{userId}"];
const result: [string, string] = ["post", "/actions/{deliveryId}/result"];
const body = { event: "Order placed", userId: "u" };
const keyed = (team: Team, sent: object) => team.api("POST", "/events", { body: sent, headers: { "idempotency-key": "k" } });
const wrongKey = "Bearer bsk_wrong";

const provoked: [code: string, of: [string, string], provoke: (team: Team) => Promise<Reply>][] = [
  ["invalid_request", events, (team) => team.api("POST", "/events", { raw: "[]" })],
  ["invalid_user_id", contact, (team) => team.api("GET", "/contacts/%20ada")],
  ["missing_key", events, (team) => team.api("POST", "/events", { body, headers: { authorization: "" } })],
  ["invalid_key", events, (team) => team.api("POST", "/events", { body, headers: { authorization: wrongKey } })],
  ["customer_not_found", contact, (team) => team.api("GET", "/contacts/nobody")],
  ["customer_not_found", events, (team) => team.api("POST", "/events", { body: { event: "Order placed", phone: "447911999999" } })],
  ["payload_too_large", events, (team) => team.api("POST", "/events", { raw: " ".repeat(70_000) })],
  ["not_found", result, (team) => team.api("POST", "/actions/01980000-0000-7000-8000-000000000001/result", { body: { message: "Done." } })],
  ["idempotency_conflict", events, (team) => keyed(team, body).then(() => keyed(team, { ...body, level: "problem" }))],
];

for (const [code, of, provoke] of provoked) {
  test(`returns the described example of ${code} at ${of.join(" ")}`, async ({ ada }) => {
    expect((await provoke(ada)).body).toEqual(await exampleIn(ada.url, of, code));
  });
}

test("returns the reference’s examples of codes that are of no one endpoint, or stand beside results", async ({ ada }) => {
  const { text } = await send(`${ada.url}/docs/errors.md`);
  const exampleOf = (code: string) => JSON.parse(new RegExp(`## ${code}\n[^]*?\`\`\`json\n([^]*?)\n\`\`\``).exec(text)?.[1] ?? "null");
  const items = [body, { ...body, event: 7 }];
  for (const [code, reply] of [
    ["not_found", await ada.api("GET", "/nothing")],
    ["method_not_allowed", await ada.api("PATCH", "/events", { body })],
    ["invalid_cursor", await ada.api("GET", "/contacts?cursor=nope")],
    ["batch_refused", await ada.api("POST", "/events/batch?atomic=true", { body: { items } })],
  ] as const)
    expect({ error: reply.body["error"] }).toEqual(exampleOf(code));
});

const bare = (body: unknown) =>
  JSON.stringify(body)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
    .replace(/Wait \d+ seconds/, "Wait");

test("returns the described examples of a missing plan, a rate limit and a second result, apart from numbers and times", async ({
  server,
  ada,
  receiver,
}) => {
  const free = await newTeam(server, "free");
  expect((await free.api("GET", "/contacts/nobody")).body).toEqual(await exampleIn(server.url, contact, "plan_required"));

  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 202 });
  const id = newId();
  await desk.press(id);
  const report = async () => (await ada.api("POST", `/actions/${id}/result`, { body: { message: "Refunded." } })).body;
  await report();
  expect(bare(await report())).toBe(bare(await exampleIn(server.url, result, "conflict")));

  await sendCalls(ada, 300);
  expect(bare((await ada.api("GET", "/contacts/nobody")).body)).toBe(bare(await exampleIn(server.url, contact, "rate_limited")));
});
