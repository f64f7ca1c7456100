import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import * as patterns from "@/lib/kernel/patterns";

/** The part of JSON Schema that the published description uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  if?: Schema;
  then?: Schema;
  not?: Schema;
  $ref?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  maxProperties?: number;
  items?: Schema;
  examples?: unknown[];
  description?: string;
  format?: string;
};

/** Returns validators for parts of the document; `pointer` is a JSON pointer. */
export function validating(document: object): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "document");
  return (pointer) => ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
}

export const pointerTo = (...parts: string[]) => parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The target of a reference in the document, or the value itself. */
export function resolved<T extends object>(document: object, value: T): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const found = $ref
    .replace("#/", "")
    .split("/")
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], document);
  if (typeof found !== "object" || found === null) throw new Error(`${$ref} leads nowhere.`);
  return resolved(document, found as T);
}

/** Texts that often break software, and any other. */
export const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..." \t\n\ufeff\u200b\u200d\u202e\u2067\u0301\u00a0\u3164\u0001a+-.()0179@.😀"), maxLength: 260 }),
  fc.constantFrom(
    "",
    " ",
    ".",
    "..",
    "\ufeff",
    "\ufeffAda",
    "Ada\u200d",
    "\u202eAda",
    "👩‍👩‍👧".repeat(30),
    "é".repeat(200),
    "😀".repeat(255),
    "x".repeat(1000),
  ),
  fc.constantFrom(
    "a\u0300".repeat(60),
    "%2e",
    "org/42",
    "a\\b",
    "null",
    "__proto__",
    "constructor",
    '"',
    "\u2028",
    "447911123456",
    "ada@example.com",
  ),
);

const small = { maxLength: 3 };

/** Values that a schema allows, with emphasis on edge cases. */
export function valuesOf(schema: Schema, root: object): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, root);
  if (schema.$ref) return of(resolved(root, schema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf && !schema.type) return fc.oneof(...schema.anyOf.map(of));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return numbers(schema);
    case "string":
      return texts(schema);
    case "array":
      return fc.array(of(schema.items ?? {}), small);
    case "object":
      return objects(schema, of);
    default:
      throw new Error(`The generator does not know ${JSON.stringify(schema)}.`);
  }
}

const numbers = ({ minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }: Schema) =>
  fc.oneof(
    fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(minimum, maximum, 0, -0, 0.1, 5e-324, 1e-7),
  );

/** Returns whether a schema of strings allows a text, as far as the published description uses such schemas. */
export function allowing({ pattern = "", minLength = 0, maxLength = Number.POSITIVE_INFINITY, not, ...is }: Schema) {
  const expression = new RegExp(pattern, "u");
  const isUnwanted = not && allowing(not);
  return (text: string): boolean => {
    const length = [...text].length;
    const isOneOf = (is.const ?? text) === text && (is.enum?.includes(text) ?? true);
    return isOneOf && length >= minLength && length <= maxLength && expression.test(text) && !isUnwanted?.(text);
  };
}

/** What the server accepts for certain of a pattern that says only what is refused for certain: the last group is too long for an extension. */
const groups = "[1-9][0-9]{2}(?:[ -][0-9]{2,3}){0,2}[ -][0-9]{6}";
const narrower: Record<string, string> = {
  [patterns.phone]: `^\\+?${groups}$`,
  [patterns.phoneOrEmpty]: `^(?:\\+?${groups})?$`,
};

function texts(schema: Schema) {
  const isAllowed = allowing(schema);
  if (schema.format === "date-time")
    return fc.date({ max: new Date("2024-01-01"), min: new Date("1970-01-02"), noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.pattern === undefined) return hostileText.filter(isAllowed);
  const pattern = narrower[schema.pattern] ?? schema.pattern;
  const matching = fc.stringMatching(new RegExp(pattern, "u")).filter(isAllowed);
  return fc.oneof(
    matching,
    fc.tuple(hostileText, matching).map(([hostile, plain]) => (pattern === schema.pattern && isAllowed(hostile) ? hostile : plain)),
  );
}

/** The alternatives of a schema, also when they are written as a condition: one set of fields, or else the last. */
export const alternativesOf = ({ anyOf = [], if: condition, then }: Schema): Schema[] =>
  condition?.not?.anyOf && then ? [...condition.not.anyOf, then] : anyOf;

function objects(schema: Schema, of: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const { properties = {}, required = [], propertyNames, additionalProperties, maxProperties = 4 } = schema;
  const choices = alternativesOf(schema);
  const names = of({ type: "string", ...propertyNames }).filter((name) => !Object.hasOwn(properties, String(name)));
  const others = typeof additionalProperties === "object" ? of(additionalProperties) : fc.constant(null);
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, of(field)])), { requiredKeys: [] });
  const max = Object.keys(properties).length > 0 ? 2 : maxProperties;
  const unknown = fc.dictionary(names.map(String), others, { maxKeys: max });
  // One of the alternative sets of required properties is chosen, and completed.
  const alternatives = choices.length > 0 ? choices.map((choice) => choice.required ?? []) : [[]];
  const complete = fc.oneof(
    ...alternatives.map((alternative) =>
      fc.record(Object.fromEntries([...required, ...alternative].map((name) => [name, of(properties[name] ?? {})]))),
    ),
  );
  return fc.tuple(unknown, known, complete).map((parts) => Object.assign({}, ...parts));
}
