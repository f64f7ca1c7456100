import { execFileSync } from "node:child_process";
import { type ParserPlugin, parse } from "@babel/parser";
import type { Node } from "@babel/types";

export type { Node } from "@babel/types";

/** The files of the product itself that hold code: also those that are not committed yet. */
export function sourceFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.js"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => /^(?:app|components|lib)\/|^(?:server|proxy|instrumentation)\./.test(file) && !file.endsWith(".d.ts"));
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** Visits each node of a file. `depth` says in how many functions it is. */
export function walk(file: string, code: string, visit: (node: Node, depth: number) => void): void {
  const plugins: ParserPlugin[] = file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
  const step = (node: Node, depth: number) => {
    visit(node, depth);
    const inside = depth + (/Function|Method/.test(node.type) && !node.type.startsWith("TS") ? 1 : 0);
    for (const [name, value] of Object.entries(node))
      if (!name.endsWith("Comments")) for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) step(one, inside);
  };
  step(parse(code, { sourceType: "module", plugins }).program, 0);
}
