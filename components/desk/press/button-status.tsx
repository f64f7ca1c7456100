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
};

/** A button's label and status. A button with a cooldown always has a second line, so that nothing moves when it cools down. */
export function ButtonStatus({ button: { label, coolDownSeconds, cooldown: last }, running, pressedBy, cooldown, outcome }: Props) {
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
      <OutcomeLine outcome={outcome} />
    </span>
  );
  const once = coolDownSeconds > 0 && t("once", { span: durationText(coolDownSeconds * 1000, locale) });
  const status = since || (cooldown && last ? <IsolatedName text={cooldown} name={last.agentName} /> : (ended ?? once));
  return (
    <span className="min-w-0 flex-1">
      <span className="block wrap-anywhere">{label}</span>
      {status && (
        <span className="block font-normal text-soft text-xs tabular-nums wrap-anywhere" suppressHydrationWarning>
          {status}
        </span>
      )}
    </span>
  );
}
