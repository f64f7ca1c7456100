import { createHash } from "node:crypto";
import { parse } from "@babel/parser";
import type { CallExpression, Expression, File, Node, ObjectExpression } from "@babel/types";
import { changesOf, isSql } from "./sql";

/** How the text of a mutant comes into the file: instead of an expression, of a statement, of a property, or of a piece of SQL. */
export type Form = "expression" | "statement" | "property" | "sql";

/** One change of one place of a file; `start` and `end` are of what is switched, `text` stands there instead. */
export type Mutant = {
  id: number;
  file: string;
  line: number;
  form: Form;
  start: number;
  end: number;
  text: string;
  /** What changes, for people. */
  what: string;
  /** Where it stands, in names. */
  within: string;
  /** Worked out once, when the module is loaded: only a fresh process shows it. */
  isStatic: boolean;
  /** The same for the same mutation in the same surroundings, wherever the lines have moved to. */
  mark: string;
};

type Found = Pick<Mutant, "form" | "start" | "end" | "text" | "isStatic" | "within"> & { from: string; to: string; at: number };

// What a call adds to what it stands on, and may be missing.
const links =
  /^(?:filter|sort|slice|reverse|trim|trimEnd|trimStart|toLowerCase|toUpperCase|normalize|replace|replaceAll|min|max|length|regex|refine|superRefine|check|int|nonempty|strict|nonnegative|positive|transform|pipe|catch)$/;
