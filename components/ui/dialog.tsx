"use client";

import type { DialogProps } from "./dialog-props";
import { loader, useLoaded } from "./use-loaded";

const dialogWindow = loader(() => import("./overlays").then(({ DialogWindow }) => DialogWindow));

/** A form that wraps body and footer is passed as `children`, with its buttons inside. */
export function Dialog(props: DialogProps) {
  const Window = useLoaded(dialogWindow, props.open);
  return Window && <Window {...props} />;
}
