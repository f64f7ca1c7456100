import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { useSonner } from "sonner";

const gap = 12;
/** Below this width the library gives toasts the whole of it. */
const narrow = 600;

type Spot = { position: "top-center" | "bottom-center"; bottom: number; left?: number };

const top: Spot = { position: "top-center", bottom: 0 };

/** Above the field where somebody writes, in the middle of it; else above the navigation that a phone has at the bottom. */
function spotNow(): Spot {
  const [width, height] = [window.innerWidth, window.innerHeight];
  const boxes = [...document.querySelectorAll("[data-toasts=above]")].map((element) => element.getBoundingClientRect());
  // The navigation of a wide window stands beside everything.
  const [under] = boxes.filter((box) => box.height > 0 && box.top > 0).sort((a, b) => a.top - b.top);
  if (!under) return { position: "bottom-center", bottom: 2 * gap };
  const middle = under.left + under.width / 2;
  return { position: "bottom-center", bottom: height - under.top + gap, ...(width > narrow && { left: middle }) };
}

const isSame = (a: Spot, b: Spot): boolean => a.position === b.position && a.bottom === b.bottom && a.left === b.left;

/** On chats and contacts toasts are at the bottom, because what somebody acts on is in the header; elsewhere at the top. */
export function useToastSpot(): Spot {
  const isBelow = /^\/[^/]+\/(chats|contacts)(\/|$)/.test(usePathname());
  const isShown = useSonner().toasts.length > 0;
  const [spot, setSpot] = useState(top);
  useEffect(() => {
    if (!isBelow) return;
    let frame = 0;
    // The field grows while it is written in, and another chat has another one.
    function follow(): void {
      const next = spotNow();
      setSpot((last) => (isSame(last, next) ? last : next));
      if (isShown) frame = requestAnimationFrame(follow);
    }
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [isBelow, isShown]);
  return isBelow ? spot : top;
}
