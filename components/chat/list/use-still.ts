import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChatSummary } from "@/lib/domain/chats/contract";
import { still } from "./still";

/** How long the rows stay after the last movement of the pointer, or the last key, in the list. */
const stillMs = 3_000;

/** Whether somebody is aiming at a row just now. */
function useAiming() {
  const [isAiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = useCallback(() => {
    clearTimeout(timer.current);
    setAiming(false);
  }, []);
  const aim = useCallback(() => {
    clearTimeout(timer.current);
    setAiming(true);
    timer.current = setTimeout(end, stillMs);
  }, [end]);
  useEffect(() => end, [end]);

  return { isAiming, handlers: { onPointerMove: aim, onPointerLeave: end, onKeyDown: aim } };
}

/** The chats in an order that does not change under the pointer. What a row says is always current. */
export function useStill(chats: ChatSummary[]) {
  const { isAiming, handlers } = useAiming();
  const shown = useRef(chats);
  const rows = useMemo(() => (isAiming ? still(shown.current, chats) : chats), [isAiming, chats]);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  return { rows, handlers };
}
