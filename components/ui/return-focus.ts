import { containersOf, focusContainer } from "@/lib/browser/keep-focus";

type Before = {
  /** What may get the focus after the dialog, the best first: some of it may be gone by then. */
  openers: HTMLElement[];
  /** Around what opened it, for when all of that is gone. */
  containers: HTMLElement[];
};

const before = new WeakMap<EventTarget, Before>();
/** Of the dialog that opened last: the next one may replace it after it is gone, when nothing has the focus. */
let last: Before = { openers: [], containers: [] };

/** What opened a dialog: the element itself, the trigger of its menu, and what opened the dialog that this one replaces. */
function beforeFrom(active: Element | null): Before {
  if (!(active instanceof HTMLElement) || active === document.body) return last;
  const menu = active.closest("[role=menu]");
  const trigger = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const outer = active.closest("[role=dialog], [role=alertdialog]");
  const replaced = outer ? before.get(outer) : undefined;
  return {
    openers: [active, ...(trigger ? [trigger] : []), ...(replaced?.openers ?? [])],
    containers: [...containersOf(active), ...(replaced?.containers ?? [])],
  };
}

/** Properties of a dialog's content. Without a trigger of its own Radix returns the focus to nothing. */
export const returnFocus = {
  onOpenAutoFocus: ({ target }: Event) => {
    last = beforeFrom(document.activeElement);
    if (target) before.set(target, last);
  },
  onCloseAutoFocus: (event: Event) => {
    const known = event.target && before.get(event.target);
    if (!known) return;
    event.preventDefault();
    const opener = known.openers.find(({ isConnected }) => isConnected);
    opener?.focus();
    // It may be gone, or disabled by what the dialog did.
    if (!opener || document.activeElement !== opener) focusContainer(known.containers);
  },
};
