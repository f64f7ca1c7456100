import { type RefObject, useEffect } from "react";

/**
 * Gives the focus back to where it was when the toast that has it goes away, and lets it go on by Tab or a click. The library would take it
 * back then too, so that Tab never left a toast: it learns of no focus.
 */
export function useToastFocus(toasts: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = toasts.current;
    if (!element) return;
    let before: HTMLElement | null = null;
    const isOutside = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement && !element.contains(target);

    function onFocus(event: FocusEvent): void {
      event.stopPropagation();
      if (isOutside(event.relatedTarget)) before = event.relatedTarget;
    }
    function onBlur(event: FocusEvent): void {
      event.stopPropagation();
      if (isOutside(event.relatedTarget)) before = null;
    }
    const changes = new MutationObserver(() => {
      if (!before || document.activeElement !== document.body) return;
      before.focus({ preventScroll: true });
      before = null;
    });
    changes.observe(element, { childList: true, subtree: true });
    const over = new AbortController();
    // React listens at the root, so nothing inside hears of what stops here.
    element.addEventListener("focusin", onFocus, { capture: true, signal: over.signal });
    element.addEventListener("focusout", onBlur, { capture: true, signal: over.signal });
    return () => {
      changes.disconnect();
      over.abort();
    };
  }, [toasts]);
}
