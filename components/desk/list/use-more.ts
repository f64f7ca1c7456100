import { useEffect, useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import type { Filter } from "@/lib/chats/browser/queries";

/** Loads the next page when the end of the list is near. After a failure the button is left. */
export function useMore(filter: Filter, isNearEnd: boolean) {
  const { live } = useLive();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  function load(): void {
    setState("busy");
    live.moreChats(filter).then(
      () => setState("idle"),
      () => setState("failed"),
    );
  }

  const shouldLoad = isNearEnd && state === "idle";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new function at every render, and reads only the filter.
  useEffect(() => {
    if (shouldLoad) load();
  }, [shouldLoad, filter]);

  return { isLoading: state === "busy", load };
}
