import { readFileSync } from "node:fs";
import type * as ts from "@babel/types";
import { z } from "zod";
import { type Node, sourceFiles, walk } from "./sources";

/** A function of the product, and how it is called with a text of any length. */
export type TextFunction = { name: string; run: (text: string) => unknown };

type Made = { of: (text: string) => unknown; hasText: boolean };
const plain = (value: unknown): Made => ({ of: () => value, hasText: false });
const textual = (of: (text: string) => unknown): Made => ({ of, hasText: true });

const columns = (["userId", "name", "email", "phone", "attribute"] as const).map((kind, index) => ({
  ...{ index, header: kind, examples: [], guessed: true },
  target: kind === "attribute" ? { kind, name: "note" } : { kind },
}));

/** What is handed in for a type that says less about itself than a call needs. */
const values: Record<string, Made> = {
  Buffer: textual((text) => Buffer.from(text)),
  Date: plain(new Date(0)),
  Encoding: plain("utf-8"),
  Locale: plain("en"),
  RegExp: plain(/[\s.]/),
  "z.ZodError": textual((text) => new z.ZodError([{ code: "custom", path: [text, 1, text], message: text, input: text }])),
  Refusal: textual((text) => ({ key: "tooLong", params: { max: text, length: text }, field: text })),
  Plan: plain({ columns, encoding: "utf-8", defaultCountry: "49" }),
  CsvRecord: textual((text) => ({ line: 2, cells: ["x1", text, text, text, text, text], brokenCell: undefined })),
  "lib/kernel/csv-read.ts Options": plain({ delimiter: ",", isEnd: true }),
};

/** What the files of `folders` export that is called with a text; and what of it this does not know how to call. */
export async function textFunctions(folders: readonly string[]): Promise<{ functions: TextFunction[]; unknown: string[] }> {
  const files = sourceFiles().filter((file) => folders.some((folder) => file.startsWith(folder)) && !/\/browser\/|\.mjs$/.test(file));
  const types = new Map<string, ts.TSType>();
  for (const file of files)
    walk(file, readFileSync(file, "utf8"), (node) => {
      if (node.type === "TSTypeAliasDeclaration")
        types.set(`${file} ${node.id.name}`, node.typeAnnotation).set(node.id.name, node.typeAnnotation);
    });
  const functions: TextFunction[] = [];
  const unknown: string[] = [];
  for (const file of files) {
    const code = readFileSync(file, "utf8");
    // What asks the database gets its texts from those beside it.
    if (/from "@\/lib\/platform\//.test(code)) continue;
    const module = (await import(`../../${file}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (isSchema(value)) functions.push({ name: `${file} ${name}`, run: (text) => value.safeParse(text) });
    walk(file, code, (node) => {
      for (const { name, params } of exportedIn(node)) {
        const made = params.map((param) => madeFor(param, { file, types }));
        const called = module[name];
        if (made.some((one) => one === undefined)) unknown.push(`${file} ${name}`);
        else if (typeof called === "function" && made.some((one) => one?.hasText || params.length === 0))
          functions.push({ name: `${file} ${name}`, run: (text) => used(called(...made.map((one) => one?.of(text))), text) });
        else if (isMaker(name) && typeof called === "function")
          functions.push({ name: `${file} ${name}`, run: (text) => used(called(1, 1_000), text) });
      }
    });
  }
  return { functions, unknown };
}

const isMaker = (name: string) => /^[A-Z]/.test(name);
const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === "object" && value !== null && "safeParse" in value && typeof value.safeParse === "function";

/** A function or a schema that was made is for a text, too. */
function used(result: unknown, text: string): void {
  // What it would ask the database for is not there.
  if (result instanceof Promise) result.catch(() => undefined);
  if (isSchema(result)) result.safeParse(text);
  if (typeof result === "function") result({ input: text });
}

type Exported = { name: string; params: readonly Node[] };

function exportedIn(node: Node): Exported[] {
  if (node.type !== "ExportNamedDeclaration" || !node.declaration) return [];
  const { declaration } = node;
  if (declaration.type === "FunctionDeclaration") return [{ name: declaration.id?.name ?? "", params: declaration.params }];
  if (declaration.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init?.type === "ArrowFunctionExpression" ? [{ name: id.name, params: init.params }] : [],
  );
}

type Known = { file: string; types: ReadonlyMap<string, ts.TSType> };

function madeFor(param: Node, known: Known): Made | undefined {
  if (param.type === "AssignmentPattern") return madeFor(param.left, known) ?? plain(undefined);
  if (!("typeAnnotation" in param) || param.typeAnnotation?.type !== "TSTypeAnnotation") return plain(undefined);
  const made = madeOf(param.typeAnnotation.typeAnnotation, known, 0);
  return param.type === "RestElement" ? plain(undefined) : made;
}

function madeOf(type: ts.TSType, known: Known, depth: number): Made | undefined {
  if (depth > 6) return plain(undefined);
  const inner = (one: ts.TSType) => madeOf(one, known, depth + 1);
  switch (type.type) {
    case "TSStringKeyword":
    case "TSUnknownKeyword":
      return textual((text) => text);
    case "TSNumberKeyword":
      return plain(1_000);
    case "TSBooleanKeyword":
      return plain(true);
    case "TSLiteralType":
      return plain(type.literal.type === "StringLiteral" || type.literal.type === "NumericLiteral" ? type.literal.value : undefined);
    case "TSArrayType": {
      const one = inner(type.elementType);
      return one && { ...one, of: (text) => [one.of(text)] };
    }
    case "TSTypeOperator":
    case "TSParenthesizedType":
      return inner(type.typeAnnotation);
    case "TSUnionType": {
      const all = type.types.map(inner);
      return all.find((one) => one?.hasText) ?? all.find((one) => one !== undefined);
    }
    case "TSTypeLiteral": {
      const fields = type.members.flatMap((one) =>
        one.type === "TSPropertySignature" && one.key.type === "Identifier" && one.typeAnnotation
          ? [[one.key.name, inner(one.typeAnnotation.typeAnnotation)] as const]
          : [],
      );
      return {
        of: (text) => Object.fromEntries(fields.map(([name, one]) => [name, one?.of(text)])),
        hasText: fields.some(([, one]) => one?.hasText),
      };
    }
    case "TSFunctionType":
      return plain(() => undefined);
    case "TSTypeReference": {
      const name = nameOf(type.typeName);
      const value = values[`${known.file} ${name}`] ?? values[name];
      const alias = known.types.get(`${known.file} ${name}`) ?? known.types.get(name);
      if (value) return value;
      return alias ? inner(alias) : plain(undefined);
    }
    default:
      return plain(undefined);
  }
}

const nameOf = (name: ts.TSEntityName): string =>
  name.type === "Identifier" ? name.name : name.type === "TSQualifiedName" ? `${nameOf(name.left)}.${name.right.name}` : "this";
