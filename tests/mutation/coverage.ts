import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type House, mostMegabytes, startRunner } from "./pool";

/** What a test reaches, and how long it takes; `flaw` says why it is of no use here. */
export type Reach = { title: string; ms: number; reached: number[]; flaw?: string };

const limitMs = 15_000;

/** Runs the tests of these files once without a mutant, and says what each reaches. */
async function measure(house: House, workers: number, say: (text: string) => void): Promise<Reach[]> {
  const reaches: Reach[] = [];
  let next = 0;
  async function work(): Promise<void> {
    let runner = await startRunner(house, { MUTATION_COVERAGE: "1" });
    if (reaches.length === 0) for (const file of runner.unreadable) say(`  left out: ${file}`);
    for (let index = next++; index < runner.titles.length; index = next++) {
      const order = { tests: [index], limitsMs: [limitMs], mutant: -1, isFresh: true, budgetMs: 0 };
      const ran = await runner.carryOut(order, limitMs * 4);
      const reached = [...new Set([...(ran?.reached ?? []), ...runner.written()])];
      const flaw = ran?.outcome === "survived" ? undefined : (ran?.error ?? "takes too long");
      reaches[index] = { title: runner.titles[index] ?? "", ms: ran?.ms ?? limitMs, reached, ...(flaw === undefined ? {} : { flaw }) };
      if (index % 100 === 99) say(`… ${index + 1} of ${runner.titles.length}`);
      if (ran && ran.outcome !== "late" && ran.megabytes < mostMegabytes) continue;
      await runner.end();
      runner = await startRunner(house, { MUTATION_COVERAGE: "1" });
    }
    await runner.end();
  }
  await Promise.all(Array.from({ length: workers }, work));
  return reaches;
}

type Kept = Record<string, { mark: string; reaches: Reach[] }>;

/** What every test reaches; only files that have changed since the last time are run for it. */
export async function coverage(
  house: House,
  markOf: (file: string) => string,
  workers: number,
  say: (text: string) => void,
): Promise<Reach[]> {
  const path = join(house.root, house.isOnPostgres ? "coverage-postgres.json" : "coverage.json");
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Kept) : {};
  const marks = new Map(house.tests.map((file) => [file, markOf(file)]));
  const changed = house.tests.filter((file) => before[file]?.mark !== marks.get(file));
  const measured = changed.length > 0 ? await measure({ ...house, tests: changed }, workers, say) : [];
  const now: Kept = {};
  for (const file of house.tests) {
    const reaches = changed.includes(file) ? measured.filter(({ title }) => title.startsWith(`${file}: `)) : (before[file]?.reaches ?? []);
    now[file] = { mark: marks.get(file) ?? "", reaches };
  }
  writeFileSync(path, JSON.stringify(now));
  return house.tests.flatMap((file) => now[file]?.reaches ?? []);
}
