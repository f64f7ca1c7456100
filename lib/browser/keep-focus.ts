/** What says what it is, and so tells whoever loses the focus where they are. */
const container = '[tabindex="-1"], section, form, fieldset, ul, ol, table, li, [role="status"]';

/** The containers of an element, the nearest first, for when the element goes. */
export function containersOf(element: Element | null): HTMLElement[] {
  const nearest = element?.parentElement?.closest<HTMLElement>(container);
  return nearest ? [nearest, ...containersOf(nearest)] : [];
}

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && element.closest("[inert]") === null;

type Focused = {
  element: HTMLElement;
  containers: HTMLElement[];
  /** It was taken out of the document; it may be back elsewhere. */
  isTaken: boolean;
};

/** What got the focus last; null once it was left on purpose. */
let last: Focused | null = null;
/** What lost the focus, by the container that has it since. */
const lost = new WeakMap<Element, HTMLElement>();

/** What has the focus, or lost it last: a dialog may open only after the menu or the dialog before it is gone. */
export function focusedOrLost(): Element | null {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return last?.element ?? null;
  return lost.get(activeElement) ?? activeElement;
}

/** Gives the focus to the nearest container that is still there, and to the page's content without one. */
export function focusContainer(containers: readonly HTMLElement[], instead?: HTMLElement): void {
  const found = containers.find(canHaveFocus) ?? document.getElementById("content");
  if (!found) return;
  const isMadeFocusable = !found.hasAttribute("tabindex");
  if (isMadeFocusable) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  if (instead) lost.set(found, instead);
  found.addEventListener(
    "blur",
    () => {
      lost.delete(found);
      if (isMadeFocusable) found.removeAttribute("tabindex");
    },
    { once: true },
  );
}

/** React and the dialogs move the focus first. */
const settleMs = 50;

/**
 * When the focused element is removed, moved, hidden or disabled, a browser leaves the focus nowhere: a screen reader starts again at
 * the top of the page. This gives it back, or else to the nearest container. Returns how to end it.
 */
export function keepFocus(): () => void {
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    if (!last || document.activeElement !== document.body) return;
    const { element, containers, isTaken } = last;
    last = null;
    if (!canHaveFocus(element) || element.matches(":disabled")) focusContainer(containers, element);
    // Else it was left on purpose, such as by a click beside it.
    else if (isTaken) element.focus({ preventScroll: true });
  }
  function checkSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs);
  }

  function remember({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) last = { element: target, containers: containersOf(target), isTaken: false };
  }
  function onChange(changes: MutationRecord[]): void {
    if (!last || document.activeElement !== document.body) return;
    const { element } = last;
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))) return;
    last.isTaken = true;
    checkSoon();
  }

  const { signal } = listening;
  document.addEventListener("focusin", remember, { signal });
  document.addEventListener("focusout", checkSoon, { signal });
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    listening.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}
