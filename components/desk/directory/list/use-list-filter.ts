import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { changeSearch } from "@/lib/browser/change-search";
import { emptyFilter, filterOf, type ListFilter, searchOf } from "@/lib/desk/directory/shared/filter";

/** A pause in typing after which the list follows. */
const typingMs = 250;

/**
 * The filter lives in the address, so that it survives a reload and can be shared. What is being typed follows after a pause, and stays
 * in its field until the address has it.
 */
export function useListFilter() {
  const filter = filterOf(useSearchParams());
  const [typed, setTyped] = useState<Partial<ListFilter>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = { ...filter, ...typed };
  useEffect(() => () => clearTimeout(timer.current), []);

  const isApplied = Object.keys(typed).length > 0 && searchOf(shown) === searchOf(filter);
  useEffect(() => {
    if (isApplied) setTyped({});
  }, [isApplied]);

  function commit(part: Partial<ListFilter>): void {
    clearTimeout(timer.current);
    setTyped(part);
    changeSearch("replaceState", (now) => searchOf({ ...filterOf(now), ...part }));
  }

  return {
    /** In the address. */
    filter,
    /** In the fields. */
    shown,
    /** Applies at once, with what was typed before. */
    choose: (part: Partial<ListFilter>) => commit({ ...typed, ...part }),
    type(part: Partial<ListFilter>): void {
      const next = { ...typed, ...part };
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => commit(next), typingMs);
    },
    clear: () => commit(emptyFilter),
  };
}
