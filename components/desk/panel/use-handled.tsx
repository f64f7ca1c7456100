import { useTranslations } from "next-intl";
import { usePressing } from "@/components/desk/press/pressing";
import { type ProblemsChange, usePanelHost } from "@/components/desk/shared/panel-host";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { withHandled, withReopened } from "./handled";

const undoMs = 8_000;

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

  async function handle(problem: OpenProblem) {
    const by = { name: me, at: new Date().toISOString() };
    if (!(await save(problem.id, true, (shown) => withHandled(shown, problem, by)))) return;
    toast(t.rich("handledToast", { event: problem.event, bdi }), {
      duration: undoMs,
      action: { label: t("undo"), onClick: () => reopen(problem) },
    });
  }

  return { handle: (problem) => void handle(problem), reopen };
}
