import { type FocusEvent, useMemo, useState } from "react";
import type { Listed } from "./listed";

const rowOf = (element: EventTarget | null): string | null =>
  element instanceof Element ? (element.closest("[data-row]")?.getAttribute("data-row") ?? null) : null;

/** The row with the focus, which must stay in the page when it is scrolled out of view; -1 when none has it. */
export function useFocusedRow(listed: readonly Listed[]) {
  const [row, setRow] = useState<string | null>(null);
  const index = useMemo(() => (row === null ? -1 : listed.findIndex(({ id }) => id === row)), [row, listed]);
  return {
    index,
    onFocus: ({ target }: FocusEvent) => setRow(rowOf(target)),
    onBlur: ({ relatedTarget }: FocusEvent) => setRow(rowOf(relatedTarget)),
  };
}
