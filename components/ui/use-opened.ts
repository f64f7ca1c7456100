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

function useGivingUp(isWaiting: boolean, onGivenUp: () => void): void {
  const giveUp = useEffectEvent(onGivenUp);
  useEffect(() => {
    if (!isWaiting) return;
    const onPointer = () => giveUp();
    const onKey = ({ key }: KeyboardEvent) => modifier.test(key) || giveUp();
    document.addEventListener("pointerdown", onPointer, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPointer, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [isWaiting]);
}
