"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { useFieldProps } from "./field-context";

/** Grows with its content, where the browser supports it. */
export function TextArea({ className, rows = 2, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...useFieldProps()} rows={rows} {...rest} className={classes("control field-sizing-content block resize-none", className)} />
  );
}
