/** What an agent may be notified of: messages in their own chats and in those of nobody, problems in their own chats, and mentions. */
export const notificationKinds = ["message", "unassigned", "problem", "mention"] as const;
export type NotificationKind = (typeof notificationKinds)[number];
