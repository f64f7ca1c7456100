import { useTranslations } from "next-intl";
import { usePressing } from "@/components/desk/press/pressing";
import { type ProblemsChange, usePanelHost } from "@/components/desk/shared/panel-host";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { withHandled, withReopened } from "./handled";

const nothing = () => undefined;

type Handling = { handle: (problem: OpenProblem) => void; reopen: (problem: OpenProblem) => void };

/** Marks problems as handled, shown at once; null where nobody can. */
export function useHandled(): Handling | null {
  const t = useTranslations("chat.problems");
  const { setHandled, changeProblems, refresh } = usePanelHost();
  const { me } = usePressing();
  if (!setHandled || !changeProblems) return null;

  async function save(id: string, isHandled: boolean, change: ProblemsChange): Promise<boolean> {
    const restore = changeProblems?.(change);
    try {
      await setHandled?.(id, isHandled);
      return true;
    } catch (error) {
      restore?.();
      toast.error(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      refresh();
    }
  }

  const reopen = (problem: OpenProblem) => void save(problem.id, false, (shown) => withReopened(shown, problem));

  function handle(problem: OpenProblem): void {
    const by = { name: me, at: new Date().toISOString() };
    const saving = save(problem.id, true, (shown) => withHandled(shown, problem, by));
    const text = t.rich("handledToast", { event: problem.event, bdi });
    const undo = () => void saving.then((isHandled) => isHandled && reopen(problem));
    // It comes with the commands, so it is there when a key asks for it.
    void import("@/components/commands/undo").then(async ({ makeUndoable }) => {
      const withdraw = makeUndoable(text, undo);
      if (!(await saving)) withdraw();
    }, nothing);
  }

  return { handle, reopen };
}
