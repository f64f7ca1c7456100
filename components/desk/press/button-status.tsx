import { useLocale, useTranslations } from "next-intl";
import { IsolatedName } from "@/components/ui/isolated-name";
import type { Panel, PanelButton, PressOutcome } from "@/lib/desk/panel/contract";
import { durationText } from "@/lib/kernel/durations";
import { OutcomeLine } from "./outcome-line";
import { RunningTime } from "./running-time";

type Props = {
  button: PanelButton;
  /** The running call. */
  running: Pick<Panel["running"][number], "state" | "startedAt"> | undefined;
  /** The agent's name, unless it is the reader. */
  pressedBy: string | undefined;
  cooldown: string | undefined;
  /** How the last press ended. */
  outcome: PressOutcome | undefined;
  /** In the button, where its line is there also when there is nothing to say. */
  isWide: boolean;
  id: string;
};

/** What a button does, or why it cannot be pressed: in a line that it always has beside the chat, below the buttons of a problem. */
export function ButtonStatus({ button, running, pressedBy, cooldown, outcome, isWide, id }: Props) {
  const { coolDownSeconds, cooldown: last } = button;
  const t = useTranslations("chat.button");
  const locale = useLocale();
  const since = running !== undefined && (
    <>
      {pressedBy && (
        <>
          <bdi>{pressedBy}</bdi> ·{" "}
        </>
      )}
      <RunningTime state={running.state} startedAt={running.startedAt} />
    </>
  );
  const ended = outcome && (
    <span className="flex items-start gap-1">
      <OutcomeLine outcome={outcome} isShort />
    </span>
  );
  const once = coolDownSeconds > 0 && isWide && t("once", { span: durationText(coolDownSeconds * 1000, locale) });
  const status = since || (cooldown && last ? <IsolatedName text={cooldown} name={last.agentName} /> : (ended ?? once));
  const title = since ? undefined : (cooldown ?? outcome?.text ?? undefined);
  const style = "font-normal text-soft text-xs tabular-nums";
  if (isWide) {
    return (
      <span id={id} title={title} className={`block min-h-4 truncate ${style}`} suppressHydrationWarning>
        {status}
      </span>
    );
  }
  return (
    <span id={id} className={`order-1 basis-full wrap-anywhere empty:hidden ${style}`} suppressHydrationWarning>
      {status && (
        <>
          <bdi>{button.label}</bdi>: {status}
        </>
      )}
    </span>
  );
}
