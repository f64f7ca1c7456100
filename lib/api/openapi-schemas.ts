import { z } from "zod";
import { ignorable, open } from "./ignored-fields";

export type JsonSchema = { [keyword: string]: unknown };

/** The schemas of a document by their names, and how to write any schema of the contracts into it. */
export type Schemas = { named: Record<string, JsonSchema>; of: (schema: z.ZodType) => JsonSchema };

/**
 * All schemas as JSON Schema, at once, so that what has an id becomes one component wherever it stands. On the wire an answer is
 * what it encodes to, so all are written from that side. `bodies` are opened for unknown fields.
 */
export function schemasOf(schemas: readonly z.ZodType[], bodies: readonly z.ZodType[]): Schemas {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [index, schema])));
  const { properties = {}, $defs = {} } = z.toJSONSchema(all, { io: "input", target: "draft-2020-12", unrepresentable: "any" });
  const named = published($defs) as Record<string, JsonSchema>;
  const written = published(properties) as Record<string, JsonSchema>;
  const of = (schema: z.ZodType) => written[schemas.indexOf(schema)] ?? {};
  for (const body of bodies) open(named, of(body));
  return { named: { ...named, ...ignorable }, of };
}

/** References lead into the document, and an example is written as OpenAPI 3.1 wants it. */
function published(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(published);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === "$ref") return [name, String(inner).replace("#/$defs/", "#/components/schemas/")];
      if (name === "example") return ["examples", [inner]];
      return [name, name === "examples" ? inner : published(inner)];
    }),
  );
}

export const nameIn = (reference: unknown): string => String(reference).split("/").at(-1) ?? "";

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

/** The example that a schema gives, or one that is made of those of its parts. */
export function exampleOf(schema: JsonSchema, named: Schemas["named"]): unknown {
  const { $ref, examples, const: only, enum: choices, anyOf, properties, items, type }: Parts = schema;
  if (examples) return examples[0];
  if ($ref) return exampleOf(named[nameIn($ref)] ?? {}, named);
  if (only !== undefined) return only;
  if (choices) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], named);
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, named)]));
  if (items) return [exampleOf(items, named)];
  if (type === "boolean") return true;
  throw new Error(`A schema has no example: ${JSON.stringify(schema)}`);
}
