"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";

/** A native checkbox with its label; the whole line is the target. */
export function Checkbox({ label, className, ...rest }: Omit<ComponentProps<"input">, "type"> & { label: string }) {
  return (
    <label className={classes("flex min-h-8 pointer-coarse:min-h-10 cursor-pointer items-center gap-2.5", className)}>
      <input type="checkbox" {...rest} className="size-4 flex-none cursor-pointer accent-accent" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
