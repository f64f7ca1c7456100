import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { type Queries, rows } from "@/lib/platform/db/rows";
import { noSuchChat } from "./read";
import { WindowRow, windowStatement } from "./sql";

/** How long after the customer's last message Meta accepts anything but a template. */
const windowMs = dayMs;

/** The customer must have written after this, so that a message that is written at `at` is accepted. */
export const windowStart = (at: Date): Date => new Date(at.getTime() - windowMs);

/** Why nothing can be sent to somebody whose number became another customer's. */
export const unreachable =
  "This customer's number belongs to somebody else now, and WhatsApp names no other way to reach them. Nothing can be sent here.";

/** Until when the customer may be written to without a template; null for a chat without such a limit. @throws not_found */
export async function windowOf(workspaceId: string, chatId: string, on: Queries = db()) {
  const [row] = await rows(on, WindowRow)(windowStatement, workspaceId, chatId);
  if (!row) throw noSuchChat();
  const { hasWindow, isReachable, lastAt } = row;
  return {
    hasWindow,
    isReachable,
    opensUntil: hasWindow && isReachable && lastAt ? new Date(lastAt.getTime() + windowMs) : null,
    lastCustomerMessageAt: lastAt,
  };
}

/** Whether what an agent writes in this chat is sent to Meta. @throws not_found */
export const isSentOutside = async (workspaceId: string, chatId: string, on: Queries = db()): Promise<boolean> =>
  (await windowOf(workspaceId, chatId, on)).hasWindow;
