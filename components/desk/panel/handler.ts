import type { ReactNode } from "react";
import { makeUndoable } from "@/components/commands/undo";
import { inSteps } from "@/components/desk/shared/handle-all";
import type { PanelHost, ProblemsChange } from "@/components/desk/shared/panel-host";
import { toast } from "@/components/ui/toast";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { withAllHandled, withAllReopened, withHandled, withReopened } from "./handled";
import type { ProblemGroup } from "./problem-groups";

type Host = Pick<PanelHost, "handleAll" | "refresh"> & Required<Pick<PanelHost, "setHandled" | "changeProblems">>;
/** The member who presses, and what is said of a press. */
type Agent = { me: string; handledText: (event: string) => ReactNode; allHandledText: (event: string, count: number) => ReactNode };

export type Handling = {
  handle: (problem: OpenProblem) => void;
  handleAll: (group: ProblemGroup) => void;
  reopen: (problem: OpenProblem) => void;
};

/** What a press on "Handled" does: the screen shows it at once, and it can be taken back. */
export function handlerOf({ setHandled, handleAll, changeProblems, refresh }: Host, { me, handledText, allHandledText }: Agent): Handling {
  /** Returns what was saved; undefined when that failed, and the screen is as before. */
  async function save<T>(saving: Promise<T>, change: ProblemsChange): Promise<T | undefined> {
    const restore = changeProblems(change);
    try {
      return await saving;
    } catch (error) {
      restore();
      toast.error(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      refresh();
    }
  }

  const reopen = (problem: OpenProblem) => void save(setHandled(problem.id, false), (shown) => withReopened(shown, problem));

  function handle(problem: OpenProblem): void {
    const by = { name: me, at: new Date().toISOString() };
    const saving = save(setHandled(problem.id, true), (shown) => withHandled(shown, problem, by));
    const undo = () => void saving.then((isHandled) => isHandled && reopen(problem));
    void letUndo(saving, handledText(problem.event), undo);
  }

  /** All problems of a name, as one press that is taken back as one. */
  function handleGroup(group: ProblemGroup): void {
    if (!handleAll) return;
    const by = { name: me, at: new Date().toISOString() };
    const { event } = group.newest;
    const saving = save(inSteps(handleAll, { handled: true, event }), (shown) => withAllHandled(shown, group, by));
    const undo = () =>
      void saving.then((press) => {
        if (press) void save(inSteps(handleAll, { handled: false, event, at: press.at }), (shown) => withAllReopened(shown, group));
      });
    void letUndo(saving, allHandledText(event, group.count), undo);
  }

  return { handle, handleAll: handleGroup, reopen };
}

async function letUndo(saving: Promise<unknown>, text: ReactNode, undo: () => void): Promise<void> {
  const withdraw = makeUndoable(text, undo);
  if (!(await saving)) withdraw();
}
