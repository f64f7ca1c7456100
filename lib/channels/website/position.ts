import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";

/** How far a visitor's messages were read: of each chat the seq of the last item. */
export type Position = ReadonlyMap<string, number>;

const maxChats = 20;
const maxSeq = 2_147_483_647;
const Seq = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxSeq));
const Entry = z.tuple([z.guid(), Seq]);

/**
 * A position as text. A list by time could miss a message that is committed late, and an older chat may be opened again, so each
 * chat has its own place.
 */
export const writePosition = (position: Position): string => [...position].map(([chatId, seq]) => `${chatId}:${seq}`).join(",") || "none";

/** @throws invalid_request for what `writePosition` did not make */
export function readPosition(text: string): Position {
  const parts = text === "none" ? [] : text.split(",");
  const entries = z
    .array(Entry)
    .max(maxChats)
    .safeParse(parts.map((part) => part.split(":")));
  if (!entries.success) throw new AppError("invalid_request", "after must be the position of an earlier answer.");
  return new Map(entries.data);
}

export { maxChats as maxChatsInPosition };
