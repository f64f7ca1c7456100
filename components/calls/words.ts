import type { CallDetail, CallSummary, State } from "@/lib/domain/calls/contract";

export const stateWords: Record<State, string> = {
  sending: "Running…",
  working: "Working…",
  delivered: "Done",
  refused: "Refused",
  failed: "Failed",
  unknown: "Result unknown",
};

/** "Done · 200": how it stands, and what the server answered. */
export const answerOf = ({ state, replyStatus }: Pick<CallSummary, "state" | "replyStatus">): string =>
  replyStatus === null || state === "sending" ? stateWords[state] : `${stateWords[state]} · ${replyStatus}`;

/** What became of a call, in sentences. */
export function becameOf(call: Pick<CallDetail, "state" | "reason" | "isNoted" | "recordedEvent">): string[] {
  const { state, reason } = call;
  const because = reason === null ? [] : [reason];
  switch (state) {
    case "sending":
      return ["It is on its way. Your server has ten seconds to answer."];
    case "working":
      return ["Your server took the call and reports its result later.", ...effectsOf(call), ...because];
    case "delivered":
      return [
        ...(effectsOf(call).length > 0 ? effectsOf(call) : ["It is done. There was no note to post and no event to record."]),
        ...because,
      ];
    case "refused":
      return ["Your server did not do it. The chat says why:", ...because];
    case "failed":
      return ["It did not work. The chat says why:", ...because];
    case "unknown":
      return ["What became of it is not known.", ...because];
  }
}

function effectsOf({ isNoted, recordedEvent }: Pick<CallDetail, "isNoted" | "recordedEvent">): string[] {
  const named = recordedEvent?.event
    ? `The event “${recordedEvent.event}” was recorded.`
    : "An event was recorded; it has been deleted since.";
  return [...(isNoted ? ["The note was posted in the chat."] : []), ...(recordedEvent ? [named] : [])];
}

/** "1,204 bytes": as many as it has on the wire. */
export const bytesOf = (text: string): string => {
  const { length } = new TextEncoder().encode(text);
  return length === 1 ? "1 byte" : `${length.toLocaleString("en-GB")} bytes`;
};
