import { useSearchParams } from "next/navigation";
import { useRef } from "react";

const name = "context";

function addressWith(isOpen: boolean): string {
  const search = new URLSearchParams(window.location.search);
  if (isOpen) search.set(name, "open");
  else search.delete(name);
  return search.size > 0 ? `${window.location.pathname}?${search}` : window.location.pathname;
}

/** On a small screen the context has its own history entry: the browser's back button returns to the conversation. */
export function useContextSheet() {
  const isOpen = useSearchParams().get(name) === "open";
  const hasPushed = useRef(false);
  return {
    isOpen,
    open() {
      hasPushed.current = true;
      window.history.pushState(null, "", addressWith(true));
    },
    close() {
      if (hasPushed.current) window.history.back();
      else window.history.replaceState(null, "", addressWith(false));
      hasPushed.current = false;
    },
  };
}
