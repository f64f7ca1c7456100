import type { z } from "zod";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import { ReplyEvent } from "@/lib/context/events/contract";
import { errorMessage } from "@/lib/kernel/error-message";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { cleanText, said } from "./shared/said";

const reasonLimit = 500;

export type Reply = {
  /** The private note, or the failing receiver's reason. */
  message: string | null;
  event: z.output<typeof ReplyEvent> | null;
  /** Which part of the reply could not be used and why, for the team. */
  refused: string | null;
};

export const noReply: Reply = { message: null, event: null, refused: null };

/** What a 2xx reply asks for (spec §2.6, contract §5). An empty or unreadable body is a success without a note. */
export function readReply(body: Buffer): Reply {
  const parsed = objectIn(body);
  if (!parsed) return noReply;
  const { message, event } = parsed;
  const note = typeof message === "string" ? cleanText(message, maxMessageLength) : null;
  if (event === undefined || event === null) return { message: note, event: null, refused: null };
  const result = readEvent(event);
  return typeof result === "string"
    ? { message: note, event: null, refused: cleanText(result, reasonLimit) }
    : { message: note, event: result, refused: null };
}

/** The reason in a failing reply (spec §7), if it gave one. */
export function readReason(body: Buffer): string | null {
  const answer = objectIn(body);
  return answer ? said(answer) : null;
}

function readEvent(event: unknown): z.output<typeof ReplyEvent> | string {
  if (typeof event !== "object" || event === null || Array.isArray(event))
    return "The reply's event was not recorded: it must be an object.";
  const { name, ...rest } = event as Record<string, unknown>;
  const normalized = { ...rest, event: rest["event"] ?? name };
  const problem = problemIn(normalized);
  if (problem) return `The reply's event was not recorded: ${problem}`;
  const parsed = ReplyEvent.safeParse(normalized);
  return parsed.success ? parsed.data : `The reply's event was not recorded: ${errorMessage(parsed.error)}`;
}

function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
