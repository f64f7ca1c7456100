import type { z } from "zod";
import { type Contract, usualMaxBodyBytes } from "@/lib/kernel/contract";
import { issuePath, refusedInput } from "@/lib/kernel/error-message";
import { AppError, type ErrorCode } from "@/lib/kernel/errors";
import { readBody, readFile } from "./body";
import { decodePart, matchPath } from "./path";
import { type ApiRequest, isWriting } from "./request";

const maxIgnored = 1_000;
// Fields whose errors have a code of their own (spec §7), in the path and in the body.
const codeOf = new Map<string, ErrorCode>([["userId", "invalid_user_id"]]);

/**
 * Path, query, headers, body, in that order. Unknown fields are ignored and listed in a header, and so are the unknown parameters of
 * a call that writes: a caller may think that "?dryRun=true" stores nothing.
 */
export async function parse(contract: Contract, request: ApiRequest, path: string, headers: Record<string, string>) {
  const params = check(contract.params, paramsOf(contract, path));
  const query = check(contract.query, contract.query && queryOf(request));
  const headersIn = check(contract.headers, contract.headers && namedOf(contract.headers, request), "The header ");
  const { maxBodyBytes = usualMaxBodyBytes } = contract;
  const file = contract.file && (await readFile(request, maxBodyBytes));
  const parameters = isWriting(request.method) ? unknownIn(queryOf(request), contract.query) : [];
  ignore(parameters, headers);
  if (!contract.body) return { params, query, headersIn, file, body: undefined, sent: undefined };

  const sent = await readBody(request, maxBodyBytes);
  const unknown = [...parameters, ...unknownIn(sent, contract.body)];
  ignore(unknown, headers);
  const body = check(contract.body, sent);
  ignore([...unknown, ...dropped(body)], headers);
  return { params, query, headersIn, file, body, sent };
}

function ignore(names: readonly string[], headers: Record<string, string>): void {
  if (names.length > 0) headers["x-ignored-fields"] = listed(names.map(inHeader));
}

const unknownIn = (sent: object, schema: z.ZodType | undefined): string[] =>
  Object.keys(sent).filter((name) => !Object.hasOwn(shapeOf(schema), name));

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

function check<S extends z.ZodType | undefined>(schema: S, value: unknown, before = ""): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusedInput(codeOf.get(issuePath(parsed.error)) ?? "invalid_request", parsed.error, before);
}

const queryOf = ({ url }: ApiRequest) => Object.fromEntries(new URL(url, "http://beside").searchParams);

const namedOf = (schema: z.ZodObject, { header }: ApiRequest) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, header(name.toLowerCase()) ?? undefined]));

const shapeOf = (schema: z.ZodType | undefined): object => (schema && "shape" in schema ? (schema.shape as object) : {});

/** As many as a proxy with small buffers passes on: a response that is lost for its header would be requested again. */
function listed(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const longer = text === "" ? name : `${text}, ${name}`;
    if (longer.length > maxIgnored) break;
    text = longer;
  }
  return text;
}

/** A name in the form that a header allows: everything but visible ASCII is percent-encoded. */
const inHeader = (name: string) => encodeURIComponent(name.slice(0, 64).toWellFormed()).replaceAll("%20", " ").trim();
