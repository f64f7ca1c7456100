import type { z } from "zod";
import { ReplyEvent } from "@/lib/domain/events/contract";
import { sentence } from "@/lib/kernel/error-message";
import { flawOf, parseJson } from "@/lib/kernel/json";
import { clip, isBlank } from "@/lib/kernel/text";

const noteLimit = 4_000;
const reasonLimit = 500;

export type Reply = {
  /** The private note, or the failing receiver's reason. */
  message: string | null;
  event: z.output<typeof ReplyEvent> | null;
  /** What of the reply could not be used, for the team. */
  refused: string | null;
};

export const noReply: Reply = { message: null, event: null, refused: null };

/** What a 2xx reply asks for (spec §2.6, contract §5). An empty or unreadable body is a success without a note. */
export function readReply(body: Buffer): Reply {
  const parsed = objectIn(body);
  if (!parsed) return noReply;
  const { message, event } = parsed;
  const note = typeof message === "string" ? visible(message, noteLimit) : null;
  if (event === undefined || event === null) return { message: note, event: null, refused: null };
  const read = readEvent(event);
  return typeof read === "string"
    ? { message: note, event: null, refused: visible(read, reasonLimit) }
    : { message: note, event: read, refused: null };
}

/** The reason in a failing reply (spec §7), if it gave one. */
export function readReason(body: Buffer): string | null {
  const message = objectIn(body)?.["message"];
  return typeof message === "string" ? visible(message, reasonLimit) : null;
}

function readEvent(event: unknown): z.output<typeof ReplyEvent> | string {
  if (typeof event !== "object" || event === null || Array.isArray(event))
    return "The reply's event was not recorded: it must be an object.";
  const { name, ...rest } = event as Record<string, unknown>;
  const named = { ...rest, event: rest["event"] ?? name };
  const flaw = flawOf(named);
  if (flaw) return `The reply's event was not recorded: ${flaw}`;
  const parsed = ReplyEvent.safeParse(named);
  return parsed.success ? parsed.data : `The reply's event was not recorded: ${sentence(parsed.error)}`;
}

function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

// Line breaks and tabs stay; other controls, and the marks that turn the direction of what follows, would only mislead.
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** What a receiver wrote, as it may be shown; nothing when nothing of it can be seen. */
export function visible(text: string, most: number): string | null {
  const clean = clip(text.toWellFormed().replace(/\r\n?/g, "\n").replace(unseen, "").trim(), most);
  return isBlank(clean) ? null : clean;
}
