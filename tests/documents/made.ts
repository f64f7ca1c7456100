import { nounList } from "./nouns";
import { variableTable } from "./variables";

type Part = { title: string; text: string };

/** The parts of documents that are made from the code. */
export const made: Record<string, () => Part[]> = {
  "docs/glossary.md": () => [{ title: "nouns", text: nounList() }],
  "docs/configuration.md": () => [{ title: "variables", text: variableTable() }],
};

/** A document in which each part stands between its two comments. @throws when the comments are missing */
export function withParts(document: string, parts: readonly Part[]): string {
  return parts.reduce((all, { title, text }) => {
    const [begin, end] = [`<!-- npm run documents: ${title} -->\n`, `\n<!-- end of ${title} -->`];
    const [from, to] = [all.indexOf(begin), all.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`The document needs the two comments of “${title}”.`);
    return `${all.slice(0, from)}${begin}\n${text}\n${all.slice(to)}`;
  }, document);
}
