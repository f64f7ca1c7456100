import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/pill";
import { Spinner } from "@/components/ui/spinner";
import type { CallSummary, State } from "@/lib/actions/calls/contract";
import { statusText } from "./describe";

const tones = {
  sending: "plain",
  working: "plain",
  succeeded: "good",
  refused: "bad",
  failed: "bad",
  unknown: "plain",
} as const satisfies Record<State, string>;

export function CallState({ call }: { call: Pick<CallSummary, "state" | "replyStatus"> }) {
  const t = useTranslations("calls.states");
  const isUnderWay = call.state === "sending" || call.state === "working";
  return (
    <Pill tone={tones[call.state]}>
      {isUnderWay && <Spinner className="-ms-0.5 size-3" />}
      {statusText(t, call)}
    </Pill>
  );
}
