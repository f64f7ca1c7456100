/** `open` and the three before it: open chats that are not snoozed. `mentions`: chats in which a note mentions the agent, in any state. */
export const allViews = ["mine", "unassigned", "open", "problems", "snoozed", "closed", "mentions"] as const;
export type View = (typeof allViews)[number];
