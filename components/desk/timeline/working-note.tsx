import { useTranslations } from "next-intl";
import { RunningTime } from "@/components/desk/press/running-time";
import { Spinner } from "@/components/ui/spinner";
import type { Panel } from "@/lib/desk/panel/contract";

type Props = { call: Panel["running"][number] };

/** Shown at the end of the conversation until the receiver reports the result of an accepted call. */
export function WorkingNote({ call: { label, agentName, state, startedAt } }: Props) {
  const t = useTranslations("chat.outcome");
  return (
    <div className="mt-3 grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-0.5 rounded-lg border border-note-line border-dashed bg-note px-3 py-2">
      <Spinner className="text-soft" />
      <p className="font-semibold text-xs tabular-nums wrap-anywhere">
        <bdi>{label}</bdi> · <RunningTime state={state} startedAt={startedAt} />
      </p>
      <p className="col-start-2 text-soft text-xs wrap-anywhere">
        {t.rich("pending", { name: agentName, b: (text) => <bdi>{text}</bdi> })}
      </p>
    </div>
  );
}
