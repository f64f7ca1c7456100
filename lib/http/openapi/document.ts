import { createHash } from "node:crypto";
import type { ApiRequest } from "@/lib/http/request";
import { json, type Reply } from "@/lib/http/response";
import type { Contract } from "@/lib/kernel/contract";
import { maxDepth } from "@/lib/kernel/json";
import { env } from "@/lib/platform/env";
import { webhookBodies } from "@/lib/webhooks/bodies";
import { componentsOf } from "./components";
import { operationOf, tagOf, tags, webhookOf } from "./operation";

/** The description, built once. Responds with 304 to a caller that already has it. */
export function openapiReply(contracts: readonly Contract[], { header }: ApiRequest, headers: Record<string, string>): Reply {
  built ??= build(contracts);
  const { reply, etag } = built;
  const known = (header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return { status: 304, headers: { ...headers, etag }, text: "" };
  return { ...reply, headers: { ...reply.headers, ...headers, etag } };
}

/** Built once; a changed contract reloads this module. */
let built: { reply: Reply; etag: string } | undefined;

function build(contracts: readonly Contract[]) {
  const text = written(describe(contracts, env().PUBLIC_URL ?? ""));
  const reply = { ...json(200, {}, {}), text };
  return { reply, etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
}

/**
 * The document as text, with the 201 of an operation before its other responses: generators that keep the order take the first one for
 * what a call answers, and JavaScript sorts keys that are numbers.
 */
export function written(document: Record<string, unknown>, indent?: number): string {
  const withSpaces = (name: string, value: unknown) => (name === "responses" && isObject(value) && "201" in value ? spaced(value) : value);
  return JSON.stringify(document, withSpaces, indent).replace(/"(\d{3}) ":/g, '"$1":');
}
/** A name with a space is no number, and stays where it is. */
const spaced = (responses: Record<string, unknown>) =>
  Object.fromEntries([...new Set(["201", ...Object.keys(responses)])].map((status) => [`${status} `, responses[status]]));
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const placeOf = ({ path, method }: Contract): string => `${path} ${method}`;

/** The OpenAPI 3.1 document, computed from the contracts. `origin` is the configured one: a caller's Host proves nothing. */
export function describe(contracts: readonly Contract[], origin: string): Record<string, unknown> {
  // What is shared has the name of the first that uses it, so the document is the same whoever gathered the contracts.
  const ordered = contracts.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const components = componentsOf(
    ordered,
    webhookBodies.map(({ body }) => body),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of ordered) {
    const path = described.path.replace(/^\/api\/v1/, "");
    paths[path] = { ...paths[path], [described.method.toLowerCase()]: operationOf(described, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Beside",
      version: "1.0",
      description:
        "Send contacts and events; they appear beside every chat with that person. " +
        "Strings are sequences of Unicode scalar values, their lengths count code points, and patterns are meant with Unicode. " +
        `A body is nested at most ${maxDepth} deep; a field that is not described here is ignored and named in the answer.`,
      contact: { name: "The people who run this server", ...(origin ? { url: origin } : {}) },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    tags: [...new Set(contracts.map(tagOf))].map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks: Object.fromEntries(webhookBodies.map((webhook) => [webhook.type, { post: webhookOf(webhook, components) }])),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key from Settings, Developers." } },
      ...components.all,
    },
  };
}
