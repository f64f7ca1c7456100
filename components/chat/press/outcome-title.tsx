import { secondsOf } from "@/components/chat/shared/words";
import type { Outcome } from "@/lib/domain/chats/contract";

const took = (tookMs: number | null) => (tookMs === null ? "" : ` in ${secondsOf(tookMs)}`);

export function OutcomeTitle({ outcome: { label, state, tookMs } }: { outcome: Outcome }) {
  switch (state) {
    case "delivered":
      return (
        <>
          Private note · <bdi>{label}</bdi> <span className="text-ok">· done{took(tookMs)}</span>
        </>
      );
    case "working":
      return (
        <>
          Private note · <bdi>{label}</bdi> · taken, the result follows
        </>
      );
    case "refused":
    case "failed":
      return (
        <span className="text-problem">
          <bdi>{label}</bdi> failed
        </span>
      );
    case "unknown":
      return (
        <>
          <bdi>{label}</bdi> · result unknown
        </>
      );
  }
}
