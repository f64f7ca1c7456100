import { useEffect, useMemo, useRef } from "react";
import { useAiming } from "@/components/desk/shared/use-aiming";
import type { ChatSummary } from "@/lib/chats/contract";
import { frozenOrder } from "./frozen-order";

/** The chats in an order that does not change under the pointer. What a row says is always current. */
export function useFrozenOrder(chats: ChatSummary[]) {
  const { isAiming, handlers } = useAiming();
  const shown = useRef(chats);
  const rows = useMemo(() => (isAiming ? frozenOrder(shown.current, chats) : chats), [isAiming, chats]);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  return { rows, handlers };
}