// What nobody but a reader of logs or of the reference sees, and what only frees memory or lets a process end.
const noise = /^(?:metrics\.|log\(\)|log\.|console\.|process\.stdout)|\.unref\(\)$|^clear(?:Timeout|Interval)\(/;
const prose = new Set(["summary", "description", "title", "label", "help", "message", "example", "examples", "error"]);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value && "start" in value;

const short = (text: string) => text.replace(/\s+/g, " ").trim();

/** Everything that may be missing or different in a file. */
export function mutantsOf(file: string, source: string): Omit<Mutant, "id">[] {
  const tree: File = parse(source, { sourceType: "module", plugins: ["typescript"] });
  const found: Found[] = [];
  const names: string[] = [];
  let functions = 0;

  type Range = { start?: number | null | undefined; end?: number | null | undefined };
  const textOf = ({ start, end }: Range) => source.slice(start ?? 0, end ?? 0);
  const add = (form: Form, node: Node, text: string, shown: { from?: string; to?: string; at?: number } = {}) => {
    const { start, end } = node as { start: number; end: number };
    const { from = textOf(node), to = text, at = start } = shown;
    found.push({ form, start, end, text, from, to, at, isStatic: functions === 0, within: names.at(-1) ?? "" });
  };
  const instead = (node: Node, ...texts: string[]) => {
    for (const text of texts) add("expression", node, text);
  };

  function logical(node: Expression & { type: "LogicalExpression" }): void {
    const { left, right, operator } = node;
    instead(node, textOf(left));
    if (left.type !== "LogicalExpression" || left.operator !== operator) instead(node, textOf(right));
  }

  function link(node: CallExpression): void {
    const { callee } = node;
    if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
    if (!links.test(callee.property.name)) return;
    // The link alone is shown: what it hangs on may be long.
    const { end } = callee.object as { end: number };
    add("expression", node, textOf(callee.object), { from: source.slice(end, node.end ?? end), to: "", at: end });
  }

  function statement(node: Node & { start?: number | null; end?: number | null }): void {
    for (const { start, end, text } of changesOf(source.slice((node.start ?? 0) + 1, (node.end ?? 0) - 1))) {
      const at = (node.start ?? 0) + 1 + start;
      const range = { ...node, start: at, end: (node.start ?? 0) + 1 + end };
      add("sql", range, text, { at });
    }
  }

  /** A statement under a tag takes its values along, so it is switched as a whole. */
  function tagged(node: Node & { type: "TaggedTemplateExpression" }): void {
    const whole = textOf(node);
    const { start = 0 } = node as { start: number };
    const inner = (node.quasi.start ?? 0) + 1;
    const sql = source.slice(inner, (node.quasi.end ?? 0) - 1);
    for (const change of changesOf(sql)) {
      const text = whole.slice(0, inner - start + change.start) + change.text + whole.slice(inner - start + change.end);
      add("expression", node, text, { from: sql.slice(change.start, change.end), to: change.text, at: inner + change.start });
    }
  }

  /** An object inside is not dropped whole, because each of its own properties is. */
  function mayBeMissing(property: ObjectExpression["properties"][number]): boolean {
    if (property.type !== "ObjectProperty") return property.type === "SpreadElement";
    return !prose.has(textOf(property.key)) && property.value.type !== "ObjectExpression";
  }

  const flipped: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" };

  function visit(node: Node, parent: Node | undefined): void {
    switch (node.type) {
      case "ExpressionStatement":
        if (
          functions > 0 &&
          !noise.test(
            textOf(node)
              .replace(/^(?:await|void) /, "")
              .replace(/;$/, ""),
          )
        )
          add("statement", node, "");
        break;
      case "IfStatement":
      case "ConditionalExpression":
        instead(node.test, "false", "true");
        break;
      case "WhileStatement":
      case "ForStatement":
        if (node.test && node.test.type !== "BooleanLiteral") instead(node.test, "false");
        break;
      case "LogicalExpression":
        logical(node);
        break;
      case "BinaryExpression": {
        const other = flipped[node.operator];
        const isText = [node.left, node.right].some(({ type }) => type === "StringLiteral" || type === "TemplateLiteral");
        const sign = source.slice(node.left.end ?? 0, node.right.start ?? 0);
        if (other && !isText)
          instead(
            node,
            textOf({ start: node.start, end: node.left.end }) +
              sign.replace(node.operator, other) +
              textOf({ start: node.right.start, end: node.end }),
          );
        else if (/^[!=]==?$/.test(node.operator) && !isTest(node, parent)) instead(node, "true", "false");
        break;
      }
      case "UnaryExpression":
        if (node.operator === "!" && !isTest(node, parent)) instead(node, textOf(node.argument));
        break;
      case "CallExpression":
        link(node);
        break;
      case "TaggedTemplateExpression":
        if (/\$(?:query|execute)Raw$/.test(textOf(node.tag))) tagged(node);
        break;
      case "TemplateLiteral":
        if (parent?.type !== "TaggedTemplateExpression" && isSql(textOf(node).slice(1))) statement(node);
        break;
      case "ObjectExpression":
        if (functions === 0) break;
        for (const property of node.properties) if (mayBeMissing(property)) add("property", property, "");
    }
    const name = nameOf(node);
    const isFunction =
      /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/.test(node.type);
    if (name) names.push(name);
    if (isFunction) functions += 1;
    for (const [key, value] of Object.entries(node)) {
      if (/^(?:typeAnnotation|typeParameters|typeArguments|returnType|loc|extra|leadingComments|trailingComments|innerComments)$/.test(key))
        continue;
      for (const inner of [value].flat()) if (isNode(inner) && !isType(inner)) visit(inner, node);
    }
    if (isFunction) functions -= 1;
    if (name) names.pop();
  }

  for (const node of tree.program.body) visit(node, undefined);
  return found.map((one) => described(file, source, one));
}

const isType = ({ type }: Node) => type.startsWith("TS") && !/^TS(?:As|NonNull|Satisfies)/.test(type);

/** What is asked by `if`, `&&`, `!` or `?` is true and false there already. */
const isTest = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === "LogicalExpression" ||
  parent?.type === "UnaryExpression" ||
  ((parent?.type === "IfStatement" || parent?.type === "ConditionalExpression") && parent.test === node);

function nameOf(node: Node): string | undefined {
  if (node.type === "FunctionDeclaration") return node.id?.name;
  if (node.type === "VariableDeclarator" && node.id.type === "Identifier") return node.id.name;
  if (node.type === "ClassMethod" && node.key.type === "Identifier") return node.key.name;
  return undefined;
}

function described(file: string, source: string, { from, to, at, ...found }: Found): Omit<Mutant, "id"> {
  const line = source.slice(0, at).split("\n").length;
  const what = to.trim() ? `${short(from)} → ${short(to)}` : `without ${short(from)}`;
  const around = source
    .split("\n")
    .slice(line - 2, line + 1)
    .map(short)
    .join("\n");
  const mark = createHash("sha256").update(`${file}\n${found.within}\n${what}\n${around}`).digest("base64url").slice(0, 10);
  return { ...found, file, line, what, mark };
}
