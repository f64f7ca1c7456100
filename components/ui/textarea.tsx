"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { useFieldProps } from "./field-context";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...useFieldProps()} {...rest} className={classes("control resize-none", className)} />;
}
