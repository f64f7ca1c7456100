"use client";

import { useEffect } from "react";
import { keepFocus } from "@/lib/browser/keep-focus";

/** The keyboard focus does not get lost when what had it goes. */
export function FocusKeeper() {
  useEffect(keepFocus, []);
  return null;
}
