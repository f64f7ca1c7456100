import { z } from "zod";

/** What an agent may be notified of: messages in their own chats and in those of nobody, problems in their own chats, and mentions. */
export const NotificationKind = z.enum(["message", "unassigned", "problem", "mention"], {
  error: 'must be of "message", "unassigned", "problem" and "mention", with commas between them.',
});
export type NotificationKind = z.output<typeof NotificationKind>;
