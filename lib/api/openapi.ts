import { createHash } from "node:crypto";
import { z } from "zod";
import { type Contract, contract } from "@/lib/contract";
import { env } from "@/lib/env";
import { type ErrorCode, statusOf } from "@/lib/errors";
import { ignorable, open } from "./ignored-fields";
import type { Incoming } from "./incoming";
import { json, type Reply } from "./reply";

export const openapi = contract({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description",
  access: "public",
  perMinute: 300,
  status: 200,
  output: z.record(z.string(), z.unknown()),
});

/** Refusals that every endpoint with a key may give. */
const always: ErrorCode[] = [
  "invalid_request",
  "missing_key",
  "invalid_key",
  "plan_required",
  "payload_too_large",
  "rate_limited",
  "internal_error",
  "unavailable",
];

const schemaOf = (schema: z.ZodType, io: "input" | "output") => {
  // On the wire an answer is what it encodes to, so times are strings in both directions.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });
  return rest;
};

const rateHeaders = Object.fromEntries(
  [
    ["RateLimit-Limit", "Calls allowed in a minute."],
    ["RateLimit-Remaining", "Calls left now."],
    ["RateLimit-Reset", "Seconds until more are allowed."],
    ["X-Request-Id", "Names this call; a well-formed one that you send is kept."],
  ].map(([name, description]) => [name, { description, schema: { type: "string" } }]),
);

function parametersOf({ params, headers }: Contract) {
  const listed = (schema: z.ZodObject | undefined, where: "path" | "header") =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name: where === "header" ? "Idempotency-Key" : name,
      in: where,
      required: where === "path",
      schema: schemaOf(field as z.ZodType, "input"),
    }));
  return [...listed(params, "path"), ...listed(headers, "header")];
}

function refusalsOf({ errors = [] }: Contract) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...errors, ...always]) byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(", "),
        ...(status === 429
          ? { headers: { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } } } }
          : {}),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

const operationOf = (described: Contract) => ({
  operationId: `${described.method.toLowerCase()}${described.path
    .replace(/^\/api\/v1|\{\w+\}/g, "")
    .replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll("/", "")}`,
  summary: described.summary,
  ...(described.description ? { description: described.description } : {}),
  parameters: parametersOf(described),
  ...(described.body
    ? { requestBody: { required: true, content: { "application/json": { schema: open(schemaOf(described.body, "input")) } } } }
    : {}),
  responses: {
    [String(described.status)]: {
      description: "Done.",
      headers: rateHeaders,
      content: { "application/json": { schema: schemaOf(described.output, "input") } },
    },
    ...refusalsOf(described),
  },
});

/** Built once; a changed contract loads this module anew. */
let built: { reply: Reply; etag: string } | undefined;

function build(contracts: readonly Contract[]) {
  const reply = json(200, {}, describe(contracts, env().PUBLIC_URL ?? ""));
  return { reply, etag: `"${createHash("sha256").update(reply.text).digest("base64url")}"` };
}

/** The description, built once. Whoever has it already is told that it is the same. */
export function published(contracts: readonly Contract[], { header }: Incoming, headers: Record<string, string>): Reply {
  built ??= build(contracts);
  const { reply, etag } = built;
  const known = (header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return { status: 304, headers: { ...headers, etag }, text: "" };
  return { ...reply, headers: { ...reply.headers, ...headers, etag } };
}

/** The OpenAPI 3.1 document, computed from the contracts. `origin` is the configured one: a caller's Host proves nothing. */
export function describe(contracts: readonly Contract[], origin: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of contracts) {
    const path = described.path.replace(/^\/api\/v1/, "");
    paths[path] = { ...paths[path], [described.method.toLowerCase()]: operationOf(described) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Beside",
      version: "1.0",
      description:
        "Send contacts and events; they appear beside every chat with that person. " +
        "Strings are sequences of Unicode scalar values, their lengths count code points, and patterns are meant with Unicode.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key from Settings, Developers." } },
      schemas: {
        ...ignorable,
        Error: schemaOf(
          z.object({ error: z.object({ code: z.enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]), message: z.string() }) }),
          "output",
        ),
      },
    },
  };
}
