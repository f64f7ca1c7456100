import type { CallDetail, CallSummary } from "@/lib/domain/calls/contract";
import type { Translator } from "@/lib/messages";

/** "Done · 200": how it stands, and what the server answered. */
export const answerOf = (t: Translator<"calls.states">, { state, replyStatus }: Pick<CallSummary, "state" | "replyStatus">): string =>
  replyStatus === null || state === "sending" ? t(state) : `${t(state)} · ${replyStatus}`;

type Became = Pick<CallDetail, "state" | "reason" | "isNoted" | "recordedEvent">;

/** What became of a call, in sentences. */
export function becameOf(t: Translator<"calls.became">, call: Became): string[] {
  const because = call.reason === null ? [] : [call.reason];
  const effects = effectsOf(t, call);
  switch (call.state) {
    case "sending":
      return [t("sending")];
    case "working":
      return [t("working"), ...effects, ...because];
    case "delivered":
      return [...(effects.length > 0 ? effects : [t("delivered")]), ...because];
    case "refused":
      return [t("refused"), ...because];
    case "failed":
      return [t("failed"), ...because];
    case "unknown":
      return [t("unknown"), ...because];
  }
}

function effectsOf(t: Translator<"calls.became">, { isNoted, recordedEvent }: Became): string[] {
  const named = recordedEvent?.event ? t("event", { event: recordedEvent.event }) : t("deletedEvent");
  return [...(isNoted ? [t("note")] : []), ...(recordedEvent ? [named] : [])];
}

/** As many bytes as it has on the wire. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
