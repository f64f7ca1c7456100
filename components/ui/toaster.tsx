"use client";

import { Toaster as Sonner } from "sonner";

const tokens = {
  "--normal-bg": "var(--color-surface)",
  "--normal-text": "var(--color-text)",
  "--normal-border": "var(--color-line)",
  "--border-radius": "var(--radius-lg)",
  fontFamily: "inherit",
};

/** At the top, because the composer is at the bottom. */
export function Toaster() {
  return <Sonner position="top-center" style={tokens} toastOptions={{ style: { fontSize: 14, lineHeight: "20px" } }} />;
}
