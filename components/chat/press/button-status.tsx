import { useTranslations } from "next-intl";
import { Named } from "@/components/ui/named";
import { spanOf } from "@/lib/domain/buttons/shared/cooldown";
import type { Panel, PanelButton } from "@/lib/domain/panel/contract";
import { RunningTime } from "./running-time";

type Props = {
  button: PanelButton;
  /** The call that is under way. */
  running: Pick<Panel["running"][number], "state" | "startedAt"> | undefined;
  /** Who pressed, unless it was the reader. */
  by: string | undefined;
  cooling: string | undefined;
};

/** A button's label and how it stands. One that cools down has a second line from the start, so that nothing moves when it does. */
export function ButtonStatus({ button: { label, coolDownSeconds, cooling: last }, running, by, cooling }: Props) {
  const t = useTranslations("chat.button");
  const since = running !== undefined && (
    <>
      {by && (
        <>
          <bdi>{by}</bdi> ·{" "}
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
        {since || (cooling && last ? <Named text={cooling} name={last.agentName} /> : t("once", { span: spanOf(coolDownSeconds * 1000) }))}
      </span>
    </span>
  );
}
