import { useMemo, useRef } from "react";

type Outside = { target: EventTarget | null; preventDefault: () => void };

/** What a menu and a popover have in common: their trigger is not Radix's, because it is on the page before Radix is. */
export function useAnchored(triggerId: string) {
  const anchor = useMemo(
    () => ({
      get current() {
        return document.getElementById(triggerId);
      },
    }),
    [triggerId],
  );
  const wentElsewhere = useRef(false);

  const handlers = {
    // The trigger itself closes what is open.
    onInteractOutside: (event: Outside) => {
      if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
      else wentElsewhere.current = true;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (!wentElsewhere.current) anchor.current?.focus();
      wentElsewhere.current = false;
    },
  };
  return { anchor, handlers };
}
