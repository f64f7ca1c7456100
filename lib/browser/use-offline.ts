"use client";

import { useOffline as useFailedRequests } from "next/offline";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/**
 * Whether there is no network. Next notices it when a request fails, and only once the page's script runs; the browser knows it
 * before, so a disconnect during page load is not missed.
 */
export function useOffline(): boolean {
  const hasNetwork = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return useFailedRequests() || !hasNetwork;
}
