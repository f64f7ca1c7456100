import type { ChatSummary } from "@/lib/domain/chats/contract";
import { clip, trimmed } from "@/lib/kernel/text";
import type { Translator } from "@/lib/messages";

// A longer name would leave no room for what was said.
const longestAuthor = 24;

/** The newest item in one line: who speaks is said unless it is the customer. */
export function previewLine(t: Translator<"chat.list">, preview: ChatSummary["preview"]): string {
  if (!preview) return t("noMessages");
  const { kind, author, authorName, isMine, text } = preview;
  if (kind === "note") return t("note", { text });
  if (kind !== "message" || author !== "agent") return text;
  return isMine ? t("mine", { text }) : t("theirs", { name: clip(authorName ?? t("team"), longestAuthor), text });
}

/** "1.2 s": a duration that a person can compare; "12 min" for one that nobody counts in seconds. */
export const secondsOf = (durationMs: number): string =>
  durationMs < 60_000 ? `${Math.max(0.1, durationMs / 1000).toFixed(1)} s` : `${Math.round(durationMs / 60_000)} min`;

// A call ends after ten seconds; a longer time would only show that two clocks differ.
const longestCallSeconds = 10;

/** Whole seconds that a call has been under way. */
export const runningSeconds = (startedAt: string, now: number): number =>
  Math.min(longestCallSeconds, Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000)));

/** More would fill the place where one writes; so would marks that are stacked on a letter. */
const longestFirstName = 24;
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** What to call someone in passing: "Ada" for "Ada Okafor"; a number or a visitor has no first name. */
export function firstNameOf(who: string): string {
  const [first = who] = trimmed(who).split(/\s+/u);
  const name = /^\+\d/.test(who) || first === "Visitor" || who === "WhatsApp user" ? who : first;
  return [...name.replace(stackedMarks, "$1")].slice(0, longestFirstName).join("");
}
