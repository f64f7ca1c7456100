import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { isNode, type Node, nameOf, walk } from "./syntax";

/** Resolves an import to a module of this project; undefined for packages and for what holds no code. */
function target(from: string, named: string): string | undefined {
  if (!/^(@\/|\.)/.test(named)) return undefined;
  const path = named.startsWith("@/") ? named.slice(2) : normalize(join(dirname(from), named));
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => existsSync(file) && statSync(file).isFile());
  return found && /\.tsx?$/.test(found) ? found : undefined;
}

const isForTypes = (node: Node): boolean => {
  const specifiers = Array.isArray(node["specifiers"]) ? (node["specifiers"] as Node[]) : [];
  const kinds = [node["importKind"] ?? node["exportKind"], ...specifiers.map((one) => one["importKind"] ?? "value")];
  return kinds[0] === "type" || (specifiers.length > 0 && kinds.slice(1).every((kind) => kind === "type"));
};

const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === "StringLiteral" ? String(value["value"]) : undefined;

/** The modules that a module loads, at once or later. */
export function importsOf(file: string, program: Node): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    const isStatement = /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && !isForTypes(node);
    const isLater = node.type === "CallExpression" && isNode(node["callee"]) && node["callee"].type === "Import";
    const named = isStatement ? textOf(node["source"]) : isLater ? textOf((node["arguments"] as Node[])[0]) : undefined;
    const module = named === undefined ? undefined : target(file, named);
    if (module) found.push(module);
  });
  return found;
}

const directivesOf = (program: Node): string[] =>
  ((program["directives"] ?? []) as Node[]).map((one) => String((one["value"] as Node)["value"]));

/** `"use client"`: it and what it loads is sent to the browser. */
export const isForBrowser = (program: Node): boolean => directivesOf(program).includes("use client");

/** The parts of the catalogue that a module gives to what is within it: `<Texts part="chats">`. */
export function partsIn(program: Node): string[] {
  const found: string[] = [];
  walk(program, (node, [parent]) => {
    const isPart = node.type === "JSXAttribute" && nameOf(node["name"]) === "part" && parent && nameOf(parent["name"]) === "Texts";
    const part = isPart ? textOf(node["value"]) : undefined;
    if (part) found.push(part);
  });
  return found;
}
