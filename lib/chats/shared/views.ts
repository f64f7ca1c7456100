/**
 * `mine`, `unassigned` and `open`: open chats that are not snoozed. In any state: `problems`, chats of somebody with an open problem, and
 * `mentions`, those in which a note mentions the agent.
 */
export const allViews = ["mine", "unassigned", "open", "problems", "snoozed", "closed", "mentions"] as const;
export type View = (typeof allViews)[number];
