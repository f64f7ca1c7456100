/** For each open dialog what may get the focus after it, the best first: some of it may be gone by then. */
const openers = new WeakMap<EventTarget, HTMLElement[]>();
/** Of the dialog that opened last: the next one may replace it after it is gone, when nothing has the focus. */
let lastOpeners: HTMLElement[] = [];

/** What opened a dialog: the element itself, the trigger of its menu, and what opened the dialog that this one replaces. */
function openersFrom(active: Element | null): HTMLElement[] {
  if (!(active instanceof HTMLElement) || active === document.body) return lastOpeners;
  const menu = active.closest("[role=menu]");
  const trigger = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const outer = active.closest("[role=dialog], [role=alertdialog]");
  return [active, ...(trigger ? [trigger] : []), ...((outer && openers.get(outer)) ?? [])];
}

/** Properties of a dialog's content. Without a trigger of its own Radix returns the focus to nothing. */
export const returnFocus = {
  onOpenAutoFocus: ({ target }: Event) => {
    lastOpeners = openersFrom(document.activeElement);
    if (target) openers.set(target, lastOpeners);
  },
  onCloseAutoFocus: (event: Event) => {
    const opener = event.target && openers.get(event.target)?.find(({ isConnected }) => isConnected);
    if (!opener) return;
    event.preventDefault();
    opener.focus();
  },
};
