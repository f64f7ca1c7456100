import type { VisitorMessage } from "./api";

export const compareMessages = (a: VisitorMessage, b: VisitorMessage): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.seq - b.seq;

/** Each message once, oldest first. The fresh one wins: it may have been edited or deleted since. */
export function mergeMessages(known: readonly VisitorMessage[], fresh: readonly VisitorMessage[]): VisitorMessage[] {
  const byId = new Map([...known, ...fresh].map((message) => [message.id, message]));
  return [...byId.values()].sort(compareMessages);
}

/** The team's messages that are newer than what was seen. */
export const countUnread = (messages: readonly VisitorMessage[], readUntil: string): number =>
  messages.filter(({ author, createdAt }) => author === "agent" && createdAt > readUntil).length;

/** Since when the visitor waits for a first answer to what they wrote last; undefined when somebody answered. */
export function waitingSince(messages: readonly VisitorMessage[]): string | undefined {
  const lastAnswer = messages.findLastIndex(({ author }) => author === "agent");
  return messages[lastAnswer + 1]?.createdAt;
}
