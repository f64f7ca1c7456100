import { childrenOf, isNode, lineOf, type Node, nameOf } from "./syntax";

/** A use of the catalogue: a whole key, or a pattern with `*` for each computed part. */
export type Use = { key: string; line: number };

type Scope = ReadonlyMap<string, string>;

const isFunction = ({ type }: Node) => /^(Function|ArrowFunction|ObjectMethod|ClassMethod)/.test(type);
const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === "StringLiteral" ? String(value["value"]) : undefined;

/** `Translator<"chat.list">` as a parameter's type. */
function namespaceOfType(parameter: Node): string | undefined {
  const annotation = isNode(parameter["typeAnnotation"]) ? parameter["typeAnnotation"]["typeAnnotation"] : undefined;
  if (!isNode(annotation) || nameOf(annotation["typeName"]) !== "Translator") return undefined;
  const list = annotation["typeParameters"] ?? annotation["typeArguments"];
  const first = isNode(list) && Array.isArray(list["params"]) ? list["params"][0] : undefined;
  return first === undefined ? "" : isNode(first) ? textOf(first["literal"]) : undefined;
}

/** `useTranslations("chat.list")` or `await getTranslations("chat.list")`. */
function namespaceOfCall(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === "AwaitExpression") return namespaceOfCall(value["argument"]);
  if (value.type !== "CallExpression" || !/^(use|get|browser)Translations$/.test(nameOf(value["callee"]) ?? "")) return undefined;
  const [first] = value["arguments"] as Node[];
  return first === undefined ? "" : textOf(first);
}

function declared(node: Node, names: Map<string, string>): void {
  for (const child of childrenOf(node)) {
    if (child.type === "VariableDeclarator") {
      const namespace = namespaceOfCall(child["init"]);
      const name = nameOf(child["id"]);
      if (namespace !== undefined && name) names.set(name, namespace);
    }
    if (!isFunction(child)) declared(child, names);
  }
}

function scopeOf(node: Node, outer: Scope): Scope {
  const names = new Map(outer);
  const parameters = Array.isArray(node["params"]) ? (node["params"] as Node[]) : [];
  for (const parameter of parameters) {
    const [name, namespace] = [nameOf(parameter), namespaceOfType(parameter)];
    if (name && namespace !== undefined) names.set(name, namespace);
    else if (name) names.delete(name);
  }
  declared(node, names);
  return names;
}

/** Every key that an expression may evaluate to, with `*` for computed parts. */
function keysOf(value: Node | undefined): string[] {
  if (!value) return [];
  const text = textOf(value);
  if (text !== undefined) return [text];
  if (value.type === "TemplateLiteral") {
    const parts = (value["quasis"] as Node[]).map((part) => String((part["value"] as { cooked: string }).cooked));
    return [parts.join("*")];
  }
  if (value.type === "ConditionalExpression") {
    return [...keysOf(value["consequent"] as Node), ...keysOf(value["alternate"] as Node)];
  }
  return ["*"];
}

function translatorOf(callee: unknown, scope: Scope): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") return scope.get(nameOf(callee) ?? "");
  const isOwn = callee.type === "MemberExpression" && /^(rich|markup|has)$/.test(nameOf(callee["property"]) ?? "");
  return isOwn ? scope.get(nameOf(callee["object"]) ?? "") : undefined;
}

export function findUses(node: Node, scope: Scope = new Map(), uses: Use[] = []): Use[] {
  const own = isFunction(node) || node.type === "Program" ? scopeOf(node, scope) : scope;
  const namespace = node.type === "CallExpression" ? translatorOf(node["callee"], own) : undefined;
  if (namespace !== undefined) {
    for (const key of keysOf((node["arguments"] as Node[])[0]))
      uses.push({ key: namespace ? `${namespace}.${key}` : key, line: lineOf(node) });
  }
  for (const child of childrenOf(node)) findUses(child, own, uses);
  return uses;
}
