import { isNode, lineOf, type Node, nameOf, walk } from "./syntax";

type Finding = { line: number; text: string };

const textAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label|description|hint|text|message|error|caption|summary|heading)$/;
const hasWords = (text: string) => /\p{L}/u.test(text);
/** "Open", "No chats yet": starts with a capitalised word, as in prose. */
const looksWritten = (text: string) => /^\p{Lu}\p{Ll}+([\s.,:;!?…’-]|$)/u.test(text.trim());

/** Names of keyboard keys and products, and terms of HTTP, HTML and the browser. */
const names = new Set([
  "b",
  "POST",
  "Beside",
  "Escape",
  "Enter",
  "Tab",
  "Home",
  "End",
  "Delete",
  "Backspace",
  "ArrowDown",
  "ArrowUp",
  "Etc",
  "Bearer",
]);

const textOf = (node: Node): string | undefined => {
  if (node.type === "StringLiteral") return String(node["value"]);
  if (node.type === "TemplateElement") return (node["value"] as { cooked: string }).cooked;
  return node.type === "JSXText" ? String(node["value"]) : undefined;
};

const isValue = ({ type }: Node) =>
  /^(ConditionalExpression|LogicalExpression|BinaryExpression|TemplateLiteral|ParenthesizedExpression)$/.test(type);

/** The node that consumes a string, seen through conditions and templates. */
function consumerOf(node: Node, parents: readonly Node[]): { consumer: Node | undefined; above: Node | undefined; value: Node } {
  let value = node;
  for (const [index, parent] of parents.entries()) {
    const isTest = parent.type === "ConditionalExpression" && parent["test"] === value;
    const isCompared = parent.type === "BinaryExpression" && parent["operator"] !== "+";
    if (!isValue(parent) || isTest || isCompared) return { consumer: parent, above: parents[index + 1], value };
    value = parent;
  }
  return { consumer: undefined, above: undefined, value };
}

const isType = ({ type }: Node) =>
  type.startsWith("TS") && type !== "TSAsExpression" && type !== "TSSatisfiesExpression" && type !== "TSNonNullExpression";

function isForPeople(node: Node, text: string, parents: readonly Node[]): boolean {
  if (node.type === "JSXText") return true;
  if (parents.some(isType) || parents[0]?.type.startsWith("Import") || parents[0]?.type.startsWith("Export")) return false;
  const { consumer, above, value } = consumerOf(node, parents);
  if (!consumer) return false;
  if (consumer.type === "JSXAttribute") return textAttributes.test(nameOf(consumer) ?? "");
  if (consumer.type === "JSXExpressionContainer") return above?.type === "JSXAttribute" ? textAttributes.test(nameOf(above) ?? "") : true;
  if (consumer.type === "CallExpression" && isNode(consumer["callee"]) && nameOf(consumer["callee"]["object"]) === "toast") return true;
  if (consumer.type === "NewExpression" && /Error$/.test(nameOf(consumer["callee"]) ?? ""))
    return /\s/.test(text) && !/^\w+ needs /.test(text);
  if (consumer.type === "BinaryExpression" || consumer.type === "SwitchCase" || consumer["key"] === value) return false;
  return looksWritten(text);
}

/** The strings of a file that people read but that are not in the catalogue. */
export function findStrings(program: Node): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node, parents) => {
    const text = textOf(node);
    if (text === undefined || !hasWords(text) || names.has(text.trim())) return;
    if (isForPeople(node, text, parents)) findings.push({ line: lineOf(node), text: text.trim().replace(/\s+/g, " ") });
  });
  return findings;
}
