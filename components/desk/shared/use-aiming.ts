import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** How long things stay in their places after the last movement of the pointer, or the last key, among them. */
const stillMs = 3_000;

/** Whether somebody is aiming at something inside of an element just now. `end` lets it move again. */
export function useAiming() {
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

  const handlers = useMemo(() => ({ onPointerMove: aim, onPointerLeave: end, onKeyDown: aim }), [aim, end]);
  return { isAiming, end, handlers };
}
