import type { JsonSchema } from "@/lib/http/openapi/schemas";

/** A field of a body, an answer or a path, with what may be in it. */
export type Field = { name: string; type: string; isRequired: boolean; limits: string; description: string; example?: unknown };

type Schemas = Record<string, JsonSchema>;
type Known = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Schemas;
  required?: string[];
  propertyNames?: Known;
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxProperties?: number;
  description?: string;
  examples?: unknown[];
};

const maxDepth = 4;
const plain = new Intl.NumberFormat("en-GB");

const follow = (schema: JsonSchema, named: Schemas): Known => {
  const { $ref, ...rest } = schema as Known;
  return $ref ? { ...follow(named[$ref.split("/").at(-1) ?? ""] ?? {}, named), ...rest } : rest;
};

/** The alternatives of a schema besides null. */
const choicesOf = ({ anyOf, oneOf }: Known, named: Schemas): Known[] =>
  [...(anyOf ?? []), ...(oneOf ?? [])].map((choice) => follow(choice, named)).filter(({ type }) => type !== "null");
const mayBeNull = ({ anyOf = [] }: Known) => anyOf.some(({ type }) => type === "null");

function typeOf(schema: Known, named: Schemas): string {
  const { type, enum: values, const: only, format, items } = schema;
  const choices = choicesOf(schema, named);
  const base = () => {
    if (only !== undefined) return JSON.stringify(only);
    if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
    if (items) return `array of ${plural(typeOf(follow(items, named), named))}`;
    if (type === undefined && choices.length > 0) return [...new Set(choices.map((choice) => typeOf(choice, named)))].join(" or ");
    const kinds = (Array.isArray(type) ? type : [type ?? "any"]).join(" or ");
    return format ? `${kinds} (${format})` : kinds;
  };
  return mayBeNull(schema) ? `${base()} or null` : base();
}

const plural = (type: string) => (/^(?:string|number|integer|object|boolean)$/.test(type) ? `${type}s` : type);

function range(min: number | undefined, max: number | undefined, what: string): string[] {
  const [from, to] = [min, max].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : plain.format(limit),
  );
  if (from !== undefined && from !== "0" && to !== undefined) return [`${from} to ${to}${what}`];
  if (to !== undefined) return [`at most ${to}${what}`];
  if (from === undefined || from === "0") return [];
  return [from === "1" && what === " characters" ? "not empty" : `at least ${from}${what}`];
}

/** The limits that a schema has, in words. Patterns are left out: the description says what they mean. */
function limitsOf(schema: Known, named: Schemas): string[] {
  const values =
    typeof schema.additionalProperties === "object" && !schema.properties ? follow(schema.additionalProperties, named) : undefined;
  const texts = values && [values, ...choicesOf(values, named)].find(({ maxLength }) => maxLength !== undefined);
  return [
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minItems, schema.maxItems, " items"),
    ...range(schema.minimum, schema.maximum, ""),
    ...range(undefined, schema.maxProperties, " entries"),
    ...(schema.properties ? [] : range(schema.propertyNames?.minLength, schema.propertyNames?.maxLength, " characters in a name")),
    ...(values ? [`each value ${typeOf(values, named)}`] : []),
    ...(texts ? range(undefined, texts.maxLength, " characters in a value") : []),
  ];
}

/** One field, from its schema. */
export function describeField(name: string, schema: JsonSchema, { named, isRequired }: { named: Schemas; isRequired: boolean }): Field {
  const known = follow(schema, named);
  const { description = "", examples } = known;
  return {
    name,
    type: typeOf(known, named),
    isRequired,
    limits: limitsOf(known, named).join(", "),
    description,
    ...(examples ? { example: examples[0] } : {}),
  };
}

/** All fields of a schema, the inner ones behind the field that holds them: `contact.email`, `events[].id`. */
export function fieldsOf(schema: JsonSchema, named: Schemas, prefix = "", depth = 0): Field[] {
  if (depth > maxDepth) return [];
  const known = follow(schema, named);
  const { properties = {}, required = [], items } = known;
  if (items) return fieldsOf(items, named, `${prefix.replace(/\.$/, "")}[].`, depth + 1);
  const own = Object.entries(properties).flatMap(([name, field]) => [
    describeField(`${prefix}${name}`, field, { named, isRequired: required.includes(name) }),
    ...fieldsOf(field, named, `${prefix}${name}.`, depth + 1),
  ]);
  const chosen = choicesOf(known, named).flatMap((choice) => fieldsOf(choice as JsonSchema, named, prefix, depth + 1));
  return [...own, ...chosen.filter(({ name }, index) => chosen.findIndex((other) => other.name === name) === index)];
}
