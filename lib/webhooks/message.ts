import type { z } from "zod";
import { env } from "@/lib/platform/env";
import type { EventRow } from "./sql";

/** An event as it is sent, and read: ids, what changed, an address in the desk. What people wrote is `content`, for who asked for it. */
export function messageOf({ id, type, timestamp, data, content, chatId, slug }: z.output<typeof EventRow>, withContent: boolean) {
  const { PUBLIC_URL } = env();
  const url = PUBLIC_URL !== undefined && chatId !== null ? { url: `${PUBLIC_URL}/${encodeURIComponent(slug)}/chats/${chatId}` } : {};
  return { id, type, timestamp, data: { ...data, ...url, ...(withContent && content !== null ? { content } : {}) } };
}
