import { mayHaveHappened } from "@/lib/platform/outbound";
import type { Outcome } from "./contract";

/**
 * The outcome of a call as it is stored in a chat. An instance of the first version may run beside this one and knows success by another word
 * (decision 119).
 */
export const storedOutcome = ({ state, ...outcome }: Outcome) => ({
  ...outcome,
  state: state === "succeeded" ? ("delivered" as const) : state,
});

/** Reads it, whichever version stored it. The first one took for failed what was sent and got no answer. */
export function outcomeOf(data: unknown): Outcome {
  const { state, ...outcome } = data as ReturnType<typeof storedOutcome>;
  if (state === "delivered") return { ...outcome, state: "succeeded" };
  return { ...outcome, state: state === "failed" && outcome.reason?.endsWith(mayHaveHappened) ? "unknown" : state };
}
