import { describe } from "@/lib/http/openapi/document";
import { fileExample, tagOf, tags } from "@/lib/http/openapi/operation";
import type { JsonSchema } from "@/lib/http/openapi/schemas";
import type { Contract } from "@/lib/kernel/contract";
import { describeField, type Field, fieldsOf } from "./fields";
import type { ExampleCall } from "./samples";

type Refusal = { status: string; code: string; when: string; message: string };

/** An endpoint as the reference shows it. */
export type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: (Field & { where: string })[];
  body: { fields: Field[]; description: string; example: unknown } | undefined;
  answers: { status: string; description: string; fields: Field[]; headers: Field[]; example: unknown }[];
  refusals: Refusal[];
  call: ExampleCall;
};

type Media = {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: { error: { message: string } } }>;
};
type Response = { description: string; headers?: Record<string, JsonSchema>; content?: Record<string, Media> };
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema; example?: unknown };
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, Record<string, object>>;
};

const media = ({ content }: { content?: Record<string, Media> }) => content?.["application/json"];

/** The endpoints of the description, in its order. Whatever a contract says is here without another line. */
export function operationsOf(contracts: readonly Contract[]): Operation[] {
  const document = describe(contracts, "") as unknown as Document;
  return contracts.flatMap((contract) => {
    const described = document.paths[contract.path.replace(/^\/api\/v1/, "")]?.[contract.method.toLowerCase()];
    return described ? [operationOf(contract, described, document)] : [];
  });
}

function operationOf(contract: Contract, described: Described, document: Document): Operation {
  const named = document.components.schemas;
  const shared = <T extends object>(value: T): T => {
    const [, , kind = "", name = ""] = String((value as { $ref?: string }).$ref ?? "").split("/");
    return (document.components[kind]?.[name] as T | undefined) ?? value;
  };
  const parameters = described.parameters.map(shared);
  const responses = Object.entries(described.responses).map(([status, response]) => ({ status, ...shared(response) }));
  const body = described.requestBody && media(described.requestBody);
  const usual = String(contract.status);
  return {
    id: described.operationId,
    tag: tagOf(contract),
    method: contract.method,
    path: contract.path.replace(/^\/api\/v1/, ""),
    summary: described.summary,
    description: described.description ?? "",
    parameters: parameters.map((one) => ({ ...parameterField(one, named), where: one.in })),
    body: body && { fields: fieldsOf(body.schema, named), description: descriptionOf(body.schema, named), example: body.example },
    // An error has examples by its codes; everything else is an answer of its own form.
    answers: responses
      .filter((response) => !media(response)?.examples)
      .sort((a, b) => Number(b.status === usual) - Number(a.status === usual))
      .map((response) => answerOf(response, named, shared)),
    refusals: responses.flatMap(refusalsOf),
    call: exampleCall(contract, parameters, contract.fileInPieces ? fileExample : body?.example),
  };
}

const parameterField = ({ name, schema, required, description, example }: Parameter, named: Record<string, JsonSchema>): Field => {
  const field = describeField(name, schema, { named, isRequired: required });
  return { ...field, description: description ?? field.description, ...(example === undefined ? {} : { example }) };
};

const descriptionOf = ({ $ref }: { $ref?: string }, named: Record<string, JsonSchema>) =>
  String(named[$ref?.split("/").at(-1) ?? ""]?.["description"] ?? "");

type Shared = <T extends object>(value: T) => T;

/** Headers that every answer has are described once, on the page about requests. */
const everywhere = /^(?:X-Request-Id|RateLimit-\w+|X-Ignored-Fields)$/;

function answerOf(response: Response & { status: string }, named: Record<string, JsonSchema>, shared: Shared) {
  const content = media(response);
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => !everywhere.test(name));
  return {
    status: response.status,
    description: response.description,
    fields: content ? fieldsOf(content.schema, named) : [],
    headers: headers.map(([name, header]) => {
      const { schema = {}, description = "" } = shared(header) as { schema?: JsonSchema; description?: string };
      return { ...describeField(name, schema, { named, isRequired: false }), description };
    }),
    example: content?.example,
  };
}

const refusalsOf = (response: Response & { status: string }): Refusal[] =>
  Object.entries(media(response)?.examples ?? {}).map(([code, { summary, value }]) => ({
    status: response.status,
    code,
    when: summary,
    message: value.error.message,
  }));

/**
 * The call with the examples of the contract: what must be sent, and headers. A key whose answer is stored is left out: the sample would do
 * something the first time only.
 */
function exampleCall({ method, path, answerIsAbout }: Contract, parameters: readonly Parameter[], body: unknown): ExampleCall {
  const exampleOf = (name: string) => String(parameters.find((one) => one.name === name)?.example ?? name);
  const query = parameters.filter(({ in: where, required }) => where === "query" && required);
  const search = query.map(({ name }) => `${name}=${encodeURIComponent(exampleOf(name))}`).join("&");
  const filled = path.replace(/^\/api\/v1/, "").replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)));
  const headers = parameters.filter(({ in: where, example }) => where === "header" && example !== undefined && answerIsAbout === undefined);
  return {
    method,
    path: `${filled}${search && `?${search}`}`,
    headers: Object.fromEntries(headers.map(({ name, example }) => [name, String(example)])),
    body,
  };
}

/** What the endpoints of a tag are about. */
export const tagDescription = (tag: string): string => tags[tag] ?? "";
