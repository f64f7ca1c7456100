import { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";
import { codesOf, pascal } from "./errors";
import { exampleOf, type JsonSchema, type Schemas, schemasOf } from "./schemas";

type Kind = "parameters" | "headers" | "responses";

export type Components = {
  all: Record<Kind | "schemas", Record<string, JsonSchema>>;
  schema: Schemas["of"];
  example: (schema: z.ZodType) => unknown;
  /** Stores a component and returns a reference to it, or returns the value itself when another component has the name. */
  share: (kind: Kind, name: string, value: JsonSchema) => JsonSchema;
};

const fieldsOf = ({ params, query, headers, headersOut }: Contract) =>
  [params, query, headers, headersOut].flatMap((part) => Object.values(part?.shape ?? {}) as z.ZodType[]);

/** The components that the operations of a document share. `others` are bodies that no contract has. */
export function componentsOf(contracts: readonly Contract[], others: readonly z.ZodType[]): Components {
  const bodies = contracts.flatMap(({ body, item }) => [...(body ? [body] : []), ...(item ? [item] : [])]);
  const errorBody = z
    .object({ error: z.object({ code: z.enum(codesOf(contracts)), message: z.string().meta({ description: "Says what to fix." }) }) })
    .meta({ id: "Error" });
  const fields = contracts.flatMap(fieldsOf);
  const outputs = contracts.flatMap(({ output, others = [] }) => [output, ...others.map((other) => other.output)]);
  const { named, of } = schemasOf([...bodies, ...outputs, ...fields, errorBody, ...others]);
  const all: Components["all"] = { schemas: named, parameters: {}, headers: {}, responses: {} };

  function share(kind: Kind, name: string, value: JsonSchema): JsonSchema {
    const component = pascal(name);
    all[kind][component] ??= value;
    const isSame = JSON.stringify(all[kind][component]) === JSON.stringify(value);
    return isSame ? { $ref: `#/components/${kind}/${component}` } : value;
  }
  return { all, schema: of, example: (schema) => exampleOf(of(schema), named), share };
}
