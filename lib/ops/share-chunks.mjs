import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(".next", "server");
const chunks = join(root, "chunks");

const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => join(parentPath, name));

/** How other files of the build name a chunk. */
const nameOf = (file) => `"server/${file.slice(root.length + 1).replaceAll("\\", "/")}"`;

/** The chunks that repeat another one, each with the one that it repeats. */
function repeatedIn(codes) {
  const [firsts, repeated] = [new Map(), new Map()];
  for (const [file, code] of codes) {
    if (!file.startsWith(chunks)) continue;
    const first = firsts.get(code);
    if (first) repeated.set(file, first);
    else firsts.set(code, file);
  }
  return repeated;
}

/**
 * Keeps one of the server's chunks that are equal. Turbopack writes what groups of routes load once for each group, so that every
 * start would read and parse 37 MB of scripts instead of 10.
 */
export function shareChunks() {
  const codes = new Map(filesIn(root, ".js").map((file) => [file, readFileSync(file, "utf8")]));
  for (let repeated = repeatedIn(codes); repeated.size > 0; repeated = repeatedIn(codes)) {
    const names = new Map([...repeated].map(([file, first]) => [nameOf(file), nameOf(first)]));
    for (const file of repeated.keys()) codes.delete(file);
    // Chunks that name different copies of a third one are equal afterwards.
    for (const [file, code] of codes)
      codes.set(
        file,
        code.replaceAll(/"server\/chunks\/[^"]+"/g, (name) => names.get(name) ?? name),
      );
  }
  for (const file of filesIn(root, ".js")) {
    const code = codes.get(file);
    if (code === undefined) rmSync(file);
    else writeFileSync(file, code);
  }
}
