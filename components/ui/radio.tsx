"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes";

type RadioProps = Omit<ComponentProps<"input">, "type"> & { label: string; hint?: ReactNode };

/** A radio button with a label and an explanation; the whole block is the target. */
export function Radio({ label, hint, className, ...rest }: RadioProps) {
  const id = useId();
  return (
    <label className={classes("flex cursor-pointer items-start gap-2.5 py-1", className)}>
      <input
        type="radio"
        {...rest}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 flex-none cursor-pointer accent-accent"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-pretty text-soft text-sm">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
