import { type Runner, rows } from "@/lib/platform/db/rows";
import { appendStatement } from "./sql";

type NewItem = {
  id: string;
  kind: "message" | "note" | "action";
  author: "customer" | "agent" | "system";
  by?: { id: string; name: string };
  authorName?: string | null;
  text?: string;
  data?: object;
  at: Date;
};

/** Adds an item and returns its seq; undefined when the chat is missing, or closed and the item is a message. */
export async function append(on: Runner, workspaceId: string, chatId: string, item: NewItem) {
  const { id, kind, author, by, authorName, text, data, at } = item;
  const name = by?.name ?? authorName ?? null;
  const values = [id, kind, author, by?.id ?? null, name, text ?? null, data ? JSON.stringify(data) : null, at];
  const [row] = await rows(on, appendStatement)(workspaceId, chatId, ...values);
  return row;
}
