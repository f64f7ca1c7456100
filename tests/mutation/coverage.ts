import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { maxMegabytes, type Setup, startRunner } from "./pool";

/** The mutants that a test reaches, and its duration; `problem` says why the test cannot be used. */
export type Coverage = { title: string; ms: number; reached: number[]; problem?: string };

/** To wait for a test takes less of the processor than a new process, which loads all tests. */
const limitMs = 45_000;

type Saved = (titles: readonly string[], measured: readonly (Coverage | undefined)[]) => void;

/** Runs the tests of these files once without a mutant, and saves what each reaches, from time to time and at the end. */
async function measure(setup: Setup, workers: number, print: (text: string) => void, save: Saved): Promise<void> {
  const coverages: Coverage[] = [];
  let next = 0;
  async function runTests(): Promise<void> {
    let runner = await startRunner(setup, { MUTATION_COVERAGE: "1" });
    if (coverages.length === 0) for (const file of runner.unreadable) print(`  left out: ${file}`);
    for (let index = next++; index < runner.titles.length; index = next++) {
      const order = { tests: [index], limitsMs: [limitMs], mutant: -1, isFresh: true, budgetMs: 0 };
      const ran = await runner.runTests(order, limitMs * 2);
      const reached = [...new Set([...(ran?.reached ?? []), ...runner.takeReached()])];
      const problem = ran?.outcome === "survived" ? undefined : (ran?.error ?? "takes too long");
      coverages[index] = {
        title: runner.titles[index] ?? "",
        ms: ran?.ms ?? limitMs,
        reached,
        ...(problem === undefined ? {} : { problem }),
      };
      if (index % 100 === 99) {
        print(`… ${index + 1} of ${runner.titles.length}`);
        save(runner.titles, coverages);
      }
      if (ran && ran.outcome !== "late" && ran.megabytes < maxMegabytes) continue;
      await runner.end();
      runner = await startRunner(setup, { MUTATION_COVERAGE: "1" });
    }
    save(runner.titles, coverages);
    await runner.end();
  }
  await Promise.all(Array.from({ length: workers }, runTests));
}

type SavedCoverage = Record<string, { mark: string; reaches: Coverage[] }>;

/**
 * What every test reaches. Only files that changed since the last run are run again; the rest is read from the saved coverage, which has the
 * finished files of a run that was ended, too.
 */
export async function coverage(
  setup: Setup,
  markOf: (file: string) => string,
  workers: number,
  print: (text: string) => void,
): Promise<Coverage[]> {
  const path = join(setup.root, setup.isOnPostgres ? "coverage-postgres.json" : "coverage.json");
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as SavedCoverage) : {};
  const marks = new Map(setup.tests.map((file) => [file, markOf(file)]));
  const changed = setup.tests.filter((file) => before[file]?.mark !== marks.get(file));
  const now: SavedCoverage = {};
  for (const [file, saved] of Object.entries(before)) if (marks.get(file) === saved.mark) now[file] = saved;

  function save(titles: readonly string[], measured: readonly (Coverage | undefined)[]): void {
    for (const file of changed) {
      const reaches = titles.flatMap((title, at) => (title.startsWith(`${file}: `) ? [measured[at]] : []));
      if (reaches.every((one) => one !== undefined)) now[file] = { mark: marks.get(file) ?? "", reaches };
    }
    writeFileSync(path, JSON.stringify(now));
  }

  if (changed.length > 0) await measure({ ...setup, tests: changed }, workers, print, save);
  return setup.tests.flatMap((file) => now[file]?.reaches ?? []);
}
