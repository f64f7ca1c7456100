import { test } from "@playwright/test";
import { z } from "zod";
import { describe } from "@/lib/http/openapi/document";
import { AttributeMap } from "@/lib/kernel/attributes";
import { contract } from "@/lib/kernel/contract";
import * as patterns from "@/lib/kernel/patterns";
import { isBlank } from "@/lib/kernel/visible";
import { UserId } from "@/lib/people/shared/identity";
import { contracts } from "../../support/contracts";
import { expect } from "../../support/expect";
import { allowing, resolved, type Schema } from "../../support/json-schema";

const published = contracts.filter(({ isPublished }) => isPublished);
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema; example: unknown };
type Media = { content: { "application/json": { schema: Schema; example?: unknown; examples?: object } } };
type Operation = { parameters: Parameter[]; requestBody?: Media; responses: Record<string, Media & { headers: Record<string, object> }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, object>>;
};
const documentOf = (...described: Parameters<typeof describe>[0]) => describe(described, "") as unknown as Document;

/** An endpoint unlike any of the product: with a query, and with more than one header of its own. */
const searched = contract({
  method: "GET",
  path: "/api/v1/contacts/{userId}/notes",
  summary: "Notes",
  description: "Notes of a contact.",
  access: "key",
  params: z.object({ userId: UserId }),
  query: z.object({
    pageSize: z.int().default(20).meta({ description: "How many at most.", example: 50 }),
    by: z.string().meta({ example: "Mia" }),
  }),
  headers: z.object({ "If-None-Match": z.string().optional().meta({ example: '"a"' }), "X-Trace": z.string().meta({ example: "1" }) }),
  status: 200,
  output: z.object({ notes: z.array(AttributeMap) }).meta({ id: "Notes" }),
  headersOut: z.object({ ETag: z.string().meta({ description: "Names this state.", example: '"a"' }) }),
});

test("parameters and headers have the names, locations and examples of the contract", () => {
  const document = documentOf(searched);
  const { parameters = [], responses = {} }: Partial<Operation> = document.paths["/contacts/{userId}/notes"]?.["get"] ?? {};
  expect(parameters.map((parameter) => resolved(document, parameter))).toMatchObject([
    { name: "userId", in: "path", required: true, example: "user_8841", schema: { $ref: "#/components/schemas/UserId" } },
    { name: "pageSize", in: "query", required: false, description: "How many at most. 20 when it is left out.", example: 50 },
    { name: "by", in: "query", required: true, example: "Mia" },
    { name: "If-None-Match", in: "header", required: false },
    { name: "X-Trace", in: "header", required: true },
  ]);
  expect(Object.keys(document.components["parameters"] ?? {})).toEqual(["UserId", "PageSize", "By", "IfNoneMatch", "XTrace"]);
  expect(Object.keys(responses["200"]?.headers ?? {})).toContain("ETag");
  expect(document.components["headers"]?.["ETag"]).toMatchObject({ description: "Names this state.", schema: { type: "string" } });
});

test("inlines a parameter whose name is taken, and shares identical parameters", () => {
  const other = { ...searched, path: "/api/v1/contacts/{userId}/tags", query: z.object({ by: z.enum(["name"]) }) };
  const document = documentOf(searched, other);
  const [mine, theirs] = ["notes", "tags"].map((last) => document.paths[`/contacts/{userId}/${last}`]?.["get"]?.parameters ?? []);
  expect(mine?.find((one) => resolved(document, one).name === "by")).toEqual({ $ref: "#/components/parameters/By" });
  expect(theirs?.find(({ name }) => name === "by")).toMatchObject({ schema: { enum: ["name"] } });
  expect(theirs?.[0]).toEqual({ $ref: "#/components/parameters/UserId" });
});

test("every body, reply and error has a named schema and an example, and every object in them a name", () => {
  const document = documentOf(...published);
  const medias = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody, responses }) => [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
    // A file has no schema.
    .flatMap((media) => resolved(document, media).content["application/json"] ?? []);
  expect(medias.length).toBeGreaterThan(40);
  for (const { schema, example, examples } of medias) {
    expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+$/) });
    expect(example ?? examples).toBeDefined();
  }
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      "Contact",
      "ContactInput",
      "Event",
      "EventInput",
      "RecordedEvent",
      "ActionResult",
      "ClosedBy",
      "ActionResultInput",
      "Error",
    ]),
  );
  const nameless = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { properties: inner }]) => (inner && name !== "Error" ? [`${name}.${field}`] : [])),
  );
  expect(nameless).toEqual([]);
});

test("every pattern compiles with and without the Unicode flag", () => {
  const found = [...JSON.stringify(describe(published, "")).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = ""]) => JSON.parse(text) as string,
  );
  expect(found.length).toBeGreaterThan(20);
  for (const pattern of found) for (const flags of ["", "u"]) expect(() => new RegExp(pattern, flags), pattern).not.toThrow();
});

test("the published patterns and the server agree on every invisible character", () => {
  const [seen, name] = [allowing(patterns.visibleText), allowing(patterns.name(120))];
  const wrong: number[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const one = String.fromCodePoint(code);
    if ([one, `${one}\u{e0001}`].some((text) => seen(text) === isBlank(text) || name(text) === isBlank(text))) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});
