import { useTranslations } from "next-intl";
import { runningSeconds } from "@/components/chat/shared/words";
import { Clock } from "@/components/time/clock";
import { useNow } from "@/components/time/use-ticking";
import type { Panel } from "@/lib/domain/panel/contract";

type Props = Pick<Panel["running"][number], "state" | "startedAt">;

/** A call that is being sent counts its seconds; one that the receiver took may take minutes, so it says since when. */
export function RunningTime({ state, startedAt }: Props) {
  const t = useTranslations("chat.button");
  const isSending = state === "sending";
  const now = useNow(isSending ? 250 : null);
  if (isSending) return t("running", { seconds: runningSeconds(startedAt, now) });
  return t.rich("working", { time: () => <Clock at={startedAt} /> });
}
