import type { ReactNode } from "react";
import { makeUndoable } from "@/components/commands/undo";
import { inSteps } from "@/components/desk/shared/handle-all";
import type { PanelHost, ProblemsChange } from "@/components/desk/shared/panel-host";
import { toast } from "@/components/ui/toast";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { withAllHandled, withAllReopened, withHandled, withReopened } from "./handled";
import type { ProblemGroup } from "./problem-groups";

type Host = Pick<PanelHost, "handleAll" | "inOrder" | "refresh"> & Required<Pick<PanelHost, "setHandled" | "changeProblems">>;
/** The member who presses, and what is said of a press. */
type Agent = { me: string; handledText: (event: string) => ReactNode; allHandledText: (event: string, count: number) => ReactNode };

export type Handling = {
  handle: (problem: OpenProblem) => void;
  handleAll: (group: ProblemGroup) => void;
  reopen: (problem: OpenProblem) => void;
};

/** What a press on "Handled" does: the screen shows it at once, and it can be taken back. */
export function handlerOf(
  { setHandled, handleAll, inOrder, changeProblems, refresh }: Host,
  { me, handledText, allHandledText }: Agent,
): Handling {
  /** Returns what was saved; undefined when that failed, and the screen is as before. */
  async function save<T>(job: () => Promise<T>, change: ProblemsChange): Promise<T | undefined> {
    const end = changeProblems(change);
    try {
      const saved = await inOrder(job);
      end(true);
      return saved;
    } catch (error) {
      end(false);
      toast.error(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      refresh();
    }
  }

  const reopen = (problem: OpenProblem) =>
    void save(
      () => setHandled(problem.id, false),
      (shown) => withReopened(shown, problem),
    );

  function handle(problem: OpenProblem): void {
    const by = { name: me, at: new Date().toISOString() };
    const saving = save(
      () => setHandled(problem.id, true),
      (shown) => withHandled(shown, problem, by),
    );
    // What failed is open still.
    const back = async () => (await saving) && setHandled(problem.id, false);
    void letUndo(saving, handledText(problem.event), () => void save(back, (shown) => withReopened(shown, problem)));
  }

  /** All problems of a name, as one press that is taken back as one. */
  function handleGroup(group: ProblemGroup): void {
    if (!handleAll) return;
    const { event } = group.newest;
    const take = (press: { handled: boolean; at?: string }) => inSteps(handleAll, { event, ...press });
    const by = { name: me, at: new Date().toISOString() };
    const saving = save(
      () => take({ handled: true }),
      (shown) => withAllHandled(shown, group, by),
    );
    async function back() {
      const press = await saving;
      if (press) await take({ handled: false, at: press.at });
    }
    void letUndo(saving, allHandledText(event, group.count), () => void save(back, (shown) => withAllReopened(shown, group)));
  }

  return { handle, handleAll: handleGroup, reopen };
}

async function letUndo(saving: Promise<unknown>, text: ReactNode, undo: () => void): Promise<void> {
  const withdraw = makeUndoable(text, undo);
  if (!(await saving)) withdraw();
}
