"use client";

import { useSearchParams } from "next/navigation";
import { type CallFilter, parseFilter, searchOf } from "./filter";

/** The list's filter. It lives in the URL, so that it survives a reload and can be shared. */
export function useCallFilter() {
  const search = useSearchParams();
  const chosen = parseFilter(new URLSearchParams(search));
  // The URL changes without a server navigation: the list fetches its own data.
  const choose = (next: Partial<CallFilter>) =>
    window.history.pushState(null, "", `${window.location.pathname}${searchOf({ ...chosen, ...next })}`);
  return { chosen, choose };
}
