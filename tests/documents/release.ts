/**
 * `tsx tests/documents/release.ts v1.2.3 owner/name` prints the changelog's section of that version, for the release on GitHub, or refuses
 * a tag that cannot be released: the workflow of releases runs it first.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { repository, version } from "./published";

type Release = { tag: string; version: string; changelog: string };

/** The changelog's section of a version, without its heading. @throws when it is missing or empty, or the tag is of another version */
export function notesOf({ tag, version, changelog }: Release): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but package.json has the version ${version}. Tag v${version}, or change the version first.`);
  const sections = changelog.split(/^(?=## \[)/m);
  const section = sections.find((one) => one.startsWith(`## [${version}]`));
  const notes = section?.replace(/^.*\n/, "").trim();
  if (!notes)
    throw new Error(`CHANGELOG.md has nothing below “## [${version}]”. Rename “## [Unreleased]” to it, and begin a new one above.`);
  return `${notes}\n`;
}

/** The image is published under the name of the repository, which the files in deploy/ name. @throws when it is another */
export function checkRepository(actual: string): void {
  if (actual.toLowerCase() === repository.toLowerCase()) return;
  throw new Error(`This is ${actual}, but package.json names ${repository}. Change "repository" there, and run npm run documents.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , tag = "", actual = ""] = process.argv;
  try {
    checkRepository(actual);
    process.stdout.write(notesOf({ tag, version, changelog: readFileSync("CHANGELOG.md", "utf8") }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
