"use client";

import { useSearchParams } from "next/navigation";
import { type Chosen, chosenIn, searchOf } from "./filter";

/** What the list is narrowed to. It is part of the address, so that it survives a reload and can be handed on. */
export function useChosen() {
  const search = useSearchParams();
  const chosen = chosenIn(new URLSearchParams(search));
  // The address changes without a trip to the server: the list fetches what it shows.
  const choose = (next: Partial<Chosen>) =>
    window.history.pushState(null, "", `${window.location.pathname}${searchOf({ ...chosen, ...next })}`);
  return { chosen, choose };
}
