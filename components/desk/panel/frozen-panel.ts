import type { Panel } from "@/lib/desk/panel/contract";

/** What of a panel comes and goes by itself. */
export type Moving = Pick<Panel, "problems" | "problemsCount" | "solved" | "hasOlderProblems" | "events" | "nextEvents">;
type FrozenPanel<P> = {
  panel: P;
  /** How many open problems are not shown yet. */
  waiting: number;
  /** Problems that are shown still, although they have ended. */
  ended: ReadonlySet<string>;
};

const none: ReadonlySet<string> = new Set();
const handledIn = ({ solved }: Moving): Set<string> =>
  new Set(solved.flatMap(({ id, closedBy }) => (closedBy.kind === "agent" ? [id] : [])));

/** Nothing is held back. */
export const moving = <P extends Moving>(panel: P): FrozenPanel<P> => ({ panel, waiting: 0, ended: none });

/**
 * The panel with its problems and events in the places where they are. What they say is current; new ones wait, and a problem that an event
 * ended stays. What an agent did, this one usually, shows at once: a handled problem goes, and one that was handled before comes back.
 */
export function frozenPanel<P extends Moving>(shown: P, fresh: P): FrozenPanel<P> {
  const byId = new Map(fresh.problems.map((problem) => [problem.id, problem]));
  const [wereHandled, areHandled] = [handledIn(shown), handledIn(fresh)];
  const staying = shown.problems.filter(({ id }) => byId.has(id) || !areHandled.has(id)).map((problem) => byId.get(problem.id) ?? problem);
  const stayingIds = new Set(staying.map(({ id }) => id));
  const back = fresh.problems.filter(({ id }) => !stayingIds.has(id) && wereHandled.has(id));
  const problems = [...back, ...staying];
  const isChanged = back.length > 0 || staying.length < shown.problems.length;
  // A list of very many is cut: what is not in it may be open.
  const isCut = fresh.problemsCount > fresh.problems.length;
  const { events, nextEvents, hasOlderProblems } = shown;
  return {
    panel: { ...fresh, problems, events, nextEvents, hasOlderProblems, solved: isChanged ? fresh.solved : shown.solved },
    waiting: fresh.problems.filter(({ id }) => !stayingIds.has(id) && !wereHandled.has(id)).length,
    ended: isCut ? none : new Set(staying.flatMap(({ id }) => (byId.has(id) ? [] : [id]))),
  };
}
