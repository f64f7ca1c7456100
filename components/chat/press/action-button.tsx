import { useState } from "react";
import { classes } from "@/components/ui/classes";
import { Spinner } from "@/components/ui/spinner";
import { requiresDialog } from "@/lib/domain/buttons/shared/options";
import type { PanelButton } from "@/lib/domain/panel/contract";
import { ButtonStatus } from "./button-status";
import { PressDialog } from "./press-dialog";
import { type PressedProblem, usePressing } from "./pressing";
import { useCooldown } from "./use-cooldown";
import { usePress } from "./use-press";

type Props = { button: PanelButton; about?: PressedProblem; isWide?: boolean };

/** One press sends one call. While it runs or cools down, every agent sees that and nobody can press again. */
export function ActionButton({ button, about, isWide = false }: Props) {
  const { me, running } = usePressing();
  const { press, reset, isPending, error, submittedAt } = usePress(button.id, about?.id);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cooldown = useCooldown(button.cooldown);
  const call = running.find(({ buttonId }) => buttonId === button.id);
  const isRunning = isPending || call !== undefined;
  const pressedBy = call && call.agentName !== me ? call.agentName : undefined;

  function changeOpen(open: boolean) {
    if (open) reset();
    setDialogOpen(open);
  }

  return (
    <div className={isWide ? undefined : "max-w-full"}>
      <button
        type="button"
        disabled={isRunning || cooldown !== undefined}
        aria-busy={isRunning || undefined}
        onClick={() => (requiresDialog(button) ? changeOpen(true) : press())}
        className={classes(
          "flex pointer-coarse:min-h-11 items-center gap-2 rounded-md border bg-surface text-left font-medium disabled:cursor-default disabled:border-line disabled:text-soft",
          isWide ? "min-h-[38px] w-full px-3 py-2" : "min-h-8 max-w-full px-2.5 py-1.5",
          button.danger
            ? "border-problem-line text-problem enabled:hover:border-problem"
            : "border-line text-text enabled:hover:border-accent",
        )}
      >
        {isRunning && <Spinner />}
        <ButtonStatus
          button={button}
          running={isRunning ? (call ?? { state: "sending", startedAt: new Date(submittedAt).toISOString() }) : undefined}
          pressedBy={pressedBy}
          cooldown={cooldown}
        />
      </button>
      {error && !isRunning && !isDialogOpen && (
        <p role="alert" className="mt-1 text-problem text-xs">
          {error.message}
        </p>
      )}
      {requiresDialog(button) && (
        <PressDialog
          button={button}
          about={about}
          open={isDialogOpen}
          onOpenChange={changeOpen}
          busy={isPending}
          error={error?.message}
          onPress={(pressed) => press(pressed, () => setDialogOpen(false))}
        />
      )}
    </div>
  );
}
