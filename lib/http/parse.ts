import { z } from "zod";
import { Items } from "@/lib/kernel/batch";
import { type Contract, usualMaxBodyBytes } from "@/lib/kernel/contract";
import { issuePath, refusedInput } from "@/lib/kernel/error-message";
import { AppError, type ErrorCode } from "@/lib/kernel/errors";
import { kindOf } from "@/lib/kernel/text";
import { readBatch, readBody, readFile, readPieces, storable } from "./body";
import { decodePart, matchPath } from "./path";
import type { ApiRequest, Unused } from "./request";
import { fieldsOf, hintsOf, ignoredKey, type Unknown, unknownIn, unknownParameters, warningsOf } from "./unknown";

/** In characters, and so in names: more never fit into the header. */
const maxIgnored = 1_000;
// Fields whose errors have a code of their own (spec §7, contract §9), wherever they are sent.
const codeOf = new Map<string, ErrorCode>([
  ["userId", "invalid_user_id"],
  ["cursor", "invalid_cursor"],
]);

/**
 * Path, query, headers, body, in that order. Unknown fields are ignored, listed in a header and named in the answer, and so are an
 * Idempotency-Key that does nothing and unknown parameters, but for those of lists, and one that asks for a dry run where there is none.
 */
export async function parse(contract: Contract, request: ApiRequest, path: string, headers: Record<string, string>) {
  const params = check(contract.params, paramsOf(contract, path));
  const parameters = [
    ...ignoredKey(contract, request),
    ...unknownParameters(contract, Object.keys(queryOf(contract.query ?? noQuery, request))),
  ];
  if (contract.access === "key") refuseRepeated(contract, request);
  const query = check(contract.query, contract.query && queryOf(contract.query, request));
  const headersIn = check(contract.headers, contract.headers && namedOf(contract.headers, request), { before: "The header " });
  const { maxBodyBytes = usualMaxBodyBytes } = contract;
  const file = contract.file && (await readFile(request, maxBodyBytes));
  const pieces = contract.fileInPieces && (() => readPieces(request, maxBodyBytes));
  ignore(request, parameters, headers);
  if (contract.item) {
    noteFields(request, [contract.query, contract.item]);
    return { params, query, headersIn, file, pieces, ...(await parseBatch(contract.item, request, { maxBodyBytes, parameters, headers })) };
  }
  if (!contract.body) return { params, query, headersIn, file, pieces, body: undefined, sent: undefined };

  const sent = await readBody(request, maxBodyBytes);
  const unknown = [...parameters, ...unknownIn(sent, contract.body)];
  noteFields(request, [contract.query, contract.body]);
  ignore(request, unknown, headers);
  const body = check(contract.body, sent, { otherUserIds: contract.otherUserIds });
  ignore(request, unknown, headers, dropped(body));
  return { params, query, headersIn, file, pieces, body, sent };
}

const noQuery = z.object({});

type Batch = { maxBodyBytes: number; parameters: readonly Unknown[]; headers: Record<string, string> };

/**
 * The items of a batch, each as the body of a call with it alone would be read: a bad one is an error in its place. Unknown fields are
 * named with the place of their item, and in its result.
 */
async function parseBatch(schema: z.ZodObject, request: ApiRequest, { maxBodyBytes, parameters, headers }: Batch) {
  const sent = await readBatch(request, maxBodyBytes);
  const others = [...parameters, ...unknownIn(sent, Items)];
  ignore(request, others, headers);
  const { items: all } = check(Items, sent) as z.output<typeof Items>;
  const names = others.map(({ path }) => path);
  const items = all.map((one, index) => {
    const read = itemOf(schema, one);
    if (names.length < maxIgnored) names.push(...read.names.map((name) => `items.${index}.${name}`));
    request.unusedOfItems.push(read.unused);
    return { sent: one, input: read.input };
  });
  if (names.length > 0) headers["x-ignored-fields"] = listed(names);
  return { body: { items }, sent };
}

function itemOf(schema: z.ZodObject, sent: unknown): { input: unknown; names: string[]; unused: Unused } {
  const unknown: Unknown[] = [];
  const read = (input: unknown, blank: readonly string[] = []) => ({
    input,
    names: [...unknown.map(({ path }) => path), ...blank],
    unused: { warnings: warningsOf(unknown, blank), hints: hintsOf(unknown) },
  });
  try {
    if (typeof sent !== "object" || sent === null || Array.isArray(sent))
      throw new AppError("invalid_request", `An item must be one JSON object; you sent ${kindOf(sent)}.`);
    storable(sent);
    unknownIn(sent, schema, unknown);
    const input = check(schema, sent);
    return read(input, dropped(input));
  } catch (error) {
    if (error instanceof AppError) return read(error);
    throw error;
  }
}

