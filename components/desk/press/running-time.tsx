import { useTranslations } from "next-intl";
import { runningSeconds } from "@/components/desk/shared/describe";
import { Clock } from "@/components/time/clock";
import { useNow } from "@/components/time/use-now";
import type { Panel } from "@/lib/desk/panel/contract";

type Props = Pick<Panel["running"][number], "state" | "startedAt">;

/** A call being sent counts seconds; one that the receiver accepted may take minutes, so it shows its start time. */
export function RunningTime({ state, startedAt }: Props) {
  const t = useTranslations("chat.button");
  const isSending = state === "sending";
  const now = useNow(isSending ? 250 : null);
  if (isSending) return t("running", { seconds: runningSeconds(startedAt, now ?? Date.now()) });
  return t.rich("working", { time: () => <Clock at={startedAt} /> });
}
