import { z } from "zod";

export type JsonSchema = { [keyword: string]: unknown };

/** The named schemas of a document, and the JSON Schema of each schema of the contracts. */
export type Schemas = { named: Record<string, JsonSchema>; of: (schema: z.ZodType) => JsonSchema };

/**
 * Converts all schemas at once, so that one with an id becomes one component wherever it is used. On the wire a response
 * is in encoded form, hence `io: "input"` for all. Objects say nothing about fields that they do not name (decision 122).
 */
export function schemasOf(schemas: readonly z.ZodType[]): Schemas {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [index, schema])));
  const { properties = {}, $defs = {} } = z.toJSONSchema(all, { io: "input", target: "draft-2020-12", unrepresentable: "any" });
  const named = openapiReply($defs) as Record<string, JsonSchema>;
  const written = openapiReply(properties) as Record<string, JsonSchema>;
  const of = (schema: z.ZodType) => written[schemas.indexOf(schema)] ?? {};
  return { named, of };
}

/**
 * Rewrites references for the document, `example` to the `examples` of JSON Schema, and a default to a sentence: generators for TypeScript
 * make a field with a default one that must be sent.
 */
function openapiReply(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openapiReply);
  if (typeof value !== "object" || value === null) return value;
  const { default: usual, ...rest } = value as JsonSchema;
  const said =
    usual === undefined ? {} : { description: `${rest["description"] ?? ""} ${JSON.stringify(usual)} when it is left out.`.trim() };
  return Object.fromEntries(
    Object.entries({ ...rest, ...said }).map(([name, inner]) => {
      if (name === "$ref") return [name, String(inner).replace("#/$defs/", "#/components/schemas/")];
      if (name === "example") return ["examples", [inner]];
      // A field may be called as a keyword is.
      if (name === "properties" && typeof inner === "object" && inner !== null)
        return [name, Object.fromEntries(Object.entries(inner).map(([field, schema]) => [field, openapiReply(schema)]))];
      return [name, name === "examples" ? inner : openapiReply(inner)];
    }),
  );
}

const nameIn = (reference: unknown): string => String(reference).split("/").at(-1) ?? "";

type Parts = {
  $ref?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  type?: string;
};

/** The example of a schema, or one composed of the examples of its parts. */
export function exampleOf(schema: JsonSchema, named: Schemas["named"]): unknown {
  const { $ref, examples, const: only, enum: choices, anyOf, properties, items, type }: Parts = schema;
  if (examples) return examples[0];
  if ($ref) return exampleOf(named[nameIn($ref)] ?? {}, named);
  if (only !== undefined) return only;
  if (choices) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], named);
  // A call without a mistake has no warnings.
  const usual = Object.entries(properties ?? {}).filter(([name]) => name !== "warnings");
  if (properties) return Object.fromEntries(usual.map(([name, field]) => [name, exampleOf(field, named)]));
  if (items) return [exampleOf(items, named)];
  if (type === "boolean") return true;
  throw new Error(`A schema has no example: ${JSON.stringify(schema)}`);
}
