import type { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";
import { fieldOf, sentence } from "@/lib/kernel/error-message";
import { AppError, type ErrorCode } from "@/lib/kernel/errors";
import { readBody } from "./body";
import { decodePart, matchPath } from "./path";
import type { Incoming } from "./request";

const mostIgnored = 1_000;
// Fields whose refusal has a code of its own (spec §7), in the path and in the body.
const codeOf = new Map<string, ErrorCode>([["userId", "invalid_user_id"]]);

/** Path, query, headers, body, in that order. What the contract does not know is ignored and named. */
export async function parse(contract: Contract, incoming: Incoming, path: string, headers: Record<string, string>) {
  const params = check(contract.params, paramsOf(contract, path));
  const query = check(contract.query, contract.query && queryOf(incoming));
  const headersIn = check(contract.headers, contract.headers && namedOf(contract.headers, incoming), "The header ");
  if (!contract.body) return { params, query, headersIn, body: undefined, sent: undefined };

  const sent = await readBody(incoming);
  const unknown = Object.keys(sent).filter((key) => !Object.hasOwn(shapeOf(contract.body), key));
  ignore(unknown, headers);
  const body = check(contract.body, sent);
  ignore([...unknown, ...dropped(body)], headers);
  return { params, query, headersIn, body, sent };
}

function ignore(names: readonly string[], headers: Record<string, string>): void {
  if (names.length > 0) headers["x-ignored-fields"] = listed(names.map(inHeader));
}

/** Fields that were sent and count as not sent: a name of which nothing can be seen. */
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
  throw new AppError(codeOf.get(fieldOf(parsed.error)) ?? "invalid_request", before + sentence(parsed.error));
}

const queryOf = ({ url }: Incoming) => Object.fromEntries(new URL(url, "http://beside").searchParams);

const namedOf = (schema: z.ZodObject, { header }: Incoming) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, header(name.toLowerCase()) ?? undefined]));

const shapeOf = (schema: z.ZodType | undefined): object => (schema && "shape" in schema ? (schema.shape as object) : {});

/** As many as a proxy with small buffers passes on: an answer that is lost for its header would be asked for again. */
function listed(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const longer = text === "" ? name : `${text}, ${name}`;
    if (longer.length > mostIgnored) break;
    text = longer;
  }
  return text;
}

/** A name as it may stand in a header: what is not visible ASCII is percent-encoded. */
const inHeader = (name: string) => encodeURIComponent(name.slice(0, 64).toWellFormed()).replaceAll("%20", " ").trim();
