import type { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { keyHeader } from "@/lib/kernel/idempotency";
import { isObject } from "@/lib/kernel/shape";
import { clip, maxNameLength } from "@/lib/kernel/text";
import { likelyField } from "@/lib/workspace/request-log/likely";
import { type ApiRequest, isWriting } from "./request";

/** A name that was sent and that nothing has, with the names that stand where it was sent, and the others that were. */
export type Unknown = { path: string; known: readonly string[]; sent: readonly string[]; isParameter?: boolean; warning?: string };

/** More are not looked for: a body of 64 KiB may have thousands. */
const maxUnknown = 1_000;
/** How many an answer explains. */
const maxWarnings = 20;
/** How many an error explains besides its own reason. */
const maxHints = 3;

/** The fields of an object, whatever is done with it afterwards; none of another schema. */
export function fieldsOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (!schema) return {};
  if ("shape" in schema) return schema.shape as Record<string, z.ZodType>;
  const {
    type,
    innerType,
    in: before,
    out,
  } = schema._zod.def as unknown as {
    type: string;
    innerType?: z.ZodType;
    in?: z.ZodType;
    out?: z.ZodType;
  };
  if (type === "pipe") return fieldsOf(before?._zod.def.type === "transform" ? out : before);
  return fieldsOf(innerType);
}

/** An Idempotency-Key on a call that writes and does not take one. */
export function ignoredKey({ access, method, headers, item }: Contract, { header }: ApiRequest): Unknown[] {
  const path = keyHeader.toLowerCase();
  if (access !== "key" || !isWriting(method) || fieldsOf(headers)[keyHeader] || header(path) === null) return [];
  const takesKeys = Object.hasOwn(fieldsOf(item), "idempotencyKey");
  const instead = takesKeys ? "give each item an idempotencyKey" : "this call may be repeated as it is";
  return [{ path, known: [], sent: [], warning: `You sent ${keyHeader}, which does nothing here: ${instead}.` }];
}

/** The unknown names of a body, also those of objects and lists of objects in it. */
export function unknownIn(sent: object, schema: z.ZodType | undefined, found: Unknown[] = [], before = ""): Unknown[] {
  const fields = fieldsOf(schema);
  const known = Object.keys(fields);
  const names = Object.keys(sent);
  for (const [name, value] of Object.entries(sent)) {
    if (found.length >= maxUnknown) break;
    const path = `${before}${name}`;
    if (!Object.hasOwn(fields, name)) found.push({ path, known, sent: names });
    else if (isObject(value) && Object.keys(fieldsOf(fields[name])).length > 0) unknownIn(value, fields[name], found, `${path}.`);
  }
  return found;
}

/** The unknown parameters of an address. @throws invalid_request for those that would change what the call means */
export function unknownParameters(contract: Contract, names: readonly string[]): Unknown[] {
  const known = Object.keys(fieldsOf(contract.query));
  const unknown = [...new Set(names)].filter((name) => name !== "" && !known.includes(name));
  const named = unknown.map((path) => ({ path, known, sent: names, isParameter: true }));
  if (contract.access !== "key") return isWriting(contract.method) ? named : [];
  const dry = unknown.find((name) => likelyField(name, ["dryRun"]));
  if (dry !== undefined) throw noDryRun(dry, known.includes("dryRun"), isWriting(contract.method));
  const [first] = unknown;
  if (first !== undefined && isList(contract)) throw noFilter(first, contract);
  return named;
}

/** A list of the public API: a filter that it does not know would be answered with everything. */
export const isList = ({ method, path, isPublished }: Contract): boolean =>
  isPublished === true && method === "GET" && !path.endsWith("}") && !path.endsWith(".json") && !path.endsWith("/me");

const shown = (name: string): string => clip(name.toWellFormed().replaceAll("\0", ""), maxNameLength);

function noDryRun(name: string, isKnown: boolean, isWrite: boolean): AppError {
  const what = isKnown ? "the parameter is dryRun" : "dryRun is not known here";
  const where = isKnown ? "" : " It works on POST /events, PUT /contacts/{userId}, POST /events/batch and POST /contacts/batch.";
  return new AppError("invalid_request", `You sent ${shown(name)}; ${what}.${isWrite ? " Nothing was written." : ""}${where}`);
}

function noFilter(name: string, { query }: Contract): AppError {
  const fields = fieldsOf(query);
  const all = Object.entries(fields).map(([known, schema]) => (isMap(schema) ? `${known}[name]` : known));
  const likely = likelyField(name.replace(/\[.*$/s, ""), Object.keys(fields));
  const meant = likely === undefined ? "" : ` Did you mean ${likely}?`;
  const takes = all.length === 0 ? "It takes none." : `It takes ${all.join(", ")}.`;
  return new AppError("invalid_request", `This list does not know the parameter ${shown(name)}.${meant} ${takes}`);
}

function isMap(schema: z.ZodType | undefined): boolean {
  const { type, innerType, in: before, out } = (schema?._zod.def ?? {}) as unknown as Record<string, z.ZodType> & { type?: string };
  return type === "record" || ((innerType ?? before ?? out) ? isMap(innerType) || isMap(before) || isMap(out) : false);
}

/** What is to be done about an unknown name: "You sent nmae; the field is name." */
function warningOf({ path, known, sent, isParameter, warning }: Unknown): { text: string; isLikely: boolean } {
  if (warning !== undefined) return { text: warning, isLikely: false };
  const at = path.lastIndexOf(".") + 1;
  const [before, name] = [path.slice(0, at), path.slice(at)];
  const likely = likelyField(name, known);
  const what = isParameter ? "parameter" : "field";
  // What was sent by its own name is not what this one means.
  if (likely !== undefined && !sent.includes(likely))
    return { text: `You sent ${shown(path)}; the ${what} is ${before}${likely}.`, isLikely: true };
  if (likelyField(name, ["dryRun"]))
    return { text: `You sent ${shown(path)} in the body; it is a parameter: ?dryRun=true.`, isLikely: true };
  const map = known.find((one) => one === "properties" || one === "attributes");
  if (map && !isParameter)
    return { text: `You sent ${shown(path)}, which is no field. To keep it, send it in ${before}${map}.`, isLikely: false };
  return { text: `You sent ${shown(path)}, which is no ${what} here.`, isLikely: false };
}

/** The sentences of an answer. */
export function warningsOf(unknown: readonly Unknown[], dropped: readonly string[] = []): string[] {
  const all = [
    ...unknown.slice(0, maxWarnings).map((one) => warningOf(one).text),
    ...dropped.map((name) => `${name} has nothing that can be seen, so it counts as not sent.`),
  ];
  const more = unknown.length - maxWarnings;
  return more > 0 ? [...all, `You sent ${more === maxUnknown - maxWarnings ? "many" : more} more that are not known here.`] : all;
}

/** What goes behind the reason of an error: only names that were probably meant to be others. */
export const hintsOf = (unknown: readonly Unknown[]): string[] =>
  unknown
    .slice(0, maxWarnings)
    .map(warningOf)
    .filter(({ isLikely }) => isLikely)
    .slice(0, maxHints)
    .map(({ text }) => text);
