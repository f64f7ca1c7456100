"use client";

import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

/** The address of this site as the browser knows it; the server render uses its guess until hydration. */
export const useOrigin = (guessed: string): string =>
  useSyncExternalStore(
    subscribeNever,
    () => window.location.origin,
    () => guessed,
  );
