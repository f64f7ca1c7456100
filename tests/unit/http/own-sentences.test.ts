import { test } from "@playwright/test";
import type { z } from "zod";
import { errorMessages } from "@/lib/kernel/error-message";
import { contracts, titleOf } from "../../support/contracts";
import { expect } from "../../support/expect";

/** How the sentences of the library begin. They name its types instead of what to send. */
const librarys = /\b(?:Invalid (?:input|option|key|element|discriminator|[a-z]+)\b|Unrecognized key|Too (?:small|big)|Expected |Required)/;

const wrong = [
  undefined,
  null,
  0,
  1.5,
  -1,
  1e300,
  "",
  "x",
  "x".repeat(5_000),
  "\0",
  true,
  [],
  [null],
  [1],
  ["x"],
  [[]],
  [{}],
  {},
  { x: 1 },
  { x: {} },
];

type Shape = Record<string, z.ZodType>;
const shapeOf = (schema: z.ZodType): Shape => ("shape" in schema ? (schema.shape as Shape) : {});
/** Without what is around a schema: optional, nullable, a default, a transformation. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: before, element } = schema.def as { innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType };
  return innerType ? bare(innerType) : before ? bare(before) : element ? bare(element) : schema;
}

/** Bodies of which one field is wrong, at any depth. */
function* wrongly(schema: z.ZodType, depth = 0): Generator<unknown> {
  yield* wrong;
  if (depth > 4) return;
  const inner = bare(schema);
  const isList = "element" in (schema.def as object) || inner !== schema;
  for (const [name, field] of Object.entries(shapeOf(inner)))
    for (const value of wrongly(field, depth + 1)) {
      yield { [name]: value };
      if (isList) yield [{ [name]: value }];
    }
  const { options = [], valueType } = inner.def as { options?: z.ZodType[]; valueType?: z.ZodType };
  for (const option of options) yield* wrongly(option, depth + 1);
  if (valueType) for (const value of wrongly(valueType, depth + 1)) yield { x: value };
}

const inputs = contracts.flatMap((contract) =>
  (["params", "query", "headers", "body", "item"] as const).flatMap((part) => {
    const schema = contract[part];
    return schema ? [{ title: `${titleOf(contract)}: ${part}`, schema: schema as z.ZodType }] : [];
  }),
);

test("whatever is wrong with an input, what is said is a sentence of ours", () => {
  const found = new Map<string, string>();
  for (const { title, schema } of inputs)
    for (const value of wrongly(schema))
      for (const message of errorMessages(schema.safeParse(value)))
        if (librarys.test(message)) found.set(`${title}: ${message}`.slice(0, 200), JSON.stringify(value)?.slice(0, 100));
  expect([...found.keys()]).toEqual([]);
});
