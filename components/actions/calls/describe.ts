import type { CallDetail, CallSummary } from "@/lib/actions/calls/contract";
import type { Translator } from "@/lib/messages";

/** "Succeeded · 200": the state of the call and the status of the response. */
export const statusText = (t: Translator<"calls.states">, { state, replyStatus }: Pick<CallSummary, "state" | "replyStatus">): string =>
  replyStatus === null || state === "sending" ? t(state) : `${t(state)} · ${replyStatus}`;

type DescribedCall = Pick<CallDetail, "state" | "reason" | "isNoted" | "recordedEvent">;

/** The outcome of a call, in sentences. */
export function describeOutcome(t: Translator<"calls.became">, call: DescribedCall): string[] {
  const reasons = call.reason === null ? [] : [call.reason];
  const effects = effectsOf(t, call);
  switch (call.state) {
    case "sending":
      return [t("sending")];
    case "working":
      return [t("working"), ...effects, ...reasons];
    case "succeeded":
      return [...(effects.length > 0 ? effects : [t("succeeded")]), ...reasons];
    case "refused":
      return [t("refused"), ...reasons];
    case "failed":
      return [t("failed"), ...reasons];
    case "unknown":
      return [t("unknown"), ...reasons];
  }
}

function effectsOf(t: Translator<"calls.became">, { isNoted, recordedEvent }: DescribedCall): string[] {
  const eventText = recordedEvent?.event ? t("event", { event: recordedEvent.event }) : t("deletedEvent");
  return [...(isNoted ? [t("note")] : []), ...(recordedEvent ? [eventText] : [])];
}

/** The length in UTF-8, as on the wire. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
