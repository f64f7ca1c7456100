import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePressing } from "@/components/desk/press/pressing";
import { inSteps } from "@/components/desk/shared/handle-all";
import { type ProblemsChange, usePanelHost } from "@/components/desk/shared/panel-host";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { withAllHandled, withAllReopened, withHandled, withReopened } from "./handled";
import type { ProblemGroup } from "./problem-groups";

const nothing = () => undefined;

type Handling = {
  handle: (problem: OpenProblem) => void;
  handleAll: (group: ProblemGroup) => void;
  reopen: (problem: OpenProblem) => void;
};

/** Marks problems as handled, shown at once; null where nobody can. */
export function useHandled(): Handling | null {
  const t = useTranslations("chat.problems");
  const { setHandled, handleAll, changeProblems, refresh } = usePanelHost();
  const { me } = usePressing();
  if (!setHandled || !changeProblems) return null;

  /** Returns what was saved; undefined when that failed, and the screen is as before. */
  async function save<T>(saving: Promise<T> | undefined, change: ProblemsChange): Promise<T | undefined> {
    const restore = changeProblems?.(change);
    try {
      return await saving;
    } catch (error) {
      restore?.();
      toast.error(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      refresh();
    }
  }

  const reopen = ({ id, ...problem }: OpenProblem) =>
    void save(setHandled?.(id, false), (shown) => withReopened(shown, { id, ...problem }));

  function handle(problem: OpenProblem): void {
    const by = { name: me, at: new Date().toISOString() };
    const saving = save(setHandled?.(problem.id, true), (shown) => withHandled(shown, problem, by));
    const undo = () => void saving.then((isHandled) => isHandled && reopen(problem));
    letUndo(saving, t.rich("handledToast", { event: problem.event, bdi }), undo);
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
    letUndo(saving, t.rich("allHandledToast", { event, count: group.count, bdi }), undo);
  }

  return { handle, handleAll: handleGroup, reopen };
}

/** It comes with the commands, so it is there when a key asks for it. */
function letUndo(saving: Promise<unknown>, text: ReactNode, undo: () => void): void {
  void import("@/components/commands/undo").then(async ({ makeUndoable }) => {
    const withdraw = makeUndoable(text, undo);
    if (!(await saving)) withdraw();
  }, nothing);
}
