import { isDeepStrictEqual } from "node:util";
import { alternativesOf, resolved } from "../support/json-schema";

type Schema = Record<string, unknown>;
type Media = { content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }> };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = { parameters?: Parameter[]; requestBody?: Media & { required?: boolean }; responses: Record<string, Media> };
export type Description = { paths: Record<string, Record<string, Operation>> };

/** What the server reads may become wider, what it writes may become narrower. */
type Direction = "read" | "written";
type Comparison = { name: string; direction: Direction; before: Description; now: Description };

/** Keywords that say nothing about which values are allowed. */
const remarks = new Set(["description", "examples", "example", "title", "default", "deprecated"]);
const lower = new Set(["minimum", "minLength", "minItems", "minProperties"]);
const upper = new Set(["maximum", "maxLength", "maxItems", "maxProperties"]);
const own = new Set(["$ref", "properties", "required", "items", "enum", "anyOf", "oneOf", "if", "then", "type"]);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const lacks = (all: readonly unknown[], some: readonly unknown[]) =>
  some.filter((one) => !all.some((other) => isDeepStrictEqual(one, other)));
const isKnown = (schema: unknown): schema is Schema => typeof schema === "object" && schema !== null;

/** Whether a limit allows less than before, or more where more breaks. No limit counts as one that is infinitely far away. */
function limitBreaks(keyword: string, { direction }: Comparison, before: unknown, now: unknown): boolean {
  const sign = lower.has(keyword) ? 1 : -1;
  const [from, to] = [before, now].map((limit) => (typeof limit === "number" ? sign * limit : Number.NEGATIVE_INFINITY)) as [
    number,
    number,
  ];
  return direction === "read" ? to > from : to < from;
}

/** Which kinds of values, or which values, are missing on the side that has to have them. */
function missing({ direction }: Comparison, before: unknown, now: unknown): unknown[] {
  const [old, fresh] = [listOf(before), listOf(now)];
  if (old.length === 0 || fresh.length === 0)
    return (direction === "read") === (old.length === 0) && old.length !== fresh.length ? ["any"] : [];
  return direction === "read" ? lacks(fresh, old) : lacks(old, fresh);
}

/** The changes from one schema to another that break a client, each by the comparison and what happened there. */
function schemaBreaks(comparison: Comparison, left: Schema, right: Schema): string[] {
  const { name, direction } = comparison;
  const [before, now] = [resolved(comparison.before, left), resolved(comparison.now, right)];
  if (isDeepStrictEqual(before, now) && !JSON.stringify(before).includes("$ref")) return [];
  const inner = (key: string) => ({ ...comparison, name: `${name}.${key}` });
  const [oldFields, newFields] = [before, now].map(({ properties }) => (properties ?? {}) as Record<string, Schema>) as [
    Record<string, Schema>,
    Record<string, Schema>,
  ];
  const fields = Object.entries(oldFields).flatMap(([field, schema]) => {
    const changed = newFields[field];
    return changed ? schemaBreaks(inner(field), schema, changed) : [`${name}.${field} is gone`];
  });
  const [oldRequired, newRequired] = [listOf(before["required"]), listOf(now["required"])];
  const demands =
    direction === "read"
      ? lacks(oldRequired, newRequired).map((field) => `${name}.${field} is required`)
      : lacks(newRequired, oldRequired).flatMap((field) =>
          Object.hasOwn(newFields, String(field)) ? [`${name}.${field} may be missing`] : [],
        );
  const kinds = missing(comparison, before["type"], now["type"]).map(
    (type) => `${name} ${direction === "read" ? "takes no" : "may be"} ${type}`,
  );
  // All endpoints share the schema of an error: the examples of a response say which codes it may have.
  const values = name.endsWith(".error.code") ? [] : missing(comparison, before["enum"], now["enum"]);
  const refused = values.map((value) => `${name} ${direction === "read" ? "takes no" : "may be"} ${JSON.stringify(value)}`);
  const items = isKnown(before["items"]) && isKnown(now["items"]) ? schemaBreaks(inner("[]"), before["items"], now["items"]) : [];
  return [
    ...fields,
    ...demands,
    ...kinds,
    ...refused,
    ...items,
    ...choiceBreaks(comparison, before, now),
    ...otherBreaks(comparison, before, now),
  ];
}

