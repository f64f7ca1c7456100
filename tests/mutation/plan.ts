import type { Coverage } from "./coverage";
import type { Mutant } from "./mutants";

export type Candidate = { test: number; ms: number };

/** The tests that may kill a mutant, the likeliest and cheapest first. */
export class Plan {
  private readonly reachedBy = new Map<number, number[]>();
  private readonly kills = new Map<string, number>();

  constructor(
    private readonly coverages: Coverage[],
    private readonly mutants: Mutant[],
    slowestMs: number,
    /** By the mark of a mutant: a part of the file or title of a test that should notice it. */
    private readonly hints: ReadonlyMap<string, string> = new Map(),
  ) {
    for (const [test, { reached, problem, ms }] of coverages.entries()) {
      if (problem !== undefined || ms > slowestMs) continue;
      for (const id of reached) this.reachedBy.set(id, [...(this.reachedBy.get(id) ?? []), test]);
    }
  }

  candidates(mutant: Mutant): Candidate[] {
    return (this.isFresh(mutant) ? this.testsNear(mutant) : (this.reachedBy.get(mutant.id) ?? []))
      .map((test) => ({ test, ms: this.coverages[test]?.ms ?? 0, worth: this.worth(mutant, test) }))
      .sort((a, b) => b.worth - a.worth);
  }

  /** Code that runs when a module is loaded needs a fresh process, because a running one has loaded it already. */
  isFresh(mutant: Mutant): boolean {
    return mutant.isStatic && mutant.form !== "sql";
  }

  recordKill(mutant: Mutant, test: number): void {
    for (const scope of scopesOf(mutant)) this.kills.set(`${scope} ${test}`, (this.kills.get(`${scope} ${test}`) ?? 0) + 1);
  }

  /** A hint comes first. Kills in the same function or file count most; then a short duration, and a narrow reach: a broad test checks little of each. */
  private worth(mutant: Mutant, test: number): number {
    const [inFunction, inFile] = scopesOf(mutant).map((scope) => Math.min(this.kills.get(`${scope} ${test}`) ?? 0, 5));
    const { ms, reached, title } = this.coverages[test] as Coverage;
    const noun = mutant.file.split("/").at(-2)?.replace(/s$/, "") ?? "";
    const byName = new RegExp(`/${noun}`).test(title) ? 4 : 1;
    const hint = this.hints.get(mutant.mark);
    if (hint && title.includes(hint)) return Number.MAX_VALUE / (ms + 20);
    return ((1 + 20 * (inFunction ?? 0) + 5 * (inFile ?? 0)) * byName) / ((ms + 20) * (reached.length + 20));
  }

  /** The tests that reach any mutant of its file, or else of its folder. */
  private testsNear({ file }: Mutant): number[] {
    for (const around of [file, file.slice(0, file.lastIndexOf("/"))]) {
      const ids = this.mutants.filter((other) => other.file.startsWith(around)).map(({ id }) => id);
      const found = new Set(ids.flatMap((id) => this.reachedBy.get(id) ?? []));
      if (found.size > 0) return [...found];
    }
    return [];
  }
}

const scopesOf = ({ file, within }: Mutant) => [`${file} ${within}`, file];
