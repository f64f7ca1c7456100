"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { useFieldProps } from "./field-context";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} className={classes("control", className)} />;
}