/** Alternatives are compared in their order; another number of them counts as another type. */
function choiceBreaks(comparison: Comparison, before: Schema, now: Schema): string[] {
  const choices = ({ oneOf, ...schema }: Schema) => (oneOf ? listOf(oneOf) : alternativesOf(schema)) as Schema[];
  const [old, fresh] = [choices(before), choices(now)];
  if (old.length !== fresh.length) return [`${comparison.name} has other alternatives`];
  return old.flatMap((choice, index) => schemaBreaks(comparison, choice, fresh[index] ?? {}));
}

function otherBreaks(comparison: Comparison, before: Schema, now: Schema): string[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (keyword) => !remarks.has(keyword) && !own.has(keyword),
  );
  return keywords.flatMap((keyword) => {
    const [old, fresh] = [before[keyword], now[keyword]];
    // A demand that is gone lets more be sent.
    if (isDeepStrictEqual(old, fresh) || (comparison.direction === "read" && fresh === undefined)) return [];
    const isBreak = lower.has(keyword) || upper.has(keyword) ? limitBreaks(keyword, comparison, old, fresh) : true;
    return isBreak ? [`${comparison.name} has another ${keyword}`] : [];
  });
}

/** The error codes of a response, which have an example each. */
const codesOf = (media: Media): string[] => Object.keys(media.content?.["application/json"]?.examples ?? {});
const schemaOf = (media: Media | undefined): Schema => media?.content?.["application/json"]?.schema ?? {};

function parameterBreaks(comparison: Comparison, before: readonly Parameter[], now: readonly Parameter[]): string[] {
  const same = (one: Parameter) => (other: Parameter) => other.name === one.name && other.in === one.in;
  const changed = before.flatMap((parameter) => {
    const found = now.find(same(parameter));
    const at = { ...comparison, name: `${comparison.name} ${parameter.name}` };
    if (!found) return [`${at.name} is gone`];
    const demand = found.required && !parameter.required ? [`${at.name} is required`] : [];
    return [...demand, ...schemaBreaks(at, parameter.schema, found.schema)];
  });
  const added = now.filter((parameter) => parameter.required && !before.some(same(parameter)));
  return [...changed, ...added.map(({ name }) => `${comparison.name} ${name} is required`)];
}

function operationBreaks(comparison: Comparison, before: Operation, now: Operation): string[] {
  const parameters = [before, now].map(({ parameters = [] }, index) =>
    parameters.map((parameter) => resolved(index === 0 ? comparison.before : comparison.now, parameter)),
  ) as [Parameter[], Parameter[]];
  const [old, fresh] = [Object.keys(before.responses), Object.keys(now.responses)];
  const body = { ...comparison, name: `${comparison.name} body` };
  return [
    ...parameterBreaks(comparison, ...parameters),
    ...(now.requestBody && !before.requestBody ? [`${body.name} is required`] : []),
    ...(before.requestBody && now.requestBody ? schemaBreaks(body, schemaOf(before.requestBody), schemaOf(now.requestBody)) : []),
    ...lacks(fresh, old).map((status) => `${comparison.name} ${status} is gone`),
    ...lacks(old, fresh).map((status) => `${comparison.name} ${status} is new`),
    ...old.flatMap((status) => {
      const [was, is] = [before.responses[status], now.responses[status]];
      if (!was || !is) return [];
      const at: Comparison = { ...comparison, name: `${comparison.name} ${status}`, direction: "written" };
      const [old, fresh] = [resolved(comparison.before, was), resolved(comparison.now, is)];
      const codes = lacks(codesOf(old), codesOf(fresh)).map((code) => `${at.name} ${code} is new`);
      return [...codes, ...schemaBreaks(at, schemaOf(old), schemaOf(fresh))];
    }),
  ];
}

/**
 * The changes between two descriptions of the API that break a client, such as `POST /events 200 is new`: an operation, a field or a
 * status is gone, a status is new, a value that was taken is refused, or an answer holds what it never held.
 */
export function breaksBetween(before: Description, now: Description): string[] {
  const found = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const changed = now.paths[path]?.[method];
      return changed ? operationBreaks({ name, direction: "read", before, now }, operation, changed) : [`${name} is gone`];
    }),
  );
  return [...new Set(found)];
}

/** The breaks that the changelog does not name: each in backticks, in the list “Breaking” of what is not released yet. */
export function unsaidBreaks(breaks: readonly string[], changelog: string): string[] {
  const [, unreleased = ""] = /^## \[Unreleased\]\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog) ?? [];
  const [, said = ""] = /^### Breaking\n(.*?)(?=^### |$(?![\s\S]))/ms.exec(unreleased) ?? [];
  const text = said.replace(/\s+/g, " ");
  return breaks.filter((one) => !text.includes(`\`${one}\``));
}
