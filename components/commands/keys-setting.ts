import { useSyncExternalStore } from "react";
import { makeStorageListeners } from "@/lib/browser/listeners";

const name = "beside.keys";
const listeners = makeStorageListeners();

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
  listeners.notify();
}

/** Also tells of a change in another tab. */
const subscribeToKeys = listeners.subscribe;

/** Whether single keys run commands in this browser. */
export const useKeysEnabled = (): boolean => useSyncExternalStore(subscribeToKeys, areKeysEnabled, () => true);
