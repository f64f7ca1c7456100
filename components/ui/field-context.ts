"use client";

import { createContext, use } from "react";

type FieldFacts = { id: string; describedBy: string | undefined; invalid: boolean };

export const FieldContext = createContext<FieldFacts | undefined>(undefined);

/** What a control inside a Field takes over from it: its label, its hint and its error. */
export function useFieldProps() {
  const field = use(FieldContext);
  if (!field) return {};
  return { id: field.id, "aria-describedby": field.describedBy, "aria-invalid": field.invalid || undefined };
}
