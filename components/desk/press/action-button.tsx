import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useKeysEnabled } from "@/components/commands/keys-setting";
import { useCommands } from "@/components/commands/use-commands";
import { useNow } from "@/components/time/use-now";
import { classes } from "@/components/ui/classes";
import { Spinner } from "@/components/ui/spinner";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import { requiresDialog } from "@/lib/actions/buttons/shared/requires-dialog";
import type { PanelButton } from "@/lib/desk/panel/contract";
import { elapsedText, remainingText } from "@/lib/kernel/durations";
import { ButtonStatus } from "./button-status";
import { lastOutcomeOf } from "./last-outcome";
import { type PressedProblem, usePressing } from "./pressing";
import { usePress } from "./use-press";

const pressDialog = loader(() => import("./press-dialog").then(({ PressDialog }) => PressDialog));

type Props = {
  button: PanelButton;
  about?: PressedProblem;
  /** Beside the chat: with the last outcome, and a position from 1 in the list, whose key presses it. */
  position?: number;
  hasKeys?: boolean;
};

/** The places that a key of one digit can name. */
const maxKey = 9;

/** One press sends one call. While it runs or cools down, every agent sees that and nobody can press again. */
export function ActionButton({ button, about, position, hasKeys = false }: Props) {
  const { me, running, outcomes } = usePressing();
  const { press, reset, isPending, error, submittedAt } = usePress(button.id, about?.id);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cooldown = useCooldown(button.cooldown);
  const keysEnabled = useKeysEnabled();
  const call = running.find(({ buttonId }) => buttonId === button.id);
  const isRunning = isPending || call !== undefined;
  const pressedBy = call && call.agentName !== me ? call.agentName : undefined;
  const isWide = position !== undefined;
  const isDisabled = isRunning || cooldown !== undefined;
  const digit = hasKeys && isWide && position <= maxKey ? position : undefined;

  function changeOpen(open: boolean) {
    if (open) reset();
    setDialogOpen(open);
  }
  const isAsking = requiresDialog(button);
  const PressDialog = useOpened(isAsking ? pressDialog : undefined, isDialogOpen, () => setDialogOpen(false));
  const activate = () => (isAsking ? changeOpen(true) : press());

  useCommands(
    hasKeys
      ? [
          {
            id: `action.${button.id}`,
            label: button.label,
            group: "actions",
            run: activate,
            isDisabled,
            ...(digit !== undefined && { keys: `a ${digit}` }),
          },
        ]
      : [],
  );

  return (
    // A cooldown's text needs the whole width: in half of it the button would grow while it cools down.
    <div className={isWide ? classes("min-w-0", button.coolDownSeconds > 0 && "col-span-2") : "max-w-full"}>
      <button
        type="button"
        // Not `disabled`: whoever pressed it by the keyboard keeps the focus.
        aria-disabled={isDisabled || undefined}
        aria-busy={isRunning || undefined}
        onClick={isDisabled ? undefined : activate}
        className={classes(
          "flex pointer-coarse:min-h-11 items-center gap-2 rounded-md border bg-surface text-start font-medium aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-soft",
          isWide ? "h-full min-h-[38px] w-full px-2.5 py-[7px] text-sm" : "min-h-8 max-w-full px-2.5 py-1.5 text-sm",
          button.danger
            ? "border-problem-line text-problem not-aria-disabled:hover:border-problem"
            : "border-line text-text not-aria-disabled:hover:border-accent",
        )}
      >
        {isRunning && <Spinner />}
        <ButtonStatus
          button={button}
          running={isRunning ? (call ?? { state: "sending", startedAt: new Date(submittedAt).toISOString() }) : undefined}
          pressedBy={pressedBy}
          cooldown={cooldown}
          outcome={isWide ? lastOutcomeOf(outcomes, button.id) : undefined}
        />
        {digit !== undefined && keysEnabled && (
          <span aria-hidden className="ms-auto pointer-coarse:hidden flex-none self-start font-normal text-soft text-xs/5">
            {digit}
          </span>
        )}
      </button>
      {error && !isRunning && !isDialogOpen && (
        <p role="alert" className="mt-1 text-problem text-xs">
          {error.message}
        </p>
      )}
      {isAsking && PressDialog && (
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

type Cooldown = NonNullable<PanelButton["cooldown"]>;

/** "Ana pressed this 20 s ago · again in 40 s", counted by the browser's clock from the fetch; undefined once it is over. */
function useCooldown(cooldown: Cooldown | null): string | undefined {
  const t = useTranslations("chat.button");
  const locale = useLocale();
  const [received, setReceived] = useState({ cooldown, at: Date.now() });
  if (received.cooldown !== cooldown) setReceived({ cooldown, at: Date.now() });
  const [ended, setEnded] = useState<Cooldown>();
  const now = useNow(cooldown && ended !== cooldown ? 500 : null) ?? received.at;
  if (!cooldown || ended === cooldown) return undefined;

  // The server's clock may differ, so only durations are used from it.
  const remainingMs = received.at + cooldown.remainingMs - Math.max(now, received.at);
  if (remainingMs <= 0) {
    if (ended !== cooldown) setEnded(cooldown);
    return undefined;
  }
  const durationMs = Date.parse(cooldown.endsAt) - Date.parse(cooldown.pressedAt);
  const [passed, left] = [elapsedText(durationMs - remainingMs, locale), remainingText(remainingMs, locale)];
  return t("cooling", { name: cooldown.agentName, passed, left });
}
