/** What an endpoint can ask for. A type that is not in this list is sent only to those that asked for everything. */
export const webhookTypes = [
  "contact.created",
  "contact.updated",
  "contact.deleted",
  "contact.merged",
  "event.received",
  "problem.opened",
  "problem.closed",
  "problem.reopened",
  "message.received",
  "message.sent",
  "message.failed",
  "chat.opened",
  "chat.assigned",
  "chat.snoozed",
  "chat.closed",
  "action.succeeded",
  "action.refused",
  "action.failed",
  "action.unknown",
  "import.completed",
  "endpoint.disabled",
  "ping",
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** What an endpoint asks for that gets everything, also types that come later. */
export const everyType = "*";

export const deliveryStates = ["waiting", "sending", "delivered", "failed", "skipped"] as const;
/** What the log is filtered by: what is being sent waits, too. */
export const shownStates = ["delivered", "failed", "waiting", "skipped"] as const;
export type ShownState = (typeof shownStates)[number];

export const maxEndpoints = 20;
