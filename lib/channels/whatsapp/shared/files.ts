import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { codePoints } from "@/lib/kernel/text";

const mebibyte = 1024 * 1024;

/** The text beside a file on WhatsApp. */
export const maxCaptionLength = 1_024;

type MediaKind = "image" | "video" | "audio" | "document";
type Limit = { kind: MediaKind; types: readonly string[]; maxBytes: number };

/** What WhatsApp carries, as Meta documents it. */
const limits: readonly Limit[] = [
  { kind: "image", types: ["image/jpeg", "image/png"], maxBytes: 5 * mebibyte },
  { kind: "video", types: ["video/mp4", "video/3gpp"], maxBytes: 16 * mebibyte },
  { kind: "audio", types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"], maxBytes: 16 * mebibyte },
  { kind: "document", types: ["application/pdf", "text/plain"], maxBytes: 100 * mebibyte },
];

/** How WhatsApp carries a file of this type; undefined when it does not. */
export const mediaKindOf = (type: string): MediaKind | undefined => limits.find(({ types }) => types.includes(type))?.kind;

/** Why WhatsApp would not carry these files with this text, as a message for the agent; undefined when it would. */
export function fileProblem(files: readonly AttachmentView[], text: string): string | undefined {
  const [file, ...more] = files;
  if (!file) return undefined;
  if (more.length > 0) return "WhatsApp carries one file a message. Send the files one after the other.";
  const limit = limits.find(({ types }) => types.includes(file.type));
  if (!limit) return "WhatsApp carries JPEG and PNG images and PDF documents. Send this file in another form.";
  if (file.bytes > limit.maxBytes)
    return `WhatsApp carries files of this kind up to ${limit.maxBytes / mebibyte} MB. Make this one smaller.`;
  if (limit.kind === "audio" && text !== "") return "WhatsApp carries no text beside a sound. Send the text as a message.";
  if (codePoints(text) <= maxCaptionLength) return undefined;
  return `On WhatsApp the text beside a file has at most ${maxCaptionLength} characters; you sent ${codePoints(text)}. Send the rest as a message.`;
}
