import { deepest } from "@/lib/kernel/json";
import * as patterns from "@/lib/kernel/patterns";

type JsonSchema = Record<string, unknown>;

const ignorableOf = (left: number) => ({ $ref: `#/components/schemas/Ignored${left}` });

/** What a field may hold that no contract knows: it is ignored, but must be JSON that can be carried exactly, nested so deep. */
export const ignorable = Object.fromEntries(
  Array.from({ length: deepest }, (_, left): [string, JsonSchema] => {
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

/** A schema that says of unknown fields what the server says of them: ignored, whatever they hold that can be read. */
export function open(schema: JsonSchema, depth = 1): JsonSchema {
  const { properties } = schema as { properties?: Record<string, JsonSchema> };
  if (!properties) return schema;
  const opened = Object.entries(properties).map(([name, field]) => [name, open(field, depth + 1)]);
  return {
    ...schema,
    properties: Object.fromEntries(opened),
    propertyNames: patterns.fieldName,
    additionalProperties: ignorableOf(deepest - depth),
  };
}
