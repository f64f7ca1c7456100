import { isNode, lineOf, type Node, nameOf, walk } from "./syntax";

export type Finding = { line: number; text: string };

const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label|description|hint|text|message|error|caption|summary|heading)$/;
const hasWords = (text: string) => /\p{L}/u.test(text);
/** "Open", "No chats yet": capital and small letters, as people write. */
const looksWritten = (text: string) => /^\p{Lu}\p{Ll}+([\s.,:;!?…’-]|$)/u.test(text.trim());

/** Names of keys and of products, and what HTTP, HTML and the browser call things. */
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

const written = (node: Node): string | undefined => {
  if (node.type === "StringLiteral") return String(node["value"]);
  if (node.type === "TemplateElement") return (node["value"] as { cooked: string }).cooked;
  return node.type === "JSXText" ? String(node["value"]) : undefined;
};

const isValue = ({ type }: Node) =>
  /^(ConditionalExpression|LogicalExpression|BinaryExpression|TemplateLiteral|ParenthesizedExpression)$/.test(type);

/** What a string is given to: passed through conditions and templates. */
function receiverOf(node: Node, parents: readonly Node[]): { receiver: Node | undefined; above: Node | undefined; value: Node } {
  let value = node;
  for (const [index, parent] of parents.entries()) {
    const isTest = parent.type === "ConditionalExpression" && parent["test"] === value;
    const isCompared = parent.type === "BinaryExpression" && parent["operator"] !== "+";
    if (!isValue(parent) || isTest || isCompared) return { receiver: parent, above: parents[index + 1], value };
    value = parent;
  }
  return { receiver: undefined, above: undefined, value };
}

const isType = ({ type }: Node) =>
  type.startsWith("TS") && type !== "TSAsExpression" && type !== "TSSatisfiesExpression" && type !== "TSNonNullExpression";

function isForPeople(node: Node, text: string, parents: readonly Node[]): boolean {
  if (node.type === "JSXText") return true;
  if (parents.some(isType) || parents[0]?.type.startsWith("Import") || parents[0]?.type.startsWith("Export")) return false;
  const { receiver, above, value } = receiverOf(node, parents);
  if (!receiver) return false;
  if (receiver.type === "JSXAttribute") return spoken.test(nameOf(receiver) ?? "");
  if (receiver.type === "JSXExpressionContainer") return above?.type === "JSXAttribute" ? spoken.test(nameOf(above) ?? "") : true;
  if (receiver.type === "CallExpression" && isNode(receiver["callee"]) && nameOf(receiver["callee"]["object"]) === "toast") return true;
  if (receiver.type === "NewExpression" && /Error$/.test(nameOf(receiver["callee"]) ?? ""))
    return /\s/.test(text) && !/^\w+ needs /.test(text);
  if (receiver.type === "BinaryExpression" || receiver.type === "SwitchCase" || receiver["key"] === value) return false;
  return looksWritten(text);
}

/** Strings of a file that people would read, and that no translator would find. */
export function findStrings(program: Node): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node, parents) => {
    const text = written(node);
    if (text === undefined || !hasWords(text) || names.has(text.trim())) return;
    if (isForPeople(node, text, parents)) findings.push({ line: lineOf(node), text: text.trim().replace(/\s+/g, " ") });
  });
  return findings;
}
