import { useTranslations } from "next-intl";
import { IsolatedName } from "@/components/ui/isolated-name";
import { formatDuration } from "@/lib/domain/buttons/shared/cooldown";
import type { Panel, PanelButton } from "@/lib/domain/panel/contract";
import { RunningTime } from "./running-time";

type Props = {
  button: PanelButton;
  /** The running call. */
  running: Pick<Panel["running"][number], "state" | "startedAt"> | undefined;
  /** The agent's name, unless it is the reader. */
  pressedBy: string | undefined;
  cooldown: string | undefined;
};

/** A button's label and status. A button with a cooldown always has a second line, so that nothing moves when it cools down. */
export function ButtonStatus({ button: { label, coolDownSeconds, cooldown: last }, running, pressedBy, cooldown }: Props) {
  const t = useTranslations("chat.button");
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
  if (coolDownSeconds === 0) {
    return (
      <>
        <span className="min-w-0 wrap-anywhere">{label}</span>
        {since && (
          <span className="ml-auto flex-none font-normal text-soft text-xs tabular-nums" suppressHydrationWarning>
            {since}
          </span>
        )}
      </>
    );
  }
  return (
    <span className="min-w-0">
      <span className="block wrap-anywhere">{label}</span>
      <span className="block font-normal text-soft text-xs tabular-nums wrap-anywhere" suppressHydrationWarning>
        {since ||
          (cooldown && last ? (
            <IsolatedName text={cooldown} name={last.agentName} />
          ) : (
            t("once", { span: formatDuration(coolDownSeconds * 1000) })
          ))}
      </span>
    </span>
  );
}
