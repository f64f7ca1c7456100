"use client";

import { type ReactNode, useId } from "react";
import { FieldContext } from "./field-context";

type FieldProps = {
  label: string;
  /** What is beside the control shows what it is for. */
  hidesLabel?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A label, one control (Input or Select) and a hint; an error replaces the hint. */
export function Field({ label, hidesLabel = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const describedBy = error !== undefined ? `${id}-error` : hint ? `${id}-hint` : undefined;

  return (
    <FieldContext value={{ id, describedBy, invalid: error !== undefined }}>
      <div className={className}>
        <label htmlFor={id} className={hidesLabel ? "sr-only" : "mb-1.5 block font-medium"}>
          {label}
        </label>
        {children}
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-problem text-sm">
            {error}
          </p>
        )}
        {error === undefined && hint && (
          <p id={`${id}-hint`} className="mt-1.5 text-soft text-xs">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
