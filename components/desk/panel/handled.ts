import type { ShownProblems } from "@/components/desk/shared/panel-host";
import type { OpenProblem, SolvedProblem } from "@/lib/desk/panel/contract";

/** The panel once an agent has handled a problem. */
export function withHandled<P extends ShownProblems>(
  panel: P,
  { firstAt: _, cameBack: __, ...problem }: OpenProblem,
  by: { name: string; at: string },
): P {
  if (!panel.problems.some(({ id }) => id === problem.id)) return panel;
  const solved: SolvedProblem = { ...problem, closedAt: by.at, closedBy: { kind: "agent", name: by.name } };
  return {
    ...panel,
    problems: panel.problems.filter(({ id }) => id !== problem.id),
    problemsCount: panel.problemsCount - 1,
    solved: [solved, ...panel.solved],
  };
}

/** The panel once that is taken back. */
export function withReopened<P extends ShownProblems>(panel: P, problem: OpenProblem): P {
  if (panel.problems.some(({ id }) => id === problem.id)) return panel;
  return {
    ...panel,
    problems: [...panel.problems, problem].sort((a, b) => b.lastAt.localeCompare(a.lastAt)),
    problemsCount: panel.problemsCount + 1,
    solved: panel.solved.filter(({ id }) => id !== problem.id),
  };
}

/** As it was before, as far as a solved problem still says. The next panel has all of it. */
export const reopened = ({ closedAt: _, closedBy: __, ...problem }: SolvedProblem): OpenProblem => ({
  ...problem,
  firstAt: problem.lastAt,
  cameBack: false,
});
