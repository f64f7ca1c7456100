import { useSyncExternalStore } from "react";
import { makeListeners } from "@/lib/browser/listeners";

const { subscribe, notify } = makeListeners();
let selected: ReadonlySet<string> = new Set();
/** Whether the boxes are shown: also before the first chat is chosen, where no pointer shows them. */
let isOn = false;
/** Where a range begins. */
let last: string | null = null;

function set(ids: Iterable<string>): void {
  selected = new Set(ids);
  isOn = selected.size > 0;
  notify();
}

/** The chats of the list that are selected, to be changed together. */
export const selection = {
  set,
  begin(): void {
    isOn = true;
    notify();
  },
  clear(): void {
    last = null;
    if (isOn) set([]);
  },
  toggle(id: string): void {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    last = id;
    set(ids);
  },
  /** Selects what is between the chat that was pressed last and this one, in the order of the list. */
  extend(id: string, order: readonly string[]): void {
    const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
    last = id;
    set([...selected, ...(from < 0 ? [id] : order.slice(from, to + 1))]);
  },
};

export const useSelecting = (): boolean => useSyncExternalStore(subscribe, () => isOn);

export const useSelection = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => selected);
