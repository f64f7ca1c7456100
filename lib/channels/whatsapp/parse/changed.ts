import type { MessageContent } from "@/lib/chats/contract";
import type { Changed } from "./message";

/** The side of the chat that changed it. */
export type By = "customer" | "agent";

type Message = { text: string; content: MessageContent };

/**
 * A message after a change. In whatever order the changes arrive, the last edit and each side's last reaction count, and what was
 * deleted stays deleted.
 */
export function changed(before: Message, change: Changed, { by, at }: { by: By; at: Date }): Message {
  const { text, content } = before;
  if (content.isDeleted) return before;
  if (change.kind === "deletion") {
    const { externalId } = content;
    return { text: "", content: { isDeleted: true, ...(externalId !== undefined && { externalId }) } };
  }
  const { changedAt = {} } = content;
  const what = change.kind === "edit" ? "edit" : by;
  // Meta's times are whole seconds: within one, the later arrival counts.
  if ((changedAt[what] ?? 0) > at.getTime()) return before;
  const dated = { ...content, changedAt: { ...changedAt, [what]: at.getTime() } };
  if (change.kind === "edit") return { text: change.text, content: { ...dated, isEdited: true } };
  return { text, content: withReaction(dated, change.emoji, by) };
}

/** Each side has one reaction to a message at most; another one replaces it. */
function withReaction({ reactions = [], ...content }: MessageContent, emoji: string | null, by: By): MessageContent {
  const others = reactions.filter((reaction) => reaction.by !== by);
  const now = emoji === null ? others : [...others, { emoji, by }];
  return now.length === 0 ? content : { ...content, reactions: now };
}
