import { type RefObject, useLayoutEffect, useRef } from "react";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useTimelineState } from "./timeline-context";

// Nothing that was open when the page began is solved before it is there.
const closing = loader(() => import("./close-card"));

/** The box of a card becomes lower when its problem has ended: by a movement, when that is seen. */
export function useClosing(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const { holdBelow } = useTimelineState();
  const height = useRef(0);
  useLoaded(closing, isOpen);

  useLayoutEffect(() => {
    if (isOpen && box.current) height.current = box.current.offsetHeight;
  });

  useLayoutEffect(() => {
    if (isOpen || !box.current || height.current === 0) return;
    return closing.found?.closeCard(box.current, height.current, holdBelow);
  }, [box, holdBelow, isOpen]);
}
