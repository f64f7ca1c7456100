import fc from "fast-check";
import { SentTime } from "@/lib/kernel/time";
import { expect, send, type Team, test } from "../../support/fixtures";
import { hostileText, pointerTo, resolved, type Schema, validating, valuesOf } from "../../support/json-schema";
import { runs } from "../../support/runs";

type Operation = {
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody: { content: { "application/json": { schema: Schema } } };
};
type Document = { info: { description: string }; paths: Record<string, Record<string, Operation>> };

// A workspace may make 300 calls a minute.
const numRuns = runs(280);
const endpoints: [method: string, path: string, acceptedStatuses: number[]][] = [
  ["put", "/contacts/{userId}", [200]],
  ["post", "/embed-tokens", [201]],
  ["post", "/events", [201]],
  // An unknown delivery: the 404 comes only after the body was accepted.
  ["post", "/actions/{deliveryId}/result", [404]],
];

async function described(url: string, method: string, path: string) {
  const document = (await send(`${url}/api/v1/openapi.json`)).body as Document;
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not described.`);
  const bodyAt = pointerTo("paths", path, method, "requestBody", "content", "application/json", "schema");
  return { document, operation, follows: validating(document)(bodyAt) };
}

const isPast = ({ occurredAt = "2020-01-01T00:00:00Z" }: { occurredAt?: string }) =>
  !((SentTime.safeParse(occurredAt).data?.getTime() ?? 0) > Date.now());
/** A schema cannot require that a time is in the past. */
const hasPastTimes = (body: unknown): boolean => isPast(body as object) && isPast((body as { event?: object }).event ?? {});

for (const [method, path, acceptedStatuses] of endpoints) {
  test(`never rejects the shape of a body that fits the description of ${method.toUpperCase()} ${path}`, async ({ ada }) => {
    const { document, operation, follows } = await described(ada.url, method, path);
    const values = (schema: Schema) => valuesOf(schema, document);
    const parameters = operation.parameters.map((parameter) => resolved(document, parameter));
    const sent = fc.record({
      body: values(operation.requestBody.content["application/json"].schema).filter(hasPastTimes),
      named: fc.record(
        Object.fromEntries(
          parameters.map(({ name, schema }) => [name, name === "Idempotency-Key" ? fc.option(values(schema)) : values(schema)]),
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ body, named }) => {
        expect(follows(body), JSON.stringify([body, follows.errors])).toBe(true);
        const where = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name])));
        const key = named["Idempotency-Key"];
        const headers: Record<string, string> = typeof key === "string" ? { "idempotency-key": key } : {};
        const reply = await ada.api(method.toUpperCase(), where, { body, headers });
        // An unknown phone or a reused key is not an error of shape.
        const allowed = [...acceptedStatuses, 409, ...(path === "/events" ? [404] : [])];
        expect(allowed, `${JSON.stringify(body)} at ${where}: ${reply.text}`).toContain(reply.status);
      }),
      { numRuns },
    );
  });
}

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e21),
);
const time = fc.oneof(
  fc.constantFrom("2016-12-31T23:59:60Z", "2020-02-30T00:00:00Z", "0001-01-01T00:00:00Z", "0002-01-01T00:00:00+05:00", "2020-01-01T00:00Z"),
  fc.date({ min: new Date("1950-01-01"), max: new Date("2024-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
);
const scalar = fc.oneof(hostileText, number, fc.boolean(), fc.constant(null));
const map = fc.dictionary(hostileText, fc.oneof({ arbitrary: scalar, weight: 20 }, { arbitrary: fc.constant([]), weight: 1 }), {
  maxKeys: 22,
});
const phone = fc.oneof(fc.stringMatching(/^[+ .()-]{0,3}[0-9]{6,16}[ -]{0,2}$/), hostileText);
const anything = fc.anything({ maxDepth: 9, withNullPrototype: false }).filter((value) => JSON.stringify(value) !== undefined);

/** One odd field is enough for a rejection, so each field is usual more often than not. */
const mostly = (usual: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown> = scalar) =>
  fc.oneof({ arbitrary: usual, weight: 5 }, { arbitrary: odd, weight: 1 });
const name = mostly(fc.constant("Ada"), fc.oneof(hostileText, scalar));
const usualPhone = mostly(fc.constant("+44 7911 123456"), phone);
const other = mostly(scalar, anything);

const event = {
  level: mostly(fc.constantFrom("problem", "info")),
  occurredAt: mostly(fc.constant("2016-12-31T23:59:60Z"), time),
  properties: mostly(fc.constant({ amount: 59.9 }), map),
};
const reported = fc.record({ event: name, name, ...event, other }, { requiredKeys: [] });
const bodies: Record<string, fc.Arbitrary<unknown>> = {
  "/contacts/{userId}": fc.record(
    {
      name,
      email: mostly(fc.constant("ada@example.com"), hostileText),
      phone: usualPhone,
      attributes: mostly(fc.constant({ plan: null }), map),
      other,
    },
    { requiredKeys: [] },
  ),
  "/embed-tokens": fc.record({ userId: name, phone: usualPhone, other }, { requiredKeys: [] }),
  "/events": fc.record({ event: name, userId: name, phone: usualPhone, ...event, other }, { requiredKeys: [] }),
  "/actions/{deliveryId}/result": fc.record(
    { status: mostly(fc.constantFrom("succeeded", "failed")), message: name, event: reported, other },
    { requiredKeys: [] },
  ),
};

for (const [method, path, acceptedStatuses] of endpoints) {
  test(`accepts only bodies that fit the description of ${method.toUpperCase()} ${path}`, async ({ server, bob }) => {
    const { follows } = await described(server.url, method, path);
    const where = path.replace("{userId}", "u-").replace("{deliveryId}", "01980000-0000-7000-8000-000000000001");
    let [accepted, tried] = [0, 0];
    await fc.assert(
      fc.asyncProperty(bodies[path] as fc.Arbitrary<unknown>, async (body) => {
        tried += 1;
        const reply = await bob.api(method.toUpperCase(), where === "/contacts/u-" ? `${where}${tried}` : where, { body });
        if (!acceptedStatuses.includes(reply.status)) return;
        accepted += 1;
        expect(follows(JSON.parse(JSON.stringify(body))), JSON.stringify([body, follows.errors])).toBe(true);
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 14);
  });
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const put = (team: Team, body: unknown) => team.api("PUT", "/contacts/u", { body });

test("accepts unknown fields nested as deep as the description says in words, and no deeper", async ({ ada }) => {
  const { document } = await described(ada.url, "put", "/contacts/{userId}");
  expect(document.info.description).toContain("nested at most 8 deep");
  for (const depth of [0, 1, 6, 7]) expect((await put(ada, { other: nested(depth) })).status).toBe(200);
  expect((await put(ada, { other: nested(8) })).status).toBe(400);
});
