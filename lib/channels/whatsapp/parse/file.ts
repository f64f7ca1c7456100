import { z } from "zod";
import { Code, Part, Words } from "./fields";
import type { RawMessage } from "./payload";

/** A file that waits at Meta, and the text that was sent with it. */
type SentFile = { mediaId: string | undefined; name: string; caption: string };

const File = Part({ id: Code, caption: Words, filename: Words, voice: z.boolean().optional().catch(undefined) });

/** Names for files that have none; the extension follows from the content. */
const names: Record<string, string> = { image: "Photo", sticker: "Sticker", video: "Video", audio: "Audio", document: "Document" };

/** The file of a message; undefined for a message of another type. */
export function fileOf(message: RawMessage): SentFile | undefined {
  const type = Words.parse(message["type"]) ?? "";
  const name = Object.hasOwn(names, type) ? names[type] : undefined;
  if (name === undefined) return undefined;
  const file = File.parse(message[type]);
  return { mediaId: file?.id, name: file?.filename ?? (file?.voice ? "Voice message" : name), caption: file?.caption ?? "" };
}
