"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** No shorter value needs more than a line, wherever it is shown. */
const shortLength = 16;
const clamps = { 1: "line-clamp-1", 3: "line-clamp-3", 6: "line-clamp-6" } as const;
export type Lines = keyof typeof clamps;

type Props = {
  /** What the value is called, for a screen reader. */
  name: string;
  value: string;
  lines?: Lines;
  /** Wraps the text, for instance in a button that copies it. */
  render?: (text: ReactNode) => ReactNode;
};

/** A value that folds when it needs more lines. */
export function PropertyValue({ name, value, lines = 6, render = (text) => text }: Props) {
  const t = useTranslations("chat.folded");
  const text = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isClipped, setClipped] = useState(false);
  const mayBeLong = value.length > shortLength * lines;

  useEffect(() => {
    const element = text.current;
    // While it is open nothing is clipped, and "Show less" must stay.
    if (!element || !mayBeLong || isOpen) return;
    const observer = new ResizeObserver(() => setClipped(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayBeLong, isOpen]);

  if (!mayBeLong) return render(<bdi>{value}</bdi>);
  return (
    <>
      {render(
        <span ref={text} className={isOpen ? "block overflow-clip" : clamps[lines]}>
          <bdi>{value}</bdi>
        </span>,
      )}
      {(isClipped || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="block min-h-6 rounded-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {t(isOpen ? "less" : "all")}
          <span className="sr-only">
            {" "}
            <bdi>{name}</bdi>
          </span>
        </button>
      )}
    </>
  );
}
