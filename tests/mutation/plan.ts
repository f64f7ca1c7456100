import type { Reach } from "./coverage";
import type { Mutant } from "./mutants";

export type Candidate = { test: number; ms: number };

/** Which tests may notice a mutant, the likeliest and cheapest first. */
export class Plan {
  private readonly reachedBy = new Map<number, number[]>();
  private readonly kills = new Map<string, number>();

  constructor(
    private readonly reaches: Reach[],
    private readonly mutants: Mutant[],
    slowestMs: number,
  ) {
    for (const [test, { reached, flaw, ms }] of reaches.entries()) {
      if (flaw !== undefined || ms > slowestMs) continue;
      for (const id of reached) this.reachedBy.set(id, [...(this.reachedBy.get(id) ?? []), test]);
    }
  }

  candidates(mutant: Mutant): Candidate[] {
    return (this.isFresh(mutant) ? this.near(mutant) : (this.reachedBy.get(mutant.id) ?? []))
      .map((test) => ({ test, ms: this.reaches[test]?.ms ?? 0, worth: this.worth(mutant, test) }))
      .sort((a, b) => b.worth - a.worth);
  }

  /** What is worked out when the module is loaded is not seen by a process that runs. */
  isFresh(mutant: Mutant): boolean {
    return mutant.isStatic && mutant.form !== "sql";
  }

  killed(mutant: Mutant, test: number): void {
    for (const place of placesOf(mutant)) this.kills.set(`${place} ${test}`, (this.kills.get(`${place} ${test}`) ?? 0) + 1);
  }

  /** Kills close by count most; then what a test costs, and how much else it reaches, because such a test looks at nothing in particular. */
  private worth(mutant: Mutant, test: number): number {
    const [inFunction, inFile] = placesOf(mutant).map((place) => Math.min(this.kills.get(`${place} ${test}`) ?? 0, 5));
    const { ms, reached, title } = this.reaches[test] as Reach;
    const noun = mutant.file.split("/").at(-2)?.replace(/s$/, "") ?? "";
    const byName = new RegExp(`/${noun}`).test(title) ? 4 : 1;
    return ((1 + 20 * (inFunction ?? 0) + 5 * (inFile ?? 0)) * byName) / ((ms + 20) * (reached.length + 20));
  }

  /** The tests that reach anything of its file, or of its folder. */
  private near({ file }: Mutant): number[] {
    for (const around of [file, file.slice(0, file.lastIndexOf("/"))]) {
      const ids = this.mutants.filter((other) => other.file.startsWith(around)).map(({ id }) => id);
      const found = new Set(ids.flatMap((id) => this.reachedBy.get(id) ?? []));
      if (found.size > 0) return [...found];
    }
    return [];
  }
}

const placesOf = ({ file, within }: Mutant) => [`${file} ${within}`, file];
