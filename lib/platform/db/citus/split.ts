/** The statements of a script: Citus passes a statement on to its nodes by the text of the query, so each has to be a query of its own. */
export function statementsOf(script: string): string[] {
  const found: string[] = [];
  let begin = 0;
  for (const { 0: token, index } of script.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g)) {
    if (token !== ";") continue;
    found.push(script.slice(begin, index));
    begin = index + 1;
  }
  found.push(script.slice(begin));
  return found.map(withoutComments).filter((statement) => statement !== "");
}

/** Without the comments before it, so that one with nothing else is empty. */
const withoutComments = (statement: string): string => statement.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/, "").trimEnd();
