import { maxDepth } from "@/lib/kernel/json";
import * as patterns from "@/lib/kernel/patterns";

type JsonSchema = Record<string, unknown>;

const ignorableOf = (left: number) => ({ $ref: `#/components/schemas/Ignored${left}` });

/** The schemas of unknown fields: they are ignored, but must be JSON that can be represented exactly, nested at most so deep. */
export const ignorable = Object.fromEntries(
  Array.from({ length: maxDepth }, (_, left): [string, JsonSchema] => {
    const inner = left > 0 ? ignorableOf(left - 1) : undefined;
    const description = left > 0 ? `Any JSON, nested at most ${left} deep.` : "A string, a number, a boolean or null.";
    const plain = [
      { type: "string", pattern: patterns.text },
      { type: "number", ...patterns.numberRange },
      { type: "boolean" },
      { type: "null" },
    ];
    const nested = inner
      ? [
          { type: "array", items: inner },
          { type: "object", propertyNames: patterns.fieldName, additionalProperties: inner },
        ]
      : [];
    return [`Ignored${left}`, { description, anyOf: [...plain, ...nested] }];
  }),
);

/** Documents in a schema how the server treats unknown fields: any readable value is ignored. */
export function allowUnknownFields(named: Record<string, JsonSchema>, schema: JsonSchema, depth = 1): void {
  const { $ref, properties } = schema as { $ref?: string; properties?: Record<string, JsonSchema> };
  if ($ref) allowUnknownFields(named, named[$ref.split("/").at(-1) ?? ""] ?? {}, depth);
  if (!properties) return;
  const others = ignorableOf(maxDepth - depth);
  const known = schema["additionalProperties"] as { $ref?: string } | undefined;
  if (known && known.$ref !== others.$ref) throw new Error("A named schema stands at two depths of bodies: give each place its own.");
  Object.assign(schema, { propertyNames: patterns.fieldName, additionalProperties: others });
  for (const field of Object.values(properties)) allowUnknownFields(named, field, depth + 1);
}
