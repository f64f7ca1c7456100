"use client";

import { useEffect } from "react";
import { applyTheme, subscribeToTheme } from "@/lib/browser/theme";

/** Applies a choice that another tab made, or that the server did not know because the cookie was gone. */
export function ThemeKeeper() {
  useEffect(() => {
    applyTheme();
    return subscribeToTheme(applyTheme);
  }, []);
  return null;
}
