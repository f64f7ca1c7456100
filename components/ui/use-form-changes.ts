"use client";

import { type FormEvent, useState } from "react";

const isChanged = (control: Element): boolean => {
  if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio"))
    return control.checked !== control.defaultChecked;
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) return [...control.options].some((option) => option.selected !== option.defaultSelected);
  return false;
};

/** Whether the uncontrolled fields within an element differ from how they began. */
export const hasChanges = (element: Element): boolean => [...element.querySelectorAll("input, select, textarea")].some(isChanged);

/** Whether the uncontrolled fields of a dialog's form differ from how they began. `onInput` goes on an element around the form. */
export function useFormChanges(open: boolean) {
  const [hasUnsavedChanges, setChanges] = useState(false);
  if (!open && hasUnsavedChanges) setChanges(false);

  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => setChanges(hasChanges(currentTarget));
  return { hasUnsavedChanges, onInput };
}
