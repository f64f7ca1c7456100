import type { ChatSummary, MessageContent } from "@/lib/chats/contract";
import { lineOf, quoted } from "@/lib/chats/shared/content";
import { describeLine } from "@/lib/chats/shared/said";
import { clip } from "@/lib/kernel/text";
import type { Translator } from "@/lib/messages";

// A longer name would leave no room for the message.
const maxAuthor = 24;

/** The part of a message that a reply to it shows, and a screen reader says. */
export function quoteText(t: Translator<"chat.said">, text: string, content: MessageContent | undefined): string {
  const line = lineOf(text, content);
  return quoted(line ? describeLine(t, line) : text);
}

/** The last message in one line, with its author unless that is the customer. */
export function previewLine(t: Translator<"chat.list">, said: Translator<"chat.said">, preview: ChatSummary["preview"]): string {
  if (!preview) return t("noMessages");
  const { author, authorName, isMine, line } = preview;
  const text = line ? describeLine(said, line) : preview.text;
  if (author !== "agent") return text;
  return isMine ? t("mine", { text }) : t("theirs", { name: clip(authorName ?? t("team"), maxAuthor), text });
}
