import { readFileSync } from "node:fs";
import { parse } from "@babel/parser";

export type Node = { type: string; loc?: { start: { line: number } } | null; [field: string]: unknown };
/** A node with its ancestors, nearest first. */
type Visit = (node: Node, parents: readonly Node[]) => void;

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

export const parseText = (text: string): Node =>
  parse(text, { sourceType: "module", plugins: ["typescript", "jsx"] }).program as unknown as Node;
export const parseFile = (file: string): Node => parseText(readFileSync(file, "utf8"));

const isSkipped = (field: string) => field === "loc" || field.endsWith("Comments") || field === "extra";

export const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([field, value]) =>
    isSkipped(field) ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

export function walk(node: Node, visit: Visit, parents: readonly Node[] = []): void {
  visit(node, parents);
  const inner = [node, ...parents];
  for (const child of childrenOf(node)) walk(child, visit, inner);
}

export const lineOf = (node: Node): number => node.loc?.start.line ?? 0;
export const nameOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined;
  const name = value["name"];
  return typeof name === "string" ? name : isNode(name) ? nameOf(name) : undefined;
};
