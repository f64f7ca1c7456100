import { existsSync, readdirSync, readFileSync } from "node:fs";
import { wings } from "../support/wings";

/** Folders of a wing or noun that are parts of it. */
const parts = ["browser", "shared"];

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !parts.includes(entry.name))
    .map(({ name }) => `${folder}/${name}`)
    .sort();

/** The folders of all nouns, wing by wing; the noun that a wing is named after comes first. */
export const nounFolders: readonly string[] = Object.keys(wings).flatMap((wing) => {
  const folder = `lib/${wing}`;
  return [...(existsSync(`${folder}/index.ts`) ? [folder] : []), ...foldersIn(folder)];
});

/** The file that a reader of a noun opens first. */
export const mainFileOf = (folder: string): string =>
  [`${folder}/index.ts`, `${folder}/contract.ts`].find((file) => existsSync(file)) ?? `${folder}/index.ts`;

/** The comment with which a source begins, as one line; undefined when it begins with code, or its comment belongs to the code below. */
export function firstComment(source: string): string | undefined {
  const [, comment] = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\n/.exec(source) ?? [];
  return comment?.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim();
}

/** One line for each noun, as in the glossary. */
export const nounList = (): string =>
  nounFolders.map((folder) => `- \`${folder}\`: ${firstComment(readFileSync(mainFileOf(folder), "utf8"))}`).join("\n");
