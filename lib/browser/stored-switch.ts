import { useSyncExternalStore } from "react";
import { makeStorageListeners } from "./listeners";

/** A choice that this browser keeps, on or off; it also changes with one in another tab. A blocked storage leaves it as at first. */
export function storedSwitch(name: string, atFirst: boolean) {
  const { subscribe, notify } = makeStorageListeners();

  function read(): boolean {
    try {
      const stored = localStorage.getItem(name);
      return stored === null ? atFirst : stored === "on";
    } catch {
      return atFirst;
    }
  }

  function set(isOn: boolean): void {
    try {
      if (isOn === atFirst) localStorage.removeItem(name);
      else localStorage.setItem(name, isOn ? "on" : "off");
    } catch {
      // The choice then holds nowhere: the switch shows it.
    }
    notify();
  }

  return { read, set, useValue: (): boolean => useSyncExternalStore(subscribe, read, () => atFirst) };
}
