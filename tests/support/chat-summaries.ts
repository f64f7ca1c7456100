import type { ChatSummary } from "@/lib/chats/contract";

export const counts = { mine: 0, unassigned: 0, problems: 0, mentions: 0, unread: 0 };

/** A chat as the list shows it, whose last activity was in this minute. */
export const chatOf = (number: number, { minute = number, ...more }: Partial<ChatSummary> & { minute?: number } = {}): ChatSummary => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  channel: "whatsapp",
  status: "open",
  displayName: `Customer ${number}`,
  preview: null,
  lastItemAt: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(),
  lastSeq: 1,
  unread: 0,
  openProblems: 0,
  assignee: null,
  snoozedUntil: null,
  tags: [],
  isMentioned: false,
  ...more,
});
