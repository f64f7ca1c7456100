import { type RefObject, useEffect, useEffectEvent } from "react";
import { hasChanges } from "@/components/ui/use-form-changes";
import { watchChanges } from "@/lib/browser/leaving";

/** The page is not left without a question while this is true. */
export function useUnsaved(isUnsaved: boolean): void {
  const check = useEffectEvent(() => isUnsaved);
  useEffect(() => watchChanges(() => check()), []);
}

/** The same for the uncontrolled fields of a form. */
export function useUnsavedFields(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => watchChanges(() => form.current !== null && hasChanges(form.current)), [form]);
}
