import { useSearchParams } from "next/navigation";
import { useRef } from "react";

const name = "context";

function addressWith(isOpen: boolean): string {
  const search = new URLSearchParams(window.location.search);
  if (isOpen) search.set(name, "open");
  else search.delete(name);
  return search.size > 0 ? `${window.location.pathname}?${search}` : window.location.pathname;
}

/** On a small screen the context is a place of its own: the browser's way back leads from it to the conversation. */
export function useContextSheet() {
  const isOpen = useSearchParams().get(name) === "open";
  const cameFromHere = useRef(false);
  return {
    isOpen,
    open() {
      cameFromHere.current = true;
      window.history.pushState(null, "", addressWith(true));
    },
    close() {
      if (cameFromHere.current) window.history.back();
      else window.history.replaceState(null, "", addressWith(false));
      cameFromHere.current = false;
    },
  };
}
