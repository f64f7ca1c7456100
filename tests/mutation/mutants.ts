import { createHash } from "node:crypto";
import { parse } from "@babel/parser";
import type { CallExpression, Expression, File, Node, ObjectExpression } from "@babel/types";
import { changesOf, isSql } from "./sql";

/** What the text of a mutant replaces: an expression, a statement, a property, or a piece of SQL. */
type Form = "expression" | "statement" | "property" | "sql";

/** One change of one place in a file: `text` replaces the source from `start` to `end`. */
export type Mutant = {
  id: number;
  file: string;
  line: number;
  form: Form;
  start: number;
  end: number;
  text: string;
  /** A description of the change. */
  what: string;
  /** The name of the enclosing function or variable. */
  within: string;
  /** Runs once, when the module is loaded: only a fresh process shows its effect. */
  isStatic: boolean;
  /** A hash of the mutation and the lines around it, which stays the same when the lines move. */
  mark: string;
};

type Found = Pick<Mutant, "form" | "start" | "end" | "text" | "isStatic" | "within"> & { from: string; to: string; at: number };

// Methods in a chain whose call may be removed.
const removableCalls =
  /^(?:filter|sort|slice|reverse|trim|trimEnd|trimStart|toLowerCase|toUpperCase|normalize|replace|replaceAll|min|max|length|regex|refine|superRefine|check|int|nonempty|strict|nonnegative|positive|transform|pipe|catch)$/;
// Statements that affect only logs and metrics, or only free memory or let a process end.
const noise = /^(?:metrics\.|log\(\)|log\.|console\.|process\.stdout)|\.unref\(\)$|^clear(?:Timeout|Interval)\(/;
// Texts for people, and which columns are read: the schema of a response leaves out what it does not have.
const notPromised = new Set(["select", "summary", "description", "title", "label", "help", "message", "example", "examples", "error"]);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value && "start" in value;

const short = (text: string) => text.replace(/\s+/g, " ").trim();

/** Every mutant of a file. */
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
  const replace = (node: Node, ...texts: string[]) => {
    for (const text of texts) add("expression", node, text);
  };

  function replaceLogical(node: Expression & { type: "LogicalExpression" }): void {
    const { left, right, operator } = node;
    replace(node, textOf(left));
    if (left.type !== "LogicalExpression" || left.operator !== operator) replace(node, textOf(right));
  }

  function removeCall(node: CallExpression): void {
    const { callee } = node;
    if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
    if (!removableCalls.test(callee.property.name)) return;
    // Only the call is shown: the object before it may be long.
    const { end } = callee.object as { end: number };
    add("expression", node, textOf(callee.object), { from: source.slice(end, node.end ?? end), to: "", at: end });
  }

  function changeSql(node: Node & { start?: number | null; end?: number | null }): void {
    for (const { start, end, text } of changesOf(source.slice((node.start ?? 0) + 1, (node.end ?? 0) - 1))) {
      const at = (node.start ?? 0) + 1 + start;
      const range = { ...node, start: at, end: (node.start ?? 0) + 1 + end };
      add("sql", range, text, { at });
    }
  }

  /** A template that runs by itself passes its values with its text, so it is replaced as a whole. */
  function changeTaggedSql(node: Node & { type: "TaggedTemplateExpression" }): void {
    const whole = textOf(node);
    const { start = 0 } = node as { start: number };
    const inner = (node.quasi.start ?? 0) + 1;
    const sql = source.slice(inner, (node.quasi.end ?? 0) - 1);
    for (const change of changesOf(sql)) {
      const text = whole.slice(0, inner - start + change.start) + change.text + whole.slice(inner - start + change.end);
      add("expression", node, text, { from: sql.slice(change.start, change.end), to: change.text, at: inner + change.start });
    }
  }

  /** A nested object is not removed as a whole, because each of its own properties is. */
  function isRemovable(property: ObjectExpression["properties"][number]): boolean {
    if (property.type !== "ObjectProperty") return property.type === "SpreadElement";
    return !notPromised.has(textOf(property.key)) && property.value.type !== "ObjectExpression";
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
        replace(node.test, "false", "true");
        break;
      case "WhileStatement":
      case "ForStatement":
        if (node.test && node.test.type !== "BooleanLiteral") replace(node.test, "false");
        break;
      case "LogicalExpression":
        replaceLogical(node);
        break;
      case "BinaryExpression": {
        if (isConstant(node)) break;
        const other = flipped[node.operator];
        const isText = [node.left, node.right].some(({ type }) => type === "StringLiteral" || type === "TemplateLiteral");
        const sign = source.slice(node.left.end ?? 0, node.right.start ?? 0);
        if (other && !isText)
          replace(
            node,
            textOf({ start: node.start, end: node.left.end }) +
              sign.replace(node.operator, other) +
              textOf({ start: node.right.start, end: node.end }),
          );
        else if (/^[!=]==?$/.test(node.operator) && !isTest(node, parent)) replace(node, "true", "false");
        break;
      }
      case "UnaryExpression":
        if (node.operator === "!" && !isTest(node, parent)) replace(node, textOf(node.argument));
        break;
      case "CallExpression":
        removeCall(node);
        break;
      case "TaggedTemplateExpression":
        if (/^statement\(/.test(textOf(node.tag))) changeSql(node.quasi);
        else if (/^(?:rows|run)\(/.test(textOf(node.tag))) changeTaggedSql(node);
        break;
      case "TemplateLiteral":
        if (parent?.type !== "TaggedTemplateExpression" && isSql(textOf(node).slice(1))) changeSql(node);
        break;
      case "ObjectExpression":
        if (functions === 0) break;
        for (const property of node.properties) if (isRemovable(property)) add("property", property, "");
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

/** Arithmetic on literals, such as a duration: a number, and numbers are not mutated. */
const isConstant = (node: Node): boolean =>
  node.type === "NumericLiteral" || (node.type === "BinaryExpression" && isConstant(node.left) && isConstant(node.right));

/** The operands of `if`, `&&`, `!` and `?` are already replaced by true and false, or removed. */
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
