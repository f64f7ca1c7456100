import { type RefObject, useEffect, useState } from "react";

type Ref = RefObject<HTMLElement | null>;

/** Whether the end of the scroll container is out of view. */
export function useScrolledUp(scroller: Ref, end: Ref): boolean {
  const [isScrolledUp, setScrolledUp] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver((entries) => setScrolledUp(entries.at(-1)?.isIntersecting === false), {
      root: scroller.current,
      rootMargin: "0px 0px 80px 0px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end]);
  return isScrolledUp;
}
