"use client";

import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import { placeBeside, type Side } from "./place-beside";

const delayMs = 400;
/** Long enough to move the pointer from the trigger into the tooltip. */
const graceMs = 150;
/** Taken out while the focus moves on, it would look to a dialog as if what had the focus was removed: that takes the focus back. */
const afterFocusMs = 1;

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  "aria-describedby"?: string | undefined;
};
/** Without a text there is no tooltip. */
type TooltipProps = { text: string; side?: Side; children: ReactElement<Handlers> };

/** Repeats or explains; no information may be only in a tooltip. The child must be one focusable element. */
export function Tooltip({ text, side = "bottom", children }: TooltipProps) {
  const id = useId();
  const { trigger, show, hide } = useShown();
  const { props } = children;

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event);
          if (event.pointerType !== "touch") show(event.currentTarget, delayMs);
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event);
          hide(graceMs);
        },
        onPointerDown: (event) => {
          props.onPointerDown?.(event);
          hide();
        },
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget);
        },
        onBlur: (event) => {
          props.onBlur?.(event);
          hide(afterFocusMs);
        },
        ...(trigger && { "aria-describedby": [props["aria-describedby"], id].filter(Boolean).join(" ") }),
      })}
      {/* Beside its trigger in the document, so that it stays in the landmark and the dialog of it; on the screen over everything. */}
      {trigger && text && (
        <span
          ref={(own) => {
            if (own) placeBeside(own, trigger, side);
          }}
          id={id}
          role="tooltip"
          popover="manual"
          onPointerEnter={() => show(trigger)}
          onPointerLeave={() => hide(graceMs)}
          className="fixed inset-auto z-50 w-max max-w-72 whitespace-normal rounded-sm bg-text px-2 py-1 font-normal text-bg text-xs"
        >
          {text}
        </span>
      )}
    </>
  );
}

/** The element whose tooltip is open. Escape closes it, and so does whatever moves the element. */
function useShown() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!trigger) return;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const close = () => setTrigger(null);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), options);
    window.addEventListener("scroll", close, options);
    window.addEventListener("resize", close, options);
    return () => listening.abort();
  }, [trigger]);

  function change(next: HTMLElement | null, afterMs: number) {
    clearTimeout(timer.current);
    if (afterMs === 0) setTrigger(next);
    else timer.current = setTimeout(setTrigger, afterMs, next);
  }
  return {
    trigger,
    show: (next: HTMLElement, afterMs = 0) => change(next, afterMs),
    hide: (afterMs = 0) => change(null, afterMs),
  };
}
