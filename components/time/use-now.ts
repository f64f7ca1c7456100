"use client";

import { useSyncExternalStore } from "react";

/** One clock for the whole page; it runs only while somebody looks at it. */
const listeners = new Set<() => void>();
const stepMs = 15_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = Date.now();
    timer = setInterval(tick, stepMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time to within fifteen seconds, in milliseconds; null on the server and while hydrating, where clock and time zone are another's. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(
    subscribe,
    () => now,
    () => null,
  );
