"use client";

import type { ConfirmDialogProps } from "./dialog-props";
import { loader } from "./use-loaded";
import { useOpened } from "./use-opened";

const dialogWindow = loader(() => import("./overlays").then(({ ConfirmWindow }) => ConfirmWindow));

/** Stays open while the work is in progress; the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const Window = useOpened(dialogWindow, props.open, () => props.onOpenChange(false));
  return Window && <Window {...props} />;
}
