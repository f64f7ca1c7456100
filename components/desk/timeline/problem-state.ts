import type { ClosedBy } from "@/lib/context/events/contract";
import { referenceOf } from "@/lib/context/events/shared/like";
import type { Panel } from "@/lib/desk/panel/contract";

type Problem = {
  event: string;
  properties: Parameters<typeof referenceOf>[0];
  occurredAt: string;
  /** What the card knew when it was read. */
  closed: Closing | null;
};
export type Closing = { at: string; by: ClosedBy };
type ProblemState = { isOpen: true } | { isOpen: false; closing: Closing | null };
export type OpenProblems = Pick<Panel, "problems" | "problemsCount" | "solved">;

const open: ProblemState = { isOpen: true };
const notBefore = (time: string, other: string): boolean => Date.parse(time) >= Date.parse(other);

/**
 * Whether a problem on a card is open now. The panel knows better than the card, which was read once; but it lists only some of very
 * many problems, and it may be older than a card that has just arrived (`isNewer`).
 */
export function problemStateOf(problem: Problem, panel: OpenProblems, { isNewer = false } = {}): ProblemState {
  const { event, properties, occurredAt, closed } = problem;
  const reference = referenceOf(properties);
  const isSame = (other: { event: string; reference: string | null }) => other.event === event && other.reference === reference;
  if (panel.problems.some((other) => isSame(other) && notBefore(occurredAt, other.firstAt))) return open;
  // The panel has the last one that was closed first: of several, the earliest ended this one.
  const solved = panel.solved.findLast((other) => isSame(other) && notBefore(other.closedAt, occurredAt));
  if (solved) return { isOpen: false, closing: { at: solved.closedAt, by: solved.closedBy } };
  if (closed) return { isOpen: false, closing: closed };
  const isListCut = panel.problemsCount > panel.problems.length;
  return isListCut || isNewer ? open : { isOpen: false, closing: null };
}

/** Like problems are open while one of them is; what ended the newest ended them all. */
export function problemStateOfAll(problems: readonly Problem[], panel: OpenProblems, options: { isNewer?: boolean } = {}): ProblemState {
  let last: ProblemState = { isOpen: false, closing: null };
  for (const problem of problems) {
    last = problemStateOf(problem, panel, options);
    if (last.isOpen) return last;
  }
  return last;
}
