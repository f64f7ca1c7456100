import { runningSeconds } from "@/components/chat/shared/words";
import { Clock } from "@/components/time/clock";
import { useNow } from "@/components/time/use-ticking";
import type { Panel } from "@/lib/domain/panel/contract";

type Props = Pick<Panel["running"][number], "state" | "startedAt">;

/** A call that is being sent counts its seconds; one that the receiver took may take minutes, so it says since when. */
export function RunningTime({ state, startedAt }: Props) {
  const isSending = state === "sending";
  const now = useNow(isSending ? 250 : null);
  if (isSending) return <>Running… {runningSeconds(startedAt, now)} s</>;
  return (
    <>
      Working… since <Clock at={startedAt} />
    </>
  );
}
