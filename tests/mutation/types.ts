import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutants";

const config = {
  extends: "../tsconfig.json",
  compilerOptions: {
    incremental: false,
    paths: { "@/*": ["./*"] },
    // What a removed line leaves unused or unreachable says nothing about the line.
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
  },
  include: ["next-env.d.ts", "lib/**/*.ts"],
};

// A property is spread away: without it two commas would follow each other.
const mutated = (source: string, { form, start, end, text }: Mutant) =>
  source.slice(0, start) + (form === "property" ? "...{}" : text) + source.slice(end);

/** The files in which TypeScript finds an error; only those with errors of syntax, if there are any: then it looks no further. */
function filesWithErrors(folder: string): { files: Set<string>; isSyntax: boolean } {
  const { stdout } = spawnSync(join("node_modules", ".bin", "tsc"), ["-p", folder, "--noEmit", "--pretty", "false"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const found = [...stdout.matchAll(/^(?:.*\/)?(lib\/[^(\n]+)\(\d+,\d+\): error TS(\d+)/gm)];
  const syntax = found.filter(([, , code]) => /^1\d{3}$/.test(code ?? ""));
  const isSyntax = syntax.length > 0;
  return { files: new Set((isSyntax ? syntax : found).map(([, file]) => file ?? "")), isSyntax };
}

/** The files in which the mutants that are written cause errors. Files with errors of syntax are taken back, to see the others. */
function allFilesWithErrors(folder: string, sources: Map<string, string>): Set<string> {
  const all = new Set<string>();
  for (;;) {
    const { files, isSyntax } = filesWithErrors(folder);
    const isNew = [...files].some((file) => !all.has(file));
    for (const file of files) all.add(file);
    if (!isSyntax || !isNew) return all;
    for (const file of files) writeFileSync(join(folder, file), sources.get(file) ?? "");
  }
}

/** One mutant of every file at a time: how often TypeScript runs depends on the file that has most. */
function refusedInRounds(folder: string, sources: Map<string, string>, byFile: Map<string, Mutant[]>): Set<number> {
  const refused = new Set<number>();
  const rounds = Math.max(0, ...[...byFile.values()].map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1) {
    for (const [file, own] of byFile) {
      const mutant = own[round];
      const source = sources.get(file) ?? "";
      if (mutant || own[round - 1]) writeFileSync(join(folder, file), mutant ? mutated(source, mutant) : source);
    }
    const failed = allFilesWithErrors(folder, sources);
    for (const [file, own] of byFile) {
      const mutant = own[round];
      if (mutant && failed.has(file)) refused.add(mutant.id);
    }
  }
  for (const [file, source] of sources) writeFileSync(join(folder, file), source);
  return refused;
}

/**
 * The ids of mutants that TypeScript refuses: `npm run check` fails on them, so no test needs to. A mutant may cause errors in
 * files that import its own, which have mutants at the same time: so every mutant runs twice, beside others, and must be
 * refused both times. The result is saved in `root` for the same product, unless only a part of its mutants was asked about.
 */
export function refusedByTypes(root: string, product: string, mutants: Mutant[], isPartial: boolean): Set<number> {
  const saved = join(root, "types.json");
  if (existsSync(saved)) {
    const before = JSON.parse(readFileSync(saved, "utf8")) as { product: string; refused: number[] };
    if (before.product === product) return new Set(before.refused);
  }
  const folder = join(root, "types");
  rmSync(folder, { recursive: true, force: true });
  cpSync("lib", join(folder, "lib"), { recursive: true });
  // The repository's own file of that name is made by the first build only.
  writeFileSync(join(folder, "next-env.d.ts"), '/// <reference types="next" />\n');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { files: broken } = filesWithErrors(folder);
  if (broken.size > 0) throw new Error(`TypeScript finds errors without a mutant, in ${[...broken].join(", ")}.`);

  const byFile = new Map<string, Mutant[]>();
  for (const mutant of mutants) if (mutant.form !== "sql") byFile.set(mutant.file, [...(byFile.get(mutant.file) ?? []), mutant]);
  const sources = new Map([...byFile.keys()].map((file) => [file, readFileSync(file, "utf8")]));
  const backwards = new Map([...byFile].map(([file, own]) => [file, own.toReversed()]));
  const first = refusedInRounds(folder, sources, byFile);
  const second = refusedInRounds(folder, sources, backwards);
  const refused = [...first].filter((id) => second.has(id));
  if (!isPartial) writeFileSync(saved, JSON.stringify({ product, refused }));
  return new Set(refused);
}