/** Names what is ignored: in a header, and for the answer. */
function ignore(request: ApiRequest, unknown: readonly Unknown[], headers: Record<string, string>, blank: readonly string[] = []): void {
  const names = [...unknown.map(({ path }) => path), ...blank];
  if (names.length > 0) headers["x-ignored-fields"] = listed(names);
  request.unused = { warnings: warningsOf(unknown, blank), hints: hintsOf(unknown) };
}

/** What a misspelled name may have been meant to be. */
function noteFields({ sent }: ApiRequest, schemas: readonly (z.ZodType | undefined)[]): void {
  sent.fields = schemas.flatMap((schema) => Object.keys(fieldsOf(schema)));
}

/** Fields that were sent but count as not sent, such as a name without visible characters. */
const dropped = (body: unknown): string[] => Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [name] : []));

function paramsOf(contract: Contract, path: string): Record<string, string> {
  const params = matchPath(contract.path, path) ?? {};
  return Object.fromEntries(
    Object.entries(params).map(([name, part]) => {
      const value = decodePart(part);
      if (value === undefined || !value.isWellFormed()) {
        throw new AppError(
          codeOf.get(name) ?? "invalid_request",
          `${name} in the path is not properly percent-encoded: encode it as UTF-8.`,
        );
      }
      return [name, value];
    }),
  );
}

type Checked = { before?: string; otherUserIds?: readonly string[] | undefined };

function check<S extends z.ZodType | undefined>(schema: S, value: unknown, { before = "", otherUserIds = [] }: Checked = {}): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = issuePath(parsed.error);
  throw refusedInput(codeOf.get(otherUserIds.includes(path) ? "userId" : path) ?? "invalid_request", parsed.error, before);
}

/** What is in front of the query is not parsed: on the wire it may be a whole address, and one that is no valid URL. */
const parametersOf = ({ url }: ApiRequest): [name: string, value: string][] => [...new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(url)?.[1])];

/** The query as its schema has it: `attributes[plan]=pro` is an entry of the map `attributes`. */
function queryOf(schema: z.ZodObject, request: ApiRequest): object {
  const plain: [string, unknown][] = [];
  const maps = new Map<string, [string, string][]>();
  for (const [name, value] of parametersOf(request)) {
    const [, map = "", key = ""] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (!Object.hasOwn(fieldsOf(schema), map)) plain.push([name, value]);
    else if (!maps.get(map)?.push([key, value])) maps.set(map, [[key, value]]);
  }
  const mapped = [...maps].map(([map, entries]): [string, unknown] => [map, Object.fromEntries(entries)]);
  // A name that a schema would leave out must not leave out the filter.
  storable(Object.fromEntries(mapped));
  // A list may also be sent as its parameter repeated.
  const lists = Object.entries(schema.shape).flatMap(([name, field]): [string, unknown][] => {
    const values = plain.flatMap(([one, value]) => (one === name ? [value] : []));
    return values.length > 1 && field.meta()?.["type"] === "array" ? [[name, values]] : [];
  });
  return Object.fromEntries([...plain, ...mapped, ...lists]);
}

/** One of two parameters with the same name would be left out. @throws invalid_request */
function refuseRepeated({ query }: Contract, request: ApiRequest): void {
  const seen = new Set<string>();
  for (const [name] of parametersOf(request)) {
    const field = name.replace(/\[.*$/s, "");
    if (seen.has(name) && Object.hasOwn(fieldsOf(query), field) && fieldsOf(query)[field]?.meta()?.["type"] !== "array")
      throw new AppError("invalid_request", `${field} is there twice${field === name ? "" : " with the same name"}: send it once.`);
    seen.add(name);
  }
}

const namedOf = (schema: z.ZodObject, { header }: ApiRequest) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, header(name.toLowerCase()) ?? undefined]));

/**
 * As many as a proxy with small buffers passes on: a response that is lost for its header would be requested again. Names are encoded one by
 * one, because a body may have a hundred times as many.
 */
function listed(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const encoded = inHeader(name);
    const longer = text === "" ? encoded : `${text}, ${encoded}`;
    if (longer.length > maxIgnored) break;
    text = longer;
  }
  return text;
}

/** A name in the form that a header allows: everything but visible ASCII is percent-encoded. */
const inHeader = (name: string) => encodeURIComponent(name.slice(0, 64).toWellFormed()).replaceAll("%20", " ").trim();
