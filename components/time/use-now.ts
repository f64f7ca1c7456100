"use client";

import { useSyncExternalStore } from "react";
import { makeListeners } from "@/lib/browser/listeners";

/** A clock that runs only while a component shows it. React subscribes anew whenever `subscribe` is another function. */
function makeClock(stepMs: number) {
  const listeners = makeListeners();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick() {
    now = Date.now();
    listeners.notify();
  }

  function subscribe(listener: () => void): () => void {
    const unsubscribe = listeners.subscribe(listener);
    if (!timer) {
      now = Date.now();
      timer = setInterval(tick, stepMs);
    }
    return () => {
      unsubscribe();
      if (!listeners.isEmpty()) return;
      clearInterval(timer);
      timer = undefined;
    };
  }

  return { subscribe, read: (): number | null => now };
}

type Clock = ReturnType<typeof makeClock>;

const stopped: Clock = { subscribe: () => () => undefined, read: () => null };
const clocks = new Map<number, Clock>();

/** One for the whole page and each step. */
function clockOf(stepMs: number): Clock {
  const known = clocks.get(stepMs);
  if (known) return known;
  const made = makeClock(stepMs);
  clocks.set(stepMs, made);
  return made;
}

/**
 * The time in milliseconds, to within `stepMs`. Null while `stepMs` is null, and on the server and during hydration, which
 * lack the reader's clock and time zone.
 */
export function useNow(stepMs: number | null = 15_000): number | null {
  const { subscribe, read } = stepMs === null ? stopped : clockOf(stepMs);
  return useSyncExternalStore(subscribe, read, stopped.read);
}
