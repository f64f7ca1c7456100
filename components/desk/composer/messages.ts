import { channels } from "@/lib/channels/browser/channels";
import type { Draft } from "@/lib/chats/browser/draft-storage";
import { maxMentions } from "@/lib/chats/shared/limits";
import { isMentioned } from "@/lib/chats/shared/mentions";
import type { Panel } from "@/lib/desk/panel/contract";
import { codePoints } from "@/lib/kernel/text";

type Written = Omit<Draft, "kind">;

/**
 * The messages that a draft is sent as. Where a message carries one file, the first one takes the text along, or follows it when it is too
 * long to stand beside a file.
 */
export function messagesOf({ kind, text, attachments = [], replyTo, mentions = [] }: Draft, channel: Panel["chat"]["channel"]): Written[] {
  const written = text.trim();
  if (kind === "note") return written === "" ? [] : [noteOf(written, mentions)];
  if (written === "" && attachments.length === 0) return [];
  const { maxCaptionLength } = channels[channel];
  const parts =
    maxCaptionLength === null
      ? [{ text: written, ...(attachments.length > 0 && { attachments }) }]
      : singly(written, attachments, maxCaptionLength);
  return parts.map((part, at) => (at === 0 && replyTo ? { ...part, replyTo } : part));
}

/** A name that was deleted from the text mentions nobody. */
function noteOf(text: string, mentions: NonNullable<Draft["mentions"]>): Written {
  const left = mentions.filter(({ name }) => isMentioned(text, name)).slice(0, maxMentions);
  return { text, ...(left.length > 0 && { mentions: left }) };
}

function singly(text: string, attachments: NonNullable<Draft["attachments"]>, maxCaptionLength: number): Written[] {
  const [first, ...others] = attachments.map((file): Written => ({ text: "", attachments: [file] }));
  if (!first) return [{ text }];
  const isCaption = codePoints(text) <= maxCaptionLength;
  return isCaption ? [{ ...first, text }, ...others] : [{ text }, first, ...others];
}
