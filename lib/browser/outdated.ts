import { useSyncExternalStore } from "react";
import { getHealth } from "@/lib/platform/health/endpoints";
import { makeListeners } from "./listeners";

let isOutdated = false;
const listeners = makeListeners();

/** The server has another version than this page: scripts that the page has not loaded yet are gone. */
export function markOutdated(): void {
  isOutdated = true;
  listeners.notify();
}

export const isPageOutdated = (): boolean => isOutdated;
export const useOutdated = (): boolean => useSyncExternalStore(listeners.subscribe, isPageOutdated, () => false);

/** Whether the server can be reached at all, and has started. */
export const isServerThere = (): Promise<boolean> =>
  fetch(getHealth.path, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

const reloadedAt = "beside.reloaded";
const minReloadMs = 60_000;

/** Loads the page anew, unless that was tried a moment ago: a server may lack a script for another reason. */
export function reloadOnce(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < minReloadMs) return;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    window.location.reload();
  } catch {
    // Without storage it might never end.
  }
}
