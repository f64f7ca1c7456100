"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./classes";
import { useFieldProps } from "./field-context";

/** A native select: it works with every keyboard, screen reader and touch screen. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classes("relative block", className)}>
      <select {...useFieldProps()} {...rest} className="control appearance-none pe-8">
        {children}
      </select>
      <ChevronDown aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-2.5 size-4 text-soft" />
    </span>
  );
}
