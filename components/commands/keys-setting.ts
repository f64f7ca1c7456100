import { useSyncExternalStore } from "react";

const name = "beside.keys";
const listeners = new Set<() => void>();

/** A blocked storage leaves the keys on. */
export function areKeysEnabled(): boolean {
  try {
    return localStorage.getItem(name) !== "off";
  } catch {
    return true;
  }
}

export function enableKeys(isEnabled: boolean): void {
  try {
    if (isEnabled) localStorage.removeItem(name);
    else localStorage.setItem(name, "off");
  } catch {
    // The choice then holds nowhere: the switch shows it.
  }
  for (const listener of listeners) listener();
}

/** Also tells of a change in another tab. */
export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether single keys run commands in this browser. */
export const useKeysEnabled = (): boolean => useSyncExternalStore(subscribeToKeys, areKeysEnabled, () => true);
