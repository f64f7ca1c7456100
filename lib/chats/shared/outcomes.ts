/** What became of an action call, once there is something to show: in these words in the API, webhooks, filters and on screens (contract §9). */
export const outcomes = ["working", "succeeded", "refused", "failed", "unknown"] as const;
/** With the time before. */
export const callStates = ["sending", ...outcomes] as const;
/** What nobody may take for done: the receiver said no, it was not done, or it may have happened. */
export const failures = ["refused", "failed", "unknown"] as const;
