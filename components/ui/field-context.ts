"use client";

import { createContext, use } from "react";

type FieldFacts = { id: string; describedBy: string | undefined; invalid: boolean };

export const FieldContext = createContext<FieldFacts | undefined>(undefined);

/** The props that connect a control to its Field: label, hint and error. */
export function useFieldProps() {
  const field = use(FieldContext);
  if (!field) return {};
  return { id: field.id, "aria-describedby": field.describedBy, "aria-invalid": field.invalid || undefined };
}
