import { z } from "zod";
import { isList } from "@/lib/http/unknown";
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

const warnings = {
  type: "array",
  items: { type: "string" },
  description: "What was sent and is not used, with what was probably meant. Only there when there is any.",
  examples: [["You sent nmae; the field is name."]],
};

/** Describes what every answer but a list may have besides what its contract says. */
function nameWarnings(named: Schemas["named"], schema: JsonSchema): void {
  const target = typeof schema["$ref"] === "string" ? named[schema["$ref"].split("/").at(-1) ?? ""] : schema;
  if (!target?.["properties"]) return;
  named["Warnings"] = warnings;
  Object.assign(target["properties"], { warnings: { $ref: "#/components/schemas/Warnings" } });
}

/** The components that the operations of a document share. `others` are bodies that no contract has. */
export function componentsOf(contracts: readonly Contract[], others: readonly z.ZodType[]): Components {
  const bodies = contracts.flatMap(({ body, item }) => [...(body ? [body] : []), ...(item ? [item] : [])]);
  const errorBody = z
    .object({ error: z.object({ code: z.enum(codesOf(contracts)), message: z.string().meta({ description: "Says what to fix." }) }) })
    .meta({ id: "Error" });
  const fields = contracts.flatMap(fieldsOf);
  const outputs = contracts.flatMap(({ output, others = [] }) => [output, ...others.map((other) => other.output)]);
  const { named, of } = schemasOf([...bodies, ...outputs, ...fields, errorBody, ...others]);
  for (const contract of contracts.filter((one) => !isList(one))) {
    const answers = [contract.output, ...(contract.others ?? []).flatMap(({ output, code }) => (code === undefined ? [output] : []))];
    for (const answer of answers) nameWarnings(named, of(answer));
  }
  const all: Components["all"] = { schemas: named, parameters: {}, headers: {}, responses: {} };

  function share(kind: Kind, name: string, value: JsonSchema): JsonSchema {
    const component = pascal(name);
    all[kind][component] ??= value;
    const isSame = JSON.stringify(all[kind][component]) === JSON.stringify(value);
    return isSame ? { $ref: `#/components/${kind}/${component}` } : value;
  }
  return { all, schema: of, example: (schema) => exampleOf(of(schema), named), share };
}
