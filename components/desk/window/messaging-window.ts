import type { getWindow } from "@/lib/channels/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

/**
 * Whether the customer may be written to without a template. `none`: this chat has no such limit, or it is not known yet. `isGone`: nor with
 * one, because their number is somebody else's now.
 */
export type MessagingWindow =
  | { state: "none" }
  | { state: "open"; until: string }
  | { state: "over"; lastAt: string | null; isGone?: boolean };

export function windowAt(reply: ReplyOf<typeof getWindow> | undefined, now: number): MessagingWindow {
  if (!reply?.hasWindow) return { state: "none" };
  const { opensUntil, lastCustomerMessageAt } = reply;
  if (opensUntil !== null && now < Date.parse(opensUntil)) return { state: "open", until: opensUntil };
  const over = { state: "over", lastAt: lastCustomerMessageAt } as const;
  return reply.isReachable === false ? { ...over, isGone: true } : over;
}
