import { useTranslations } from "next-intl";
import { RunningTime } from "@/components/desk/press/running-time";
import { When } from "@/components/time/when";
import { Spinner } from "@/components/ui/spinner";
import type { Change } from "@/lib/chats/contract";
import { isNotice } from "@/lib/chats/shared/notices";
import type { Panel } from "@/lib/desk/panel/contract";
import { ElsewhereLine } from "./elsewhere-line";
import type { Listed } from "./listed";
import { NoticeText } from "./notice-text";

export type Rare = Linking | Extract<Listed, { kind: "working" }>;

/** What few chats have at first: a line that leads elsewhere, and a call that is still running. */
export const RareEntry = ({ entry }: { entry: Rare }) =>
  entry.kind === "working" ? <WorkingNote call={entry.call} /> : <LinkingLine entry={entry} />;

type Linking = Extract<Listed, { kind: "elsewhere" }> | { kind: "change"; change: Change; createdAt: string };

/** A line with a way to another chat. */
function LinkingLine({ entry }: { entry: Linking }) {
  if (entry.kind === "elsewhere") return <ElsewhereLine elsewhere={entry.elsewhere} />;
  if (!isNotice(entry.change)) return null;
  return (
    <p className="mt-3 text-center text-soft text-xs wrap-anywhere">
      <NoticeText notice={entry.change} /> · <When at={entry.createdAt} />
    </p>
  );
}

type Props = { call: Panel["running"][number] };

/** Shown at the end of the conversation until the receiver reports the result of an accepted call. */
function WorkingNote({ call: { label, agentName, state, startedAt } }: Props) {
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
