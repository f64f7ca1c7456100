"use client";

import { useEffect, useEffectEvent } from "react";
import { type Loader, useLoaded } from "./use-loaded";

const modifier = /^(Shift|Control|Alt|AltGraph|Meta)$/;

/**
 * What opens, once its code is there. Whoever presses or types something else before does not wait for it any more: opened late, it would
 * take their keys, and Enter may send something.
 */
export function useOpened<T>(from: Loader<T> | undefined, isOpen: boolean, onGivenUp: () => void): T | undefined {
  const found = useLoaded(from, isOpen);
  useGivingUp(isOpen && from !== undefined && found === undefined, onGivenUp);
  return found;
}

/** Whoever presses or types something while something is on its way goes on by themselves. */
export function useGivingUp(isWaiting: boolean, onGivenUp: () => void): void {
  const giveUp = useEffectEvent(onGivenUp);
  useEffect(() => {
    if (!isWaiting) return;
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    document.addEventListener("pointerdown", () => giveUp(), options);
    document.addEventListener("keydown", ({ key }) => modifier.test(key) || giveUp(), options);
    return () => over.abort();
  }, [isWaiting]);
}
