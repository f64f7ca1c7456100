import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
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
import { newId } from "@/lib/kernel/ids";
import { ButtonStatus } from "./button-status";
import { lastOutcomeOf } from "./last-outcome";
import { type PressedProblem, usePressing } from "./pressing";
import { usePress } from "./use-press";

const whichDialog = loader(() => import("./which-dialog").then(({ WhichDialog }) => WhichDialog));
const pressDialog = loader(() => import("./press-dialog").then(({ PressDialog }) => PressDialog));

type Props = {
  button: PanelButton;
  about?: PressedProblem;
  /** Where it stands for several problems: a press asks which of them it is about. */
  choices?: readonly PressedProblem[];
  /** Beside the chat: with the last outcome, and a position from 1 in the list, whose key presses it. */
  position?: number;
  hasKeys?: boolean;
};

/** The places that a key of one digit can name. */
const maxKey = 9;

/** One press sends one call. While it runs or cools down, every agent sees that and nobody can press again. */
export function ActionButton({ button, about: own, choices = [], position, hasKeys = false }: Props) {
  const { me, running, outcomes } = usePressing();
  const { press, reset, isPending, error, startedAt } = usePress(button.id, own?.id);
  const [chosen, setChosen] = useState<PressedProblem>();
  const [isChoosing, setChoosing] = useState(false);
  const about = chosen ?? own;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cooldown = useCooldown(button.cooldown, me);
  const keysEnabled = useKeysEnabled();
  const call = running.find(({ buttonId }) => buttonId === button.id);
  const isRunning = isPending || call !== undefined;
  const pressedBy = call && call.agentName !== me ? call.agentName : undefined;
  const isWide = position !== undefined;
  const isDisabled = isRunning || cooldown !== undefined;
  const digit = hasKeys && isWide && position <= maxKey ? position : undefined;
  const keys = digit === undefined ? undefined : `a ${digit}`;
  const hasDigit = keysEnabled && keys !== undefined;
  const [statusId, keyId] = [useId(), useId()];

  function changeOpen(open: boolean) {
    if (open) reset();
    setDialogOpen(open);
  }
  const isAsking = requiresDialog(button);
  const PressDialog = useOpened(isAsking ? pressDialog : undefined, isDialogOpen, () => setDialogOpen(false));
  const WhichDialog = useOpened(choices.length > 1 ? whichDialog : undefined, isChoosing, () => setChoosing(false));
  function go(problem?: PressedProblem) {
    setChoosing(false);
    setChosen(problem);
    if (isAsking) changeOpen(true);
    else void press({ id: newId(), about: problem?.id });
  }
  const activate = () => (choices.length > 1 ? setChoosing(true) : go());

  useCommands(
    hasKeys
      ? [
          {
            id: `action.${button.id}`,
            label: button.label,
            group: "actions",
            run: activate,
            isDisabled,
            ...(keys !== undefined && { keys }),
          },
        ]
      : [],
  );

  const status = (
    <ButtonStatus
      button={button}
      running={isRunning ? (call ?? { state: "sending", startedAt: new Date(startedAt).toISOString() }) : undefined}
      pressedBy={pressedBy}
      cooldown={cooldown}
      outcome={isWide ? lastOutcomeOf(outcomes, button.id) : undefined}
      isWide={isWide}
      id={statusId}
    />
  );

  return (
    // A cooldown's text needs the whole width. On a problem, what is said of a button stands below all of them, so that none moves.
    <div className={isWide ? classes("min-w-0", button.coolDownSeconds > 0 && "col-span-2") : "contents"}>
      <button
        type="button"
        // Not `disabled`: whoever pressed it by the keyboard keeps the focus.
        aria-disabled={isDisabled || undefined}
        aria-busy={isRunning || undefined}
        aria-describedby={isWide ? (hasDigit ? keyId : undefined) : statusId}
        onClick={isDisabled ? undefined : activate}
        className={classes(
          "rounded-md border bg-surface px-3 text-start font-medium text-sm aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-soft pointer-coarse:min-h-11",
          isWide ? "block h-full w-full py-1.5 [&:has(>:last-child:empty)>:first-child]:translate-y-2" : "relative min-h-8 max-w-full py-1",
          button.danger
            ? "border-problem-line text-problem not-aria-disabled:hover:border-problem"
            : "border-line text-text not-aria-disabled:hover:border-accent",
        )}
      >
        <span className="flex gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{button.label}</span>
          {/* In the place of the digit, or in the padding: nothing moves. */}
          {isWide ? (
            <span aria-hidden className="grid h-5 w-4 flex-none place-items-center font-normal text-soft text-xs">
              {isRunning ? <Spinner /> : hasDigit && <span className="pointer-coarse:hidden">{digit}</span>}
            </span>
          ) : (
            isRunning && <Spinner className="absolute end-0 top-1/2 -mt-1.5 size-3" />
          )}
        </span>
        {isWide && status}
      </button>
      {hasDigit && (
        <span id={keyId} hidden>
          {keys.toUpperCase()}
        </span>
      )}
      {!isWide && status}
      {error && !isRunning && !isDialogOpen && (
        <p role="alert" className={classes("text-problem text-xs", isWide ? "mt-1" : "order-1 basis-full")}>
          {error.message}
        </p>
      )}
      {WhichDialog && <WhichDialog button={button} choices={choices} open={isChoosing} onOpenChange={setChoosing} onChoose={go} />}
      {isAsking && PressDialog && (
        <PressDialog
          button={button}
          about={about}
          open={isDialogOpen}
          onOpenChange={changeOpen}
          busy={isPending}
          error={error?.message}
          onPress={(pressed) => void press({ ...pressed, about: chosen?.id }, () => setDialogOpen(false))}
        />
      )}
    </div>
  );
}

type Cooldown = NonNullable<PanelButton["cooldown"]>;

/** When this page first had each cooldown. The server's clock may differ, so only durations are used from it. */
const receivedAt = new WeakMap<Cooldown, number>();

/** "Ana pressed this 20 s ago · again in 40 s", or "You pressed this …", counted by the browser's clock from the fetch; undefined once it is over. */
function useCooldown(cooldown: Cooldown | null, me: string): string | undefined {
  const t = useTranslations("chat.button");
  const locale = useLocale();
  const at = (cooldown && receivedAt.get(cooldown)) ?? Date.now();
  if (cooldown) receivedAt.set(cooldown, at);
  const endsAt = cooldown && at + cooldown.remainingMs;
  const isRunning = endsAt !== null && Date.now() < endsAt;
  const now = useNow(isRunning ? 500 : null) ?? at;
  if (!cooldown || !isRunning) return undefined;

  const remainingMs = endsAt - Math.max(now, at);
  const durationMs = Date.parse(cooldown.endsAt) - Date.parse(cooldown.pressedAt);
  const [passed, left] = [elapsedText(durationMs - remainingMs, locale), remainingText(remainingMs, locale)];
  return cooldown.agentName === me ? t("coolingMine", { passed, left }) : t("cooling", { name: cooldown.agentName, passed, left });
}
