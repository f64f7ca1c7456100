"use client";

import type { DialogProps } from "./dialog-props";
import { loader } from "./use-loaded";
import { useOpened } from "./use-opened";

const dialogWindow = loader(() => import("./overlays").then(({ DialogWindow }) => DialogWindow));

/** A form that wraps body and footer is passed as `children`, with its buttons inside. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, hasOwnWayOut } = props;
  // What is shown once is not given up.
  const Window = useOpened(dialogWindow, open, () => hasOwnWayOut || onOpenChange(false));
  return Window && <Window {...props} />;
}
