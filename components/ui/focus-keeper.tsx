"use client";

import { useEffect } from "react";
import { loader, useLoaded } from "./use-loaded";

const keepingFocus = loader(() => import("@/lib/browser/keep-focus").then(({ keepFocus }) => keepFocus));

/** The keyboard focus does not get lost when what had it goes. */
export function FocusKeeper() {
  const keepFocus = useLoaded(keepingFocus, true);
  useEffect(() => keepFocus?.(), [keepFocus]);
  return null;
}
