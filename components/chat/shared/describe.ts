import type { ChatSummary } from "@/lib/domain/chats/contract";
import { clip, trimmed } from "@/lib/kernel/text";
import type { Translator } from "@/lib/messages";

// A longer name would leave no room for the message.
const maxAuthor = 24;

/** The newest item in one line, with its author unless that is the customer. */
export function previewLine(t: Translator<"chat.list">, preview: ChatSummary["preview"]): string {
  if (!preview) return t("noMessages");
  const { kind, author, authorName, isMine, text } = preview;
  if (kind === "note") return t("note", { text });
  if (kind !== "message" || author !== "agent") return text;
  return isMine ? t("mine", { text }) : t("theirs", { name: clip(authorName ?? t("team"), maxAuthor), text });
}

/** "1.2 s", or "12 min" from one minute on. */
export const secondsOf = (durationMs: number): string =>
  durationMs < 60_000 ? `${Math.max(0.1, durationMs / 1000).toFixed(1)} s` : `${Math.round(durationMs / 60_000)} min`;

// A call ends after ten seconds; a longer time would only show that two clocks differ.
const maxCallSeconds = 10;

/** Whole seconds that a call has been under way. */
export const runningSeconds = (startedAt: string, now: number): number =>
  Math.min(maxCallSeconds, Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000)));

/** A longer name would fill the composer; so would combining marks stacked on a letter. */
const maxFirstName = 24;
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** "Ada" for "Ada Okafor"; a phone number or a visitor has no first name and stays whole. */
export function firstNameOf(displayName: string): string {
  const [first = displayName] = trimmed(displayName).split(/\s+/u);
  const name = /^\+\d/.test(displayName) || first === "Visitor" || displayName === "WhatsApp user" ? displayName : first;
  return [...name.replace(stackedMarks, "$1")].slice(0, maxFirstName).join("");
}
