import type { KeyboardEvent } from "react";
import { containersOf, focusContainer, focusedOrLost } from "@/lib/browser/keep-focus";

type Before = {
  /** What may get the focus after the dialog, the best first: some of it may be gone by then. */
  openers: HTMLElement[];
  /** Around what opened it, for when all of that is gone. */
  containers: HTMLElement[];
};

const before = new WeakMap<EventTarget, Before>();
/** State before the dialog that opened last: the next one may replace it after it is gone, when nothing has the focus. */
let last: Before = { openers: [], containers: [] };

/** What opened a dialog: the element itself, the trigger of its menu, and what opened the dialog that this one replaces. */
function beforeFrom(active: Element | null): Before {
  if (!(active instanceof HTMLElement) || active === document.body) return last;
  const menu = active.closest("[role=menu]");
  const trigger = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  // When that is gone for good, what has the focus in its place.
  const now = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? [document.activeElement] : [];
  const outer = active.closest("[role=dialog], [role=alertdialog]");
  const replaced = outer ? before.get(outer) : undefined;
  return {
    openers: [active, ...(trigger ? [trigger] : []), ...(replaced?.openers ?? []), ...now],
    containers: [...containersOf(active), ...(replaced?.containers ?? [])],
  };
}

const reachable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** The last control of a dialog that Tab reaches. */
function lastControl(frame: HTMLElement): HTMLElement | undefined {
  const controls = [...frame.querySelectorAll<HTMLElement>(reachable)];
  return controls.findLast((control) => control.tabIndex >= 0 && !control.matches(":disabled") && control.checkVisibility());
}

/** Properties of a dialog's content. Without a trigger of its own Radix returns the focus to nothing. */
export const returnFocus = {
  // Back from the dialog itself would lead out of it, from where Radix leads back to it: nothing would move.
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Tab" || !event.shiftKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    lastControl(event.currentTarget)?.focus();
  },
  onOpenAutoFocus: ({ target }: Event) => {
    last = beforeFrom(focusedOrLost());
    if (target) before.set(target, last);
  },
  onCloseAutoFocus: (event: Event) => {
    const known = event.target && before.get(event.target);
    if (!known) return;
    event.preventDefault();
    // What it led to has the focus already.
    if (document.activeElement !== document.body && focusedOrLost() === document.activeElement) return;
    const opener = known.openers.find(({ isConnected }) => isConnected);
    opener?.focus();
    // It may be gone, or disabled by what the dialog did.
    if (!opener || document.activeElement !== opener) focusContainer(known.containers);
  },
};
