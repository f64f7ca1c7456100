const closingMs = 200;

/** Whether a pointer rests on the element. After a touch a browser goes on saying so. */
const isPointed = (element: Element): boolean => window.matchMedia("(hover: hover)").matches && element.matches(":hover");
const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Closes a card that was `height` pixels high by a movement: at once when motion is reduced, and not before the pointer left the log, where
 * somebody may be aiming at what is around it. Returns how to leave it as it is.
 */
export function closeCard(card: HTMLElement, height: number, holdBelow: (ms: number) => void): () => void {
  const log = card.closest("[role=log]");
  const minHeight = `${height}px`;
  card.style.minHeight = minHeight;
  function close() {
    card.style.minHeight = "";
    holdBelow(2 * closingMs);
    if (!isCalm()) card.animate([{ minHeight }, { minHeight: "0" }], { duration: closingMs, easing: "ease-out" });
  }
  if (log && isPointed(log)) log.addEventListener("pointerleave", close, { once: true });
  else close();
  return () => {
    card.style.minHeight = "";
    log?.removeEventListener("pointerleave", close);
  };
}
