import type { Mutant } from "./mutants";
import type { Candidate, Plan } from "./plan";
import { maxMegabytes, type Ran, type Runner, type Setup, startRunner } from "./pool";
import type { Result } from "./results";

const minMs = 5_000;
/** A test that was late is tried once more with this time: the first one of a process also waits for what it loads. */
const retryTimeoutMs = 45_000;
const limitOf = ({ ms }: Candidate, minLimitMs: number) => Math.max(minLimitMs, ms * 5);

type Tests = { candidates: Candidate[]; minLimitMs: number; isFresh: boolean };

/** Examines mutants one after the other, in one process as long as no mutant left something behind. */
export class Examiner {
  private runner: Runner | undefined;

  constructor(
    private readonly setup: Setup,
    private readonly plan: Plan,
    /** How long the tests of one mutant may take. */
    private readonly budgetMs: number,
  ) {}

  async examine(mutant: Mutant): Promise<Result> {
    const candidates = this.plan.candidates(mutant);
    const of = candidates.length;
    if (of === 0) return { mutant, outcome: "not reached", ran: 0, of };
    const first = await this.run(mutant, candidates);
    const ran = first?.outcome === "late" ? await this.run(mutant, candidates, retryTimeoutMs) : first;
    // With the mutant a module cannot be loaded, or the process hangs or ends.
    if (!ran) return { mutant, outcome: "timed out", ran: 0, of };
    const by = ran.by === undefined ? undefined : this.titles[ran.by];
    if (ran.by !== undefined) this.plan.recordKill(mutant, ran.by);
    const outcome = ran.outcome === "survived" ? "survived" : ran.outcome === "late" ? "timed out" : "killed";
    return { mutant, outcome, ran: ran.ran, of, ...(by ? { by } : {}), ...(ran.error ? { error: ran.error } : {}) };
  }

  async end(): Promise<void> {
    await this.runner?.end();
    this.runner = undefined;
  }

  private titles: string[] = [];

  private async run(mutant: Mutant, candidates: Candidate[], minLimitMs = minMs): Promise<Ran | undefined> {
    if (this.plan.isFresh(mutant)) return this.runFresh(mutant, candidates, minLimitMs);
    this.runner ??= await startRunner(this.setup);
    const ran = await this.runWith(this.runner, mutant, { candidates, minLimitMs, isFresh: false });
    if (ran && ran.megabytes < maxMegabytes && (ran.outcome === "killed" || ran.outcome === "survived")) return ran;
    // State left behind by a mutant, or a test that has not ended, must not affect the next one.
    await this.end();
    return ran?.outcome === "dirty" ? this.runFresh(mutant, candidates, minLimitMs) : ran;
  }

  private async runFresh(mutant: Mutant, candidates: Candidate[], minLimitMs: number): Promise<Ran | undefined> {
    let runner: Runner;
    try {
      runner = await startRunner(this.setup, { MUTANT: String(mutant.id) });
    } catch {
      return undefined;
    }
    const ran = await this.runWith(runner, mutant, { candidates, minLimitMs, isFresh: true });
    await runner.end();
    return ran;
  }

  private runWith(runner: Runner, { id }: Mutant, { candidates, minLimitMs, isFresh }: Tests): Promise<Ran | undefined> {
    this.titles = runner.titles;
    const limitsMs = candidates.map((candidate) => limitOf(candidate, minLimitMs));
    const order = { tests: candidates.map(({ test }) => test), limitsMs, mutant: id, isFresh, budgetMs: this.budgetMs };
    return runner.runTests(order, this.budgetMs + Math.max(...limitsMs) * 2 + minMs);
  }
}
