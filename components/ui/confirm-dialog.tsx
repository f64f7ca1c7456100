"use client";

import type { ConfirmDialogProps } from "./dialog-props";
import { loader, useLoaded } from "./use-loaded";

const dialogWindow = loader(() => import("./overlays").then(({ ConfirmWindow }) => ConfirmWindow));

/** Stays open while the work is in progress; the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const Window = useLoaded(dialogWindow, props.open);
  return Window && <Window {...props} />;
}
