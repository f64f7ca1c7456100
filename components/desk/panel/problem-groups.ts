import type { OpenProblem } from "@/lib/desk/panel/contract";

/** Open problems of one name, the newest first: one with its own card, or several in one. `count`: also those that are not shown. */
export type ProblemGroup = { newest: OpenProblem; problems: readonly OpenProblem[]; count: number };

/** The problems by name, in the order of the newest of each. */
export function groupsOf(problems: readonly OpenProblem[]): ProblemGroup[] {
  const byName = new Map<string, [OpenProblem, ...OpenProblem[]]>();
  for (const problem of problems) {
    const known = byName.get(problem.event);
    if (known) known.push(problem);
    else byName.set(problem.event, [problem]);
  }
  return [...byName.values()].map((own) => ({ newest: own[0], problems: own, count: Math.max(own.length, own[0].ofName ?? 1) }));
}
