import { useNow } from "@/components/time/use-now";
import type { Panel } from "@/lib/desk/panel/contract";

/** Until when the chat is snoozed; null when it is not, or not any more: the server wakes it a moment later. */
export function useSnoozed({ status, snoozedUntil }: Panel["chat"]): string | null {
  const now = useNow(snoozedUntil === null ? null : undefined);
  if (status !== "open" || snoozedUntil === null) return null;
  return now === null || Date.parse(snoozedUntil) > now ? snoozedUntil : null;
}
