import type { z } from "zod";
import { isList } from "@/lib/http/unknown";
import type { Contract } from "@/lib/kernel/contract";
import type { Components } from "./components";
import { errorResponsesOf, pascal } from "./errors";
import type { JsonSchema } from "./schemas";

/** The tag of an operation: the first part of its path. */
export const tags: Record<string, string> = {
  Me: "Whose key it is.",
  Contacts: "Who your customers are: people by your own ids, with what you know of them.",
  Merges: "Two contacts of one customer that became one.",
  Imports: "Files of contacts: checked whole, then written, and undone for a week.",
  Events: "What happened to them.",
  Problems: "What went wrong once or several times, until it is closed.",
  "Action calls": "What your server was sent when agents pressed buttons, and what it answered.",
  Actions: "What your server answers when an agent presses a button.",
  "Webhook endpoints": "Addresses of yours that get a message when something happens.",
  "Webhook events": "What happened, as endpoints get it.",
  "Embed tokens": "One person’s panel in a frame of another tool.",
};

export function tagOf({ path }: Contract): string {
  const [first = ""] = path.replace("/api/v1/", "").split("/");
  return first.charAt(0).toUpperCase() + first.slice(1).replaceAll("-", " ");
}

const number = (minimum: number, example: number) => ({ type: "integer", minimum, examples: [example] });
const named = {
  "X-Request-Id": {
    description: "Names this call; a well-formed one that you send is kept.",
    schema: { type: "string", examples: ["0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10"] },
  },
  "RateLimit-Limit": { description: "Calls allowed in a minute; for a batch, items.", schema: number(1, 300) },
  "RateLimit-Remaining": { description: "Calls, or items, left now.", schema: number(0, 299) },
  "RateLimit-Reset": { description: "Seconds until more are allowed.", schema: number(0, 1) },
  "X-Ignored-Fields": {
    description:
      "Names of fields and parameters that were sent and are not known, so that a typo can be seen. Not there when all are known.",
    schema: { type: "string", examples: ["nmae"] },
  },
  "Retry-After": { description: "Whole seconds to wait.", schema: number(1, 12) },
  "WWW-Authenticate": { description: "How to sign in.", schema: { type: "string", const: "Bearer" } },
} satisfies Record<string, JsonSchema>;
type Named = keyof typeof named;

/** Calls with an unknown key are not counted, and a 5xx may come before the count. */
function headersOn(status: number): Named[] {
  if (status === 401) return ["X-Request-Id", "WWW-Authenticate"];
  if (status === 500) return ["X-Request-Id"];
  if (status === 503) return ["X-Request-Id", "Retry-After"];
  const counted: Named[] = ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  return status === 429 ? [...counted, "Retry-After"] : counted;
}

/** A file as the body of a call. A form is described by its sentence alone: of a body with two types, clients are made that do not compile. */
export const fileExample = "id,name,email\nuser_8841,Ada Okafor,ada@example.com\n";
const fileContent = {
  "text/csv": {
    schema: { type: "string", description: "The file, in any of the encodings, with the headers in its first line." },
    example: fileExample,
  },
};

/** One endpoint as OpenAPI describes it. */
export function operationOf(described: Contract, components: Components): JsonSchema {
  const { method, path, summary, description, body, status, output, others = [] } = described;
  const content = (schema: z.ZodType) => ({
    "application/json": { schema: components.schema(schema), example: components.example(schema) },
  });
  const sent = body ? content(body) : described.fileInPieces ? fileContent : undefined;
  const headersOf = (names: Named[]) => Object.fromEntries(names.map((name) => [name, components.share("headers", name, named[name])]));
  // A repeat that comes while the first call is worked on.
  const waits = (code: number): Named[] => (code === 409 && described.answerIsAbout ? ["Retry-After"] : []);
  const refusals = errorResponsesOf(described, (code) => headersOf([...headersOn(code), ...waits(code)]));
  const own = headersOf([...headersOn(status), ...(isList(described) ? [] : (["X-Ignored-Fields"] as const))]);
  return {
    operationId: operationIdOf(hasListId(described) ? "list" : method, path),
    tags: [tagOf(described)],
    summary,
    ...(description ? { description } : {}),
    parameters: parametersOf(described, components),
    ...(sent ? { requestBody: { required: true, content: sent } } : {}),
    responses: {
      [String(status)]: { description: "Done.", headers: { ...own, ...headersOutOf(described, components) }, content: content(output) },
      ...Object.fromEntries(
        others.map((other) => [
          String(other.status),
          { description: other.when, headers: headersOf([...headersOn(other.status), "X-Ignored-Fields"]), content: content(other.output) },
        ]),
      ),
      ...Object.fromEntries(
        refusals.map((refusal) => [String(refusal.status), components.share("responses", refusal.name, refusal.response)]),
      ),
    },
  };
}

/** A webhook, as a receiver has to take it. */
export function webhookOf({ type, summary, body }: { type: string; summary: string; body: z.ZodType }, components: Components): JsonSchema {
  const header = (name: string, description: string, example: string) => ({
    ...{ name, in: "header", required: true, description },
    ...{ schema: { type: "string" }, example },
  });
  return {
    operationId: `webhook${pascal(type.replaceAll(".", "_"))}`,
    tags: ["Webhook events"],
    summary,
    description: "Signed as Standard Webhooks 1.0.0 says, over `id.timestamp.body`.",
    security: [],
    parameters: [
      header("webhook-id", "The same in every attempt, and in the list of webhook events.", "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10"),
      header("webhook-timestamp", "When this attempt was made, in seconds.", "1772361780"),
      header("webhook-signature", "One or two signatures, with a space between.", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.schema(body), example: components.example(body) } },
    },
    responses: { "200": { description: "Taken. Any 2xx within 15 seconds says so." } },
  };
}

/** A list has one cursor or another. */
const hasListId = ({ method, path }: Contract): boolean => method === "GET" && !path.endsWith("}");

const operationIdOf = (method: string, path: string) =>
  `${method.toLowerCase()}${path
    .replace(/^\/api\/v1|\{\w+\}/g, "")
    .replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll("/", "")}`;

const isOptional = (field: z.ZodType) => field.safeParse(undefined).success;

function parametersOf({ params, query, headers }: Contract, components: Components): JsonSchema[] {
  return Object.entries({ path: params, query, header: headers }).flatMap(([where, part]) =>
    Object.entries(part?.shape ?? {}).map(([name, field]) =>
      components.share("parameters", name, {
        name,
        in: where,
        required: !isOptional(field as z.ZodType),
        ...(components.schema(field as z.ZodType)["type"] === "object" ? { style: "deepObject", explode: true } : {}),
        ...describing(field as z.ZodType, components),
      }),
    ),
  );
}

const headersOutOf = ({ headersOut }: Contract, components: Components) =>
  Object.fromEntries(
    Object.entries(headersOut?.shape ?? {}).map(([name, field]) => [
      name,
      components.share("headers", name, describing(field as z.ZodType, components)),
    ]),
  );

/** The description of a parameter or header belongs beside its schema, not in it. */
function describing(field: z.ZodType, components: Components): JsonSchema {
  const { description, examples: _, ...schema } = components.schema(field);
  const text = description ?? field.meta()?.description;
  return { ...(text ? { description: text } : {}), schema, example: components.example(field) };
}
