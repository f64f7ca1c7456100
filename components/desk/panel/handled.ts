import type { ShownProblems } from "@/components/desk/shared/panel-host";
import type { OpenProblem, SolvedProblem } from "@/lib/desk/panel/contract";
import { groupsOf, type ProblemGroup } from "./problem-groups";

/** The panel once an agent has handled a problem. */
export function withHandled<P extends ShownProblems>(panel: P, problem: OpenProblem, by: By): P {
  if (!panel.problems.some(({ id }) => id === problem.id)) return panel;
  return {
    ...panel,
    problems: counted(
      panel.problems.filter(({ id }) => id !== problem.id),
      problem.event,
      -1,
    ),
    problemsCount: panel.problemsCount - 1,
    solved: [solvedBy(problem, by), ...panel.solved],
  };
}

type By = { name: string; at: string };

const solvedBy = ({ firstAt: _, cameBack: __, ofName: ___, ...problem }: OpenProblem, by: By): SolvedProblem => ({
  ...problem,
  closedAt: by.at,
  closedBy: { kind: "agent", name: by.name },
});

/** With another number of problems of a name. */
const counted = (problems: readonly OpenProblem[], event: string, change: number): OpenProblem[] =>
  problems.map((one) => (one.event === event && one.ofName !== undefined ? { ...one, ofName: one.ofName + change } : one));

/** The most solved problems that a panel has. */
const maxSolved = 20;

/** The panel once an agent has handled all problems of a name. */
export function withAllHandled<P extends ShownProblems>(panel: P, { newest: { event } }: ProblemGroup, by: By): P {
  const own = groupsOf(panel.problems).find(({ newest }) => newest.event === event);
  // A panel that was read meanwhile may have none of them any more.
  if (!own) return panel;
  return {
    ...panel,
    problems: panel.problems.filter((one) => one.event !== event),
    problemsCount: Math.max(0, panel.problemsCount - own.count),
    solved: [...own.problems.map((problem) => solvedBy(problem, by)), ...panel.solved].slice(0, Math.max(maxSolved, panel.solved.length)),
  };
}

/** The panel once that is taken back. */
export function withAllReopened<P extends ShownProblems>(panel: P, { problems, count }: ProblemGroup): P {
  const ids = new Set(problems.map(({ id }) => id));
  if (panel.problems.some(({ id }) => ids.has(id))) return panel;
  return {
    ...panel,
    problems: [...panel.problems, ...problems].sort((a, b) => b.lastAt.localeCompare(a.lastAt)),
    problemsCount: panel.problemsCount + count,
    solved: panel.solved.filter(({ id }) => !ids.has(id)),
  };
}

/** The panel once that is taken back. */
export function withReopened<P extends ShownProblems>(panel: P, problem: OpenProblem): P {
  if (panel.problems.some(({ id }) => id === problem.id)) return panel;
  return {
    ...panel,
    problems: [...counted(panel.problems, problem.event, 1), problem].sort((a, b) => b.lastAt.localeCompare(a.lastAt)),
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
